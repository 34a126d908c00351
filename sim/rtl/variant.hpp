// SPDX-License-Identifier: Apache-2.0
// A loaded router variant.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "sim/rtl/variant_abi.hpp"

namespace dragonfly {

/// A shared object of the variant cache and a session in it. Must outlive its routers.
class Variant {
 public:
  /// The process loads the object once for each Variant whose routers share what they compute:
  /// so two threads may step routers of two Variants. Throws Error(kInternal) if it cannot be
  /// loaded.
  explicit Variant(const std::filesystem::path& object);
  Variant(const Variant&) = delete;
  Variant& operator=(const Variant&) = delete;
  ~Variant();

  [[nodiscard]] VariantSession& session() { return *session_; }

 private:
  void release();

  std::filesystem::path object_;
  void* library_;
  bool shares_;  ///< its routers share what they compute, so nobody else may have this copy
  std::unique_ptr<VariantSession> session_;
};

/// What there is to say to whoever has just built a variant; mostly nothing.
[[nodiscard]] std::string note_of_variant(const std::filesystem::path& object);

}  // namespace dragonfly
