// SPDX-License-Identifier: Apache-2.0
// The files that a router variant is built from.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/router/routes.hpp"

namespace dragonfly {

/// A file and where it goes in a build directory, e.g. "rtl/df_pkg.sv".
struct SourceFile {
  std::string name;
  std::string content;
  std::string origin = {};  ///< the file that it was read from
};

/// Reads the RTL and the C++ that wraps it, sorted by name, as one snapshot: what is hashed is what
/// is built, even if somebody edits the RTL meanwhile. The RTL comes from $DRAGONFLY_RTL_DIR if
/// that is set, the rest and otherwise the RTL from where the program was installed or built.
/// Throws InputError naming the places tried, or for a list of RTL files (dragonfly.f) that cannot
/// be used, with its line.
[[nodiscard]] std::vector<SourceFile> variant_sources();

/// The same for the routers of a family. If its file list is not below the RTL, the folder of the
/// list is taken too, as "family/", and the list with its nested ones replaced; all that it names
/// must be below its folder or the RTL. Throws InputError also for a list that cannot be used.
[[nodiscard]] std::vector<SourceFile> variant_sources(const FamilyRtl& family);

/// The name that a family's file list has among its sources.
[[nodiscard]] std::string list_among_sources(const FamilyRtl& family);
/// The folder among them that has the family's own files.
[[nodiscard]] std::string folder_among_sources(const FamilyRtl& family);

/// Where variant_sources() takes the RTL from. Throws InputError as it does.
[[nodiscard]] std::filesystem::path rtl_directory();

/// The same from given directories: `rtl` holds the file list dragonfly.f; `root` models/router
/// and sim/rtl.
[[nodiscard]] std::vector<SourceFile> variant_sources(const std::filesystem::path& rtl,
                                                      const std::filesystem::path& root);

}  // namespace dragonfly
