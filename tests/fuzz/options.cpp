// SPDX-License-Identifier: Apache-2.0
// Keys as options of the command line, a word a line.
#include "sim/command/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "models/config/configuration.hpp"
#include "models/keys/json.hpp"
#include "sim/command/key_options.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace dragonfly::fuzz {
namespace {

class Parser {
 public:
  /// The configuration; nothing if CLI11 does not take the words. Throws InputError.
  std::optional<Configuration> read(std::vector<std::string> words) {
    words.insert(words.begin(), "run");
    std::reverse(words.begin(), words.end());  // as CLI11 takes them
    try {
      root_.parse(std::move(words));
    } catch (const CLI::ParseError&) {
      return std::nullopt;
    }
    return keys_.configuration();
  }

 private:
  CLI::App root_{"", "fuzz"};
  OptionList options_{root_, "run", ""};
  KeyOptions keys_{options_};
};

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

void look_at(std::string_view input) {
  // A file that it names would be read: config_toml looks at those. Words of a command line have no
  // zeros.
  if (input.find('\0') != std::string_view::npos ||
      input.find("--conf") != std::string_view::npos || names_large_sizes(input))
    return;
  static Parser parser;
  std::optional<Configuration> config;
  try {
    config = parser.read(lines_of(input));
  } catch (const InputError& error) {
    require_place(error.what(), "--", Place::kName);
    return;
  }
  if (!config) return;
  const auto again = parser.read(option_arguments(*config));
  require(again && to_json(*again) == to_json(*config),
          "the options of a configuration mean another one", input);
}

}  // namespace dragonfly::fuzz
