// SPDX-License-Identifier: Apache-2.0
#include "models/keys/documentation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

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

/// Routings, and the families that have them.
std::string routing_reference() {
  struct Row {
    FamilyRouting routing;
    std::vector<std::string> families;
  };
  std::vector<Row> own, of_others;
  for (const Family& family : families()) {
    std::vector<Row>& rows = family.routings.empty() ? of_others : own;
    for (const FamilyRouting& routing : routings(family)) {
      auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& known) {
        return known.routing.name == routing.name &&
               known.routing.description == routing.description;
      });
      if (row == rows.end()) row = rows.insert(rows.end(), {routing, {}});
      row->families.push_back(family.name);
    }
  }
  std::string text = "\n| routing | family | paths |\n|---|---|---|\n";
  for (const auto& [routing, names] : own)
    text += fmt::format("| `{}` | {} | {} |\n", routing.name, fmt::join(names, ", "),
                        routing.description);
  for (const auto& [routing, names] : of_others)
    text += fmt::format("| `{}` | all others | {} |\n", routing.name, routing.description);
  return text;
}

std::string family_reference() {
  std::string text =
      "\n## Families of networks\n\n| family | parameters | routings | networks |\n"
      "|---|---|---|---|\n";
  for (const Family& family : families())
    text += fmt::format("| `{}` | {} | {} | {} |\n", family.name, parameters_of(family),
                        routings_of(family), family.description);
  return text + routing_reference();
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
