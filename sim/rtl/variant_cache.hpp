// SPDX-License-Identifier: Apache-2.0
// Router variants as shared objects: built when first needed, kept for later runs.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/common/subprocess.hpp"
#include "sim/rtl/cache_entry.hpp"
#include "sim/rtl/user_router.hpp"
#include "sim/rtl/variant_parameters.hpp"
#include "sim/rtl/variant_sources.hpp"

namespace dragonfly {

/// What a variant can do besides simulating.
struct VariantKind {
  bool traced = false;      ///< writes waves; a little slower
  bool state = false;       ///< shows its architectural state
  bool counted = false;     ///< counts which lines, branches and cover points it reaches; slower
  bool bits = false;        ///< of one that counts: also which bits toggle; slower still
  bool assertions = true;   ///< evaluates the assertions of the RTL; somewhat slower
  bool profiled = false;    ///< functions are named after processes of the RTL; much slower
  std::string forced = {};  ///< signal that can be forced, "df_datapath.valid_ovc_o"; empty: none

  static const VariantKind kPlain, kTraced;
};
inline const VariantKind VariantKind::kPlain{};
inline const VariantKind VariantKind::kTraced{.traced = true};

/// Tells the user something, e.g. that a variant is being built. May be empty.
using MessageCallback = std::function<void(const std::string&)>;

/// $DRAGONFLY_CACHE, else $XDG_CACHE_HOME/dragonfly, else ~/.cache/dragonfly.
/// Throws InputError if none of the three is set.
[[nodiscard]] std::filesystem::path cache_directory();

/// Shared objects in one directory, each in a folder named by a hash of everything that goes into
/// it: sources, parameters, kind, options, and the versions of Verilator and the C++ compiler.
class VariantCache {
 public:
  /// With `user`, variants are of this router instead of ours. They show no state.
  VariantCache(std::filesystem::path directory, std::vector<SourceFile> sources,
               std::optional<UserRtl> user = {});

  /// From now on what Verilator warns of is an error.
  void be_strict() { strict_ = true; }

  /// The shared object of a variant. If it is not there yet, or not as it was built, it is built,
  /// once even if several processes ask for it at the same time. What Verilator warned of is told
  /// each time.
  ///
  /// Throws InputError if the tools are missing or the directory cannot be written, and with
  /// Verilator's own message if it refuses the RTL; Error(kInternal) if a build fails otherwise, or
  /// InputError if it is one of a user's router; Error(kInterrupted) on Ctrl-C.
  [[nodiscard]] std::filesystem::path get(const VariantParameters& parameters,
                                          const VariantKind& kind,
                                          const MessageCallback& on_message) const;
  /// The same for several kinds, which are built side by side.
  [[nodiscard]] std::vector<std::filesystem::path> get(const VariantParameters& parameters,
                                                       const std::vector<VariantKind>& kinds,
                                                       const MessageCallback& on_message) const;

 private:
  [[nodiscard]] std::string key(const VariantParameters& parameters, const VariantKind& kind) const;
  [[nodiscard]] CacheEntry find_or_build(const VariantParameters& parameters,
                                         const VariantKind& kind, const MessageCallback& say) const;
  void build(const std::filesystem::path& target, const VariantParameters& parameters,
             const VariantKind& kind) const;
  [[noreturn]] void refuse(const VariantParameters& parameters, const ToolResult& result,
                           const std::filesystem::path& log) const;
  void tell_warnings(const CacheEntry& entry, const MessageCallback& say) const;
  /// Of the router, for messages.
  [[nodiscard]] std::string name() const;

  std::filesystem::path directory_;
  std::vector<SourceFile> sources_;
  std::optional<UserRtl> user_;
  bool strict_ = false;
};

}  // namespace dragonfly
