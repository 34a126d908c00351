#include "models/keys/documentation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
      return "text";
    case ValueType::kIntegers:
      return "list of " + range + unit;
  }
  return {};
}

std::string default_value(const Key& key) {
  const std::string text = to_text(key.get(Configuration{}));
  return text.empty() ? "" : fmt::format("`{}`", text);
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
  return text;
}

}  // namespace dragonfly
