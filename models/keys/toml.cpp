// SPDX-License-Identifier: Apache-2.0
#include "models/keys/toml.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <sstream>

#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "models/common/spelling.hpp"
#include "models/keys/keys.hpp"

namespace dragonfly {
namespace {

std::string at(const std::string& file, const toml::source_position& position) {
  return fmt::format("{}:{}:{}", file, position.line, position.column);
}

/// Refuses headers without a name: toml++ 3.4 aborts at them if it was built with assertions.
void check_headers(std::string_view text, const std::string& file) {
  constexpr std::string_view kBlank = " \t";
  for (toml::source_index line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view content = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    std::size_t name = content.find_first_not_of(kBlank);
    if (name == std::string_view::npos || content[name] != '[') continue;
    name += content.substr(name).starts_with("[[") ? 2 : 1;
    name = std::min(content.find_first_not_of(kBlank, name), content.size());
    const char first = name < content.size() ? content[name] : '\n';
    const bool good = std::isalnum(static_cast<unsigned char>(first)) != 0 ||
                      std::string_view("_-\"']").find(first) != std::string_view::npos;
    if (good) continue;
    throw InputError(fmt::format("{}: this is not TOML: a section has the form [name]",
                                 at(file, {line, static_cast<toml::source_index>(name + 1)})));
  }
}

std::vector<std::string> section_names() {
  std::vector<std::string> list;
  for (const Section& section : sections()) list.push_back(section.name);
  return list;
}

/// Of the keys of a section, those of `config`, or all.
std::vector<std::string> key_names(const std::string& section, const Configuration* config) {
  std::vector<std::string> list;
  for (const Key& key : keys()) {
    if (key.section == section && (config == nullptr || applies(key, *config)))
      list.push_back(key.name);
  }
  return list;
}

/// "; it belongs to section [x]" if another section has a key of this name.
std::string right_section(const std::string& name) {
  for (const Key& key : keys()) {
    if (key.name == name) return fmt::format("; '{}' belongs to section [{}]", name, key.section);
  }
  return {};
}

[[noreturn]] void refuse_section(const std::string& place, const std::string& name,
                                 const toml::node& node) {
  const auto all = section_names();
  const std::string list = fmt::format("sections: {}", fmt::join(all, ", "));
  if (node.is_table()) {
    throw InputError(
        fmt::format("{}: unknown section [{}]{}; {}", place, name, did_you_mean(name, all), list));
  }
  throw InputError(fmt::format("{}: the key '{}' stands outside of the sections{}; {}", place, name,
                               right_section(name), list));
}

[[noreturn]] void refuse_key(const std::string& place, const std::string& section,
                             const std::string& name, const Configuration& config) {
  const auto own = key_names(section, &config);
  std::string hint = right_section(name);
  if (hint.empty()) hint = did_you_mean(name, own);
  if (hint.empty()) hint = did_you_mean(name, key_names(section, nullptr));
  throw InputError(fmt::format("{}: unknown key '{}' in section [{}]{}; keys: {}", place, name,
                               section, hint, fmt::join(own, ", ")));
}

const char* type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::boolean:
      return "a truth value";
    case toml::node_type::array:
      return "a list that holds something else than integers";
    case toml::node_type::table:
      return "a table";
    default:
      return "a date or time";
  }
}

/// As it might stand in the file.
std::string source_text(const toml::node& node) {
  std::ostringstream text;
  node.visit([&](const auto& value) { text << value; });
  return text.str();
}

std::optional<std::vector<std::int64_t>> integers(const toml::array& array) {
  std::vector<std::int64_t> list;
  for (const toml::node& element : array) {
    if (!element.is_integer()) return std::nullopt;
    list.push_back(element.as_integer()->get());
  }
  return list;
}

std::optional<Value> value_of(const toml::node& node) {
  if (const auto* integer = node.as_integer()) return integer->get();
  if (const auto* real = node.as_floating_point()) return real->get();
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* array = node.as_array()) {
    if (auto list = integers(*array)) return *std::move(list);
  }
  return std::nullopt;
}

void apply_key(const Key& key, const toml::node& node, const std::string& file,
               Configuration& config) {
  const std::string place =
      fmt::format("{}: {} = {}", at(file, node.source().begin), full_name(key), source_text(node));
  const std::optional<Value> value = value_of(node);
  if (!value) {
    throw InputError(
        fmt::format("{}: this is {}; allowed: {}", place, type_name(node), allowed(key)));
  }
  assign(key, *value, config, place);
}

/// In the order of keys(): the first one decides which others there are.
void apply_section(const std::string& section, const toml::table& table, const std::string& file,
                   Configuration& config, std::vector<const Key*>& applied) {
  for (const Key& key : keys()) {
    if (key.section != section) continue;
    const toml::node* node = table.get(key.name);
    if (node == nullptr) continue;
    apply_key(key, *node, file, config);
    applied.push_back(&key);
  }
  for (const auto& [name, node] : table)
    if (find_key(section, name.str()) == nullptr)
      refuse_key(at(file, name.source().begin), section, std::string(name.str()), config);
}

toml::table parse(std::string_view text, const std::string& name) {
  check_headers(text, name);
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw InputError(fmt::format("{}: this is not TOML: {}", at(name, error.source().begin),
                                 error.description()));
  }
}

std::string toml_text(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    return source_text(toml::value<std::string>(*text));
  }
  if (std::holds_alternative<std::vector<std::int64_t>>(value)) {
    return "[" + to_text(value) + "]";
  }
  std::string number = to_text(value);
  const bool looks_integral = number.find_first_of(".e") == std::string::npos;
  if (std::holds_alternative<double>(value) && looks_integral) number += ".0";
  return number;
}

}  // namespace

std::vector<const Key*> apply_toml(std::string_view text, const std::string& name,
                                   Configuration& config) {
  const toml::table file = parse(text, name);
  std::vector<const Key*> applied;
  for (const auto& [section, node] : file) {
    const std::string title(section.str());
    const auto all = section_names();
    const bool known = std::find(all.begin(), all.end(), title) != all.end();
    if (!known || !node.is_table()) refuse_section(at(name, section.source().begin), title, node);
    apply_section(title, *node.as_table(), name, config, applied);
  }
  return applied;
}

std::vector<const Key*> apply_toml_file(const std::string& path, Configuration& config) {
  return apply_toml(read_text_file(path), path, config);
}

std::vector<TomlValue> flat_toml(std::string_view text, const std::string& name) {
  std::vector<TomlValue> list;
  const toml::table file = parse(text, name);
  for (const auto& [key, node] : file) {
    const std::string title(key.str());
    const std::string place = at(name, key.source().begin);
    const std::optional<Value> value = value_of(node);
    if (!value)
      throw InputError(fmt::format("{}: {} is {}; allowed: a number, a text or a list of integers",
                                   place, title, type_name(node)));
    list.push_back({title, to_text(*value), place});
  }
  return list;
}

std::string to_toml(const Configuration& config) {
  std::string text;
  for (const Section& section : sections()) {
    text += fmt::format("{}# {}\n[{}]\n", text.empty() ? "" : "\n", section.help, section.name);
    for (const Key& key : keys()) {
      if (key.section != section.name) continue;
      const Value value = key.get(config);
      if (is_none(value)) continue;
      text += fmt::format("# {}{}{}; {}\n{} = {}\n", key.help, key.unit.empty() ? "" : ", in ",
                          key.unit, allowed(key), key.name, toml_text(value));
    }
  }
  return text;
}

}  // namespace dragonfly
