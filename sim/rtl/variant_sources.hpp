// The files that a router variant is built from.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dragonfly {

/// A file and where it goes in a build directory, e.g. "rtl/df_pkg.sv".
struct SourceFile {
  std::string name;
  std::string content;
};

/// Reads the RTL and the C++ that wraps it, sorted by name, as one snapshot: what is hashed is what
/// is built, even if somebody edits the RTL meanwhile. The RTL comes from $DRAGONFLY_RTL_DIR if
/// that is set, the rest and otherwise the RTL from where the program was installed or built.
/// Throws InputError naming the places tried.
[[nodiscard]] std::vector<SourceFile> variant_sources();

/// Where variant_sources() takes the RTL from. Throws InputError as it does.
[[nodiscard]] std::filesystem::path rtl_directory();

/// The same from given directories: `rtl` holds the file list dragonfly.f; `root` models/router
/// and sim/rtl.
[[nodiscard]] std::vector<SourceFile> variant_sources(const std::filesystem::path& rtl,
                                                      const std::filesystem::path& root);

}  // namespace dragonfly
