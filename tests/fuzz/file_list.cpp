// SPDX-License-Identifier: Apache-2.0
// File lists of SystemVerilog: the input holds two, of which the first may name the second,
// "more.f".
#include "sim/rtl/file_list.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/fuzz/fuzz.hpp"

namespace dragonfly::fuzz {
namespace {

namespace fs = std::filesystem;

/// A directory with something to name.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("dragonfly-fuzz-" + std::to_string(getpid()))) {
    fs::create_directories(path_ / "lib");
    for (const char* name : {"a.sv", "lib/b.sv"}) write(name, "");
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void write(const char* name, const std::string& content) const {
    std::ofstream(path_ / name) << content;
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Whether a word can stand in a list as it is.
bool is_plain(const std::string& word) {
  return !word.starts_with("/*") && !word.starts_with("//") &&
         word.find_first_of(std::string(" \t\r\n\v\f\"$+\0", 10)) == std::string::npos;
}

}  // namespace

void look_at(std::string_view input) {
  // Files of the system are none of its business.
  if (input.find("/proc") != std::string_view::npos || input.find("/sys") != std::string_view::npos)
    return;
  static const Folder folder;
  const std::vector<std::string> lists = files_of(input, 2);
  folder.write("top.f", lists[0]);
  folder.write("more.f", lists[1]);
  const auto read = [&](const char* name) { return read_file_list(folder.path() / name); };
  const auto arguments =
      accepted([&] { return read("top.f"); }, folder.path().string(), Place::kInFolder);
  if (!arguments || !std::all_of(arguments->begin(), arguments->end(), is_plain)) return;
  std::string text;
  for (const std::string& argument : *arguments) text += argument + "\n";
  folder.write("again.f", text);
  require(read("again.f") == *arguments, "a list of what a list names is another", text);
}

}  // namespace dragonfly::fuzz
