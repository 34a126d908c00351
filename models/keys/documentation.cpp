#include "models/keys/documentation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/families/family_registry.hpp"
#include "models/keys/keys.hpp"

namespace dragonfly {
namespace {

std::string options(const Key& key) {
  return fmt::format("`--{}`", fmt::join(key.options, "`, `--"));
}

/// Type, range and unit in a few characters.
std::string values(const Key& key) {
  const std::string range = fmt::format("{} to {}", key.lowest, key.highest);
  const std::string unit = key.unit.empty() ? "" : " " + key.unit;
  switch (key.type) {
    case ValueType::kInteger:
      return range + unit;
    case ValueType::kReal:
      return fmt::format("{}, real{}{}", range, unit.empty() ? "" : ",", unit);
    case ValueType::kChoice:
      return fmt::format("`{}`", fmt::join(key.choices, "`, `"));
    case ValueType::kText:
      return key.is_file ? "path of a file" : "text";
    case ValueType::kIntegers:
      return "list of " + range + unit;
  }
  return {};
}

std::string default_value(const Key& key) {
  const std::string text = to_text(standard(key));
  return text.empty() ? "" : fmt::format("`{}`", text);
}

std::string parameters_of(const Family& family) {
  std::vector<std::string> texts;
  for (const FamilyParameter& parameter : family.parameters)
    texts.push_back(fmt::format("`{}`{}", parameter.name, parameter.required ? " (required)" : ""));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string routings_of(const Family& family) {
  std::vector<std::string> names;
  for (const FamilyRouting& routing : routings(family)) names.push_back(routing.name);
  return fmt::format("`{}`", fmt::join(names, "`, `"));
}

std::string family_reference() {
  std::string text =
      "\n## Families of networks\n\n| family | parameters | routings | networks |\n"
      "|---|---|---|---|\n";
  for (const Family& family : families())
    text += fmt::format("| `{}` | {} | {} | {} |\n", family.name, parameters_of(family),
                        routings_of(family), family.description);
  text += "\n| routing | family | paths |\n|---|---|---|\n";
  std::string of_others;
  for (const Family& family : families()) {
    for (const FamilyRouting& routing : routings(family)) {
      const bool own = !family.routings.empty();
      const std::string line = fmt::format("| `{}` | {} | {} |\n", routing.name,
                                           own ? family.name : "all others", routing.description);
      std::string& to = own ? text : of_others;
      if (to.find(line) == std::string::npos) to += line;
    }
  }
  return text + of_others;
}

}  // namespace

std::string key_reference() {
  std::string text;
  for (const Section& section : sections()) {
    text += fmt::format(
        "{}## [{}]\n\n{}\n\n| key | option | values | default | meaning |\n|---|---|---|---|---|\n",
        text.empty() ? "" : "\n", section.name, section.help);
    for (const Key& key : keys()) {
      if (key.section != section.name) continue;
      text += fmt::format("| `{}` | {} | {} | {} | {} |\n", key.name, options(key), values(key),
                          default_value(key), key.help);
    }
  }
  return text + family_reference();
}

}  // namespace dragonfly
