// SPDX-License-Identifier: Apache-2.0
// A router that a user brings (docs/bring-your-own-router.md).
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "sim/rtl/rtl_design.hpp"
#include "sim/rtl/variant_parameters.hpp"
#include "sim/rtl/variant_sources.hpp"

namespace dragonfly {

/// As the user names it.
struct UserRouter {
  std::string file_list;
  std::string top;  ///< module
};

/// What there is to know of it before it is built.
struct UserRtl {
  std::string file_list;
  std::string top;
  std::vector<std::string> arguments;        ///< for Verilator, in place of the list
  std::vector<std::filesystem::path> files;  ///< that Verilator reads, included ones among them
  /// Those that can be forced: of the top and of modules below it that are there once.
  std::vector<RtlSignal> signals;
  std::map<std::string, std::string> instances;  ///< paths of these modules, from the top on
};

/// Looks at a user's router with the eyes of Verilator, for a network with these parameters;
/// `sources` has our package. Throws InputError for a file list that cannot be used, with file and
/// line; for sources that Verilator refuses, with its message; and for a module that does not
/// exist or has not the ports of a router, with everything that is wrong with each port.
[[nodiscard]] UserRtl inspect_user_router(const UserRouter& router,
                                          const VariantParameters& parameters,
                                          const std::vector<SourceFile>& sources);

/// How Verilator's generated code calls a signal, one of `signals`, inside the root object.
[[nodiscard]] std::string generated_name(const UserRtl& user, const std::string& signal);

}  // namespace dragonfly
