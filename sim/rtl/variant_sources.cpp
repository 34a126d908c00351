// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/variant_sources.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "sim/rtl/file_list.hpp"

namespace dragonfly {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFileList = "dragonfly.f";
constexpr const char* kWrapper[] = {"models/common/random.hpp",
                                    "models/router/router.hpp",
                                    "models/router/register_map.hpp",
                                    "models/router/unused_address.hpp",
                                    "models/router/router_state.hpp",
                                    "models/router/state_parts.hpp",
                                    "sim/rtl/capture_output.hpp",
                                    "sim/rtl/df_user_node.sv",
                                    "sim/rtl/df_replay.sv",
                                    "sim/rtl/cover/adaptive_table.sv",
                                    "sim/rtl/cover/arrival.sv",
                                    "sim/rtl/cover/common.sv",
                                    "sim/rtl/cover/df_cover.svh",
                                    "sim/rtl/cover/dragonfly.sv",
                                    "sim/rtl/cover/flattened_butterfly.sv",
                                    "sim/rtl/cover/front.sv",
                                    "sim/rtl/cover/table.sv",
                                    "sim/rtl/cover/torus.sv",
                                    "sim/rtl/verilated_state.hpp",
                                    "sim/rtl/variant_abi.hpp",
                                    "sim/rtl/verilated_ports.hpp",
                                    "sim/rtl/verilated_router.cpp"};

/// Roots that hold rtl/, models/ and sim/: of an installed tree (../share/dragonfly beside the
/// directory of the executable), then of the sources that this program was built from.
std::vector<fs::path> roots() {
  std::vector<fs::path> places;
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  if (!error) places.push_back(executable.parent_path().parent_path() / "share" / "dragonfly");
  places.emplace_back(DRAGONFLY_SOURCE_ROOT);
  return places;
}

bool holds_rtl(const fs::path& directory) {
  std::error_code error;
  return fs::is_regular_file(directory / kFileList, error);
}

bool is_source(const fs::path& path) {
  const auto extension = path.extension();
  return extension == ".sv" || extension == ".svh" || extension == ".v" || extension == ".f";
}

/// The sources in a directory and below it, named as if it were `name`.
void add_sources(const fs::path& directory, const std::string& name,
                 std::vector<SourceFile>& files) {
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file() && is_source(entry.path()))
      files.push_back({name + "/" + fs::relative(entry.path(), directory).generic_string(),
                       read_text_file(entry.path()), entry.path().string()});
  }
}

bool is_below(const fs::path& path, const fs::path& directory) {
  const fs::path relative = path.lexically_relative(directory);
  return !relative.empty() && *relative.begin() != "..";
}

/// A family's file list outside the RTL as it is in the build directory: without nested lists, and
/// with the names that files have there.
std::string list_outside(const fs::path& list, const fs::path& rtl) {
  const fs::path folder = list.parent_path();
  const std::string kDirectory = "+incdir+";
  std::string text;
  for (const std::string& argument : read_file_list(list)) {
    const std::string option = argument.starts_with(kDirectory) ? kDirectory : "";
    const fs::path path(argument.substr(option.size()));
    std::string name = argument;
    if (path.is_absolute() && path == rtl)
      name = option + "../rtl";
    else if (path.is_absolute() && is_below(path, folder))
      name = option + path.lexically_relative(folder).generic_string();
    else if (path.is_absolute() && is_below(path, rtl))
      name = option + "../rtl/" + path.lexically_relative(rtl).generic_string();
    else if (path.is_absolute())
      throw InputError(list.string() + " names " + path.string() +
                       ", which is neither below the folder of the list nor below " + rtl.string());
    text += name + "\n";
  }
  return text;
}

constexpr std::string_view kRtl = "rtl/", kFamily = "family";
bool is_outside(const FamilyRtl& family) { return !family.file_list.starts_with(kRtl); }

/// Refuses a file list that names what is not there, or will not be in the build directory.
void check_list(const fs::path& list) {
  const fs::path directory = fs::absolute(list).lexically_normal().parent_path();
  for (const std::string& argument : read_file_list(list)) {
    const fs::path path(argument);
    if (path.is_absolute() && !is_below(path, directory))
      throw InputError(list.string() + " names " + argument +
                       ", which is not below the folder of the list; only that folder is taken");
  }
}

/// The first of the roots that is there. Throws InputError.
fs::path source_root() {
  std::string tried;
  for (const auto& place : roots()) {
    std::error_code error;
    if (fs::is_regular_file(place / kWrapper[0], error)) return place;
    tried += "\n  " + place.string();
  }
  throw InputError("the sources of the router are missing; looked in:" + tried +
                   "\nInstall dragonfly again, or run it from its build tree.");
}

fs::path rtl_directory(const fs::path& root) {
  const char* chosen = std::getenv("DRAGONFLY_RTL_DIR");
  fs::path rtl = chosen != nullptr && *chosen != '\0' ? fs::path(chosen) : root / "rtl";
  if (!holds_rtl(rtl)) {
    throw InputError("no router RTL in " + rtl.string() + " (it has no " + kFileList + "). " +
                     (chosen != nullptr ? "DRAGONFLY_RTL_DIR names this directory; correct it."
                                        : "Set DRAGONFLY_RTL_DIR to the directory that has it."));
  }
  return rtl;
}

}  // namespace

fs::path rtl_directory() { return rtl_directory(source_root()); }

std::vector<SourceFile> variant_sources() {
  const fs::path root = source_root();
  return variant_sources(rtl_directory(root), root);
}

std::vector<SourceFile> variant_sources(const FamilyRtl& family) {
  const fs::path root = source_root(), rtl = rtl_directory(root);
  std::vector<SourceFile> files = variant_sources(rtl, root);
  if (!is_outside(family)) {
    check_list(rtl / family.file_list.substr(kRtl.size()));
    return files;
  }
  const fs::path list = (root / family.file_list).lexically_normal();
  const std::string own = list_outside(list, fs::absolute(rtl).lexically_normal());
  add_sources(list.parent_path(), std::string(kFamily), files);
  for (SourceFile& file : files)
    if (file.name == list_among_sources(family)) file.content = own;
  std::sort(files.begin(), files.end(),
            [](const SourceFile& x, const SourceFile& y) { return x.name < y.name; });
  return files;
}

std::string list_among_sources(const FamilyRtl& family) {
  if (!is_outside(family)) return family.file_list;
  return std::string(kFamily) + "/" + fs::path(family.file_list).filename().string();
}

std::string folder_among_sources(const FamilyRtl& family) {
  return is_outside(family) ? std::string(kFamily) : std::string(kRtl) + family.family;
}

std::vector<SourceFile> variant_sources(const fs::path& rtl, const fs::path& root) {
  check_list(rtl / kFileList);
  std::vector<SourceFile> files;
  add_sources(rtl, "rtl", files);
  for (const char* name : kWrapper)
    files.push_back({name, read_text_file(root / name), (root / name).string()});
  std::sort(files.begin(), files.end(),
            [](const SourceFile& x, const SourceFile& y) { return x.name < y.name; });
  return files;
}

}  // namespace dragonfly
