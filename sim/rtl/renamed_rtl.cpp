// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/renamed_rtl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>

#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "models/common/version.hpp"
#include "sim/rtl/file_list.hpp"
#include "sim/rtl/rtl_origin.hpp"
#include "sim/rtl/rtl_text.hpp"
#include "sim/rtl/source_directory.hpp"

namespace dragonfly {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "df_", kMacroPrefix = "DF_";
constexpr std::size_t kLongestName = 40;
/// For other simulators; not part of the router.
constexpr const char* kBench = "sim/rtl/df_replay.sv";

bool is_small(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string capitals(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

void check_name(const std::string& name) {
  const bool possible = !name.empty() && name.size() <= kLongestName && is_small(name[0]) &&
                        std::all_of(name.begin(), name.end(),
                                    [](char c) { return is_small(c) || is_digit(c) || c == '_'; });
  if (!possible) {
    throw InputError(fmt::format(
        "'{}' cannot begin the names of modules: it must be a small letter and then small letters, "
        "digits and _, at most {} in all",
        name, kLongestName));
  }
  if (name == "df") throw InputError("'df' is what the names begin with already; choose another");
}

/// The text with the beginnings of words replaced.
std::string renamed(const std::string& text, const std::string& name) {
  const std::string macro_name = capitals(name);
  std::string result;
  result.reserve(text.size() + text.size() / 8);
  for (std::size_t at = 0; at < text.size();) {
    if (!in_word(text[at])) {
      result += text[at++];
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && in_word(text[end])) ++end;
    const std::string_view word = std::string_view(text).substr(at, end - at);
    const std::size_t rest = kPrefix.size() - 1;  // from the _ on
    if (word.starts_with(kPrefix))
      result.append(name).append(word.substr(rest));
    else if (word.starts_with(kMacroPrefix))
      result.append(macro_name).append(word.substr(rest));
    else
      result += word;
    at = end;
  }
  return result;
}

/// Sources and what they include, each once, by the names that they have in one folder.
class Collector {
 public:
  explicit Collector(const std::vector<std::string>& arguments) {
    constexpr std::string_view kDirectory = "+incdir+";
    for (const std::string& argument : arguments)
      if (argument.starts_with(kDirectory))
        directories_.emplace_back(argument.substr(kDirectory.size()));
    for (const std::string& argument : arguments) {
      if (argument.starts_with(kDirectory)) continue;
      if (!fs::path(argument).is_absolute())
        throw InputError(
            fmt::format("a copy of the RTL cannot have {}, which its list has", argument));
      sources_.push_back(add(argument));
    }
    for (const std::string& source : sources_) add_included(files_.at(source));
  }

  /// Names of sources in the order of the list.
  [[nodiscard]] const std::vector<std::string>& sources() const { return sources_; }
  /// By name in one folder.
  [[nodiscard]] const std::map<std::string, fs::path>& files() const { return files_; }

 private:
  std::string add(const fs::path& path) {
    std::string name = path.filename().string();
    const auto [entry, is_new] = files_.emplace(name, path);
    if (!is_new && entry->second != path)
      throw InputError(fmt::format("{} and {} have the same name, so they cannot be in one folder",
                                   entry->second.string(), path.string()));
    return name;
  }

  void add_included(const fs::path& file) {
    for (const std::string& name : included_files(read_text_file(file))) {
      const fs::path path = found(name, file);
      if (files_.contains(path.filename().string()) && files_.at(path.filename().string()) == path)
        continue;
      add(path);
      add_included(path);
    }
  }

  [[nodiscard]] fs::path found(const std::string& name, const fs::path& from) const {
    std::error_code error;
    for (const fs::path& directory : directories_)
      if (fs::is_regular_file(directory / name, error)) return directory / name;
    throw InputError(fmt::format("{} includes {}, which is in no directory of the list",
                                 from.filename().string(), name));
  }

  std::vector<fs::path> directories_;
  std::vector<std::string> sources_;
  std::map<std::string, fs::path> files_;
};

/// Refuses declarations that would have the same name in every copy.
void check_declarations(const std::string& file, const std::string& text) {
  for (const Declaration& declared : declarations(text)) {
    if (!declared.name.starts_with(kPrefix)) {
      throw InputError(fmt::format(
          "{} declares the {} {}, which would have this name in every copy of the RTL; names that "
          "begin with {} get another",
          file, declared.kind, declared.name, kPrefix));
    }
  }
}

std::string sizes(const VariantParameters& parameters, const std::string& name,
                  const RtlOrigin& origin) {
  const std::string macro_name = capitals(name);
  std::string text = fmt::format(
      "// The sizes of {0}_router: {1}.\n"
      "// Written by dragonfly {2} from RTL with the content {3}.\n"
      "`ifndef {4}_SIZES_SVH\n`define {4}_SIZES_SVH\n",
      name, parameters.describe(), kVersion, origin.content, macro_name);
  for (const auto& [macro, value] : parameters.defines())
    text += fmt::format("`define {} {}\n", renamed(macro, name), value);
  return text + "`endif\n";
}

}  // namespace

std::vector<SourceFile> renamed_rtl(const VariantParameters& parameters,
                                    const std::vector<SourceFile>& sources,
                                    const std::string& name) {
  check_name(name);
  const SourceDirectory directory(sources);
  const Collector collector(
      read_file_list(directory.path() / list_among_sources(parameters.family)));

  const std::string sizes_name = name + "_sizes.svh";
  std::string list =
      fmt::format("// The router {0}_router ({1}).\n+incdir+.\n", name, parameters.describe());
  for (const std::string& source : collector.sources()) list += renamed(source, name) + "\n";
  std::vector<SourceFile> files = {{name + ".f", list},
                                   {sizes_name, sizes(parameters, name, rtl_origin(sources))}};
  const auto add = [&](const std::string& file) {
    const fs::path& path = collector.files().at(file);
    const std::string text = read_text_file(path);
    check_declarations(file, text);
    files.push_back({renamed(file, name),
                     with_include(renamed(without_folders(text), name), sizes_name),
                     path.string()});
  };
  for (const std::string& source : collector.sources()) add(source);
  const std::set<std::string> listed(collector.sources().begin(), collector.sources().end());
  for (const auto& [file, path] : collector.files())
    if (!listed.contains(file)) add(file);
  const fs::path bench = directory.path() / kBench;
  files.push_back({renamed(bench.filename().string(), name),
                   with_include(renamed(read_text_file(bench), name), sizes_name), bench.string()});
  return files;
}

}  // namespace dragonfly
