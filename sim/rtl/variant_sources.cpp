#include "sim/rtl/variant_sources.hpp"

#include <algorithm>
#include <cstdlib>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"

namespace dragonfly {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFileList = "dragonfly.f";
constexpr const char* kWrapper[] = {"models/router/router.hpp",    "models/router/router_state.hpp",
                                    "sim/rtl/capture_output.hpp",  "sim/rtl/df_user_node.sv",
                                    "sim/rtl/verilated_state.hpp", "sim/rtl/variant_abi.hpp",
                                    "sim/rtl/verilated_ports.hpp", "sim/rtl/verilated_router.cpp"};

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
  const fs::path rtl = chosen != nullptr && *chosen != '\0' ? fs::path(chosen) : root / "rtl";
  if (!holds_rtl(rtl))
    throw InputError("no router RTL in " + rtl.string() + " (it has no " + kFileList + "). " +
                     (chosen != nullptr ? "DRAGONFLY_RTL_DIR names this directory; correct it."
                                        : "Set DRAGONFLY_RTL_DIR to the directory that has it."));
  return rtl;
}

}  // namespace

fs::path rtl_directory() { return rtl_directory(source_root()); }

std::vector<SourceFile> variant_sources() {
  const fs::path root = source_root();
  return variant_sources(rtl_directory(root), root);
}

std::vector<SourceFile> variant_sources(const fs::path& rtl, const fs::path& root) {
  std::vector<SourceFile> files;
  for (const auto& entry : fs::recursive_directory_iterator(rtl)) {
    const auto extension = entry.path().extension();
    if (entry.is_regular_file() &&
        (extension == ".sv" || extension == ".svh" || extension == ".v" || extension == ".f"))
      files.push_back({"rtl/" + fs::relative(entry.path(), rtl).generic_string(),
                       read_text_file(entry.path())});
  }
  for (const char* name : kWrapper) files.push_back({name, read_text_file(root / name)});
  std::sort(files.begin(), files.end(),
            [](const SourceFile& x, const SourceFile& y) { return x.name < y.name; });
  return files;
}

}  // namespace dragonfly
