// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/verilator_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <sstream>

namespace dragonfly {

namespace {

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

/// Whether an error is only that there has been one.
bool is_aftermath(const std::string& line) {
  constexpr std::array kAftermath = {"%Error: Exiting due to", "%Error: Command Failed",
                                     "%Error: Cannot continue", "%Error: make ", " exited with "};
  return std::any_of(kAftermath.begin(), kAftermath.end(),
                     [&](const char* part) { return contains(line, part); });
}

bool is_advice(const std::string& line) {
  constexpr std::array kAdvice = {"... For warning description see",
                                  "... For error description see",
                                  "... Use \"/* verilator lint_off", "... See the manual at"};
  return std::any_of(kAdvice.begin(), kAdvice.end(),
                     [&](const char* part) { return contains(line, part); });
}

bool is_part_of_path(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_' ||
         character == '.' || character == '/' || character == '-';
}

/// Replaces names of sources in the build directory by those of the files that they came from.
std::string with_origins(std::string text, const std::vector<SourceFile>& sources) {
  for (const SourceFile& source : sources) {
    if (source.origin.empty()) continue;
    for (std::size_t at = text.find(source.name); at != std::string::npos;
         at = text.find(source.name, at)) {
      const std::size_t end = at + source.name.size();
      const bool whole = (at == 0 || !is_part_of_path(text[at - 1])) &&
                         (end == text.size() || !is_part_of_path(text[end]));
      if (whole) text.replace(at, source.name.size(), source.origin);
      at += whole ? source.origin.size() : source.name.size();
    }
  }
  return text;
}

}  // namespace

VerilatorMessages verilator_messages(const std::string& output,
                                     const std::vector<SourceFile>& sources) {
  VerilatorMessages messages;
  std::istringstream lines(output);
  std::string* message = nullptr;  // that the next line may go on with
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("%Error") && !is_aftermath(line)) {
      message = &messages.errors.emplace_back(with_origins(line, sources));
    } else if (line.starts_with("%Warning")) {
      message = &messages.warnings.emplace_back(with_origins(line, sources));
    } else if (!line.starts_with(" ") || contains(line, "... Looked in:")) {
      message = nullptr;
    } else if (message != nullptr && !is_advice(line)) {
      *message += "\n" + with_origins(line, sources);
    }
  }
  return messages;
}

std::string listed(const std::vector<std::string>& messages, const std::string& rest) {
  constexpr std::size_t kMost = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, messages.size()); ++i) text += messages[i] + "\n";
  if (messages.size() > kMost) text += fmt::format("and {} more; ", messages.size() - kMost);
  return text + rest;
}

std::string listed_errors(const std::string& output, const std::vector<SourceFile>& sources,
                          const std::string& rest) {
  const std::vector<std::string> errors = verilator_messages(output, sources).errors;
  return errors.empty() ? output + rest : listed(errors, rest);
}

std::string name_of_rtl(const std::vector<SourceFile>& sources) {
  const auto list = std::find_if(sources.begin(), sources.end(), [](const SourceFile& source) {
    return source.name.starts_with("rtl/") && source.name.ends_with(".f");
  });
  if (list == sources.end() || list->origin.empty()) return "the RTL";
  return "the RTL of " + std::filesystem::path(list->origin).parent_path().string();
}

}  // namespace dragonfly
