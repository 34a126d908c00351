#include "sim/command/key_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/config/keys.hpp"
#include "models/config/toml.hpp"

namespace dragonfly {
namespace {

/// "--routing,--algorithm"
std::string cli_names(const Key& key) { return fmt::format("--{}", fmt::join(key.options, ",--")); }

std::string description(const Key& key) {
  const std::string unit = key.unit.empty() ? "" : " (" + key.unit + ")";
  const char* const example = key.type == ValueType::kIntegers ? ", as in 3,17-20" : "";
  return fmt::format("{}{}; {}{}", key.help, unit, allowed(key), example);
}

std::string type_name(const Key& key) {
  switch (key.type) {
    case ValueType::kInteger:
      return "INT";
    case ValueType::kReal:
      return "REAL";
    case ValueType::kChoice:
      return "NAME";
    case ValueType::kText:
      return "TEXT";
    case ValueType::kIntegers:
      return "LIST";
  }
  return {};
}

/// Title of the options' group in the help.
std::string group_of(const Key& key) { return "[" + key.section + "]"; }

}  // namespace

KeyOptions::KeyOptions(CLI::App& app, const std::string& section) {
  app.add_option("--config", config_path_, "TOML file with keys; options win over it")
      ->type_name("FILE");
  for (const Key& key : keys()) {
    std::string& text = texts_.emplace_back();
    if (!section.empty() && key.section != section) {
      options_.push_back(nullptr);
      continue;
    }
    const std::string standard = to_text(key.get(Configuration{}));
    options_.push_back(app.add_option(cli_names(key), text, description(key))
                           ->type_name(type_name(key) + (standard.empty() ? "" : "=" + standard))
                           ->group(group_of(key)));
  }
}

Configuration KeyOptions::configuration() const {
  Configuration config;
  if (!config_path_.empty()) apply_toml_file(config_path_, config);
  for (std::size_t i = 0; i < options_.size(); ++i) {
    if (options_[i] == nullptr || options_[i]->count() == 0) continue;
    const Key& key = keys()[i];
    assign_text(key, texts_[i], config, fmt::format("--{} {}", key.options.front(), texts_[i]));
  }
  return config;
}

std::vector<const Key*> KeyOptions::given() const {
  std::vector<const Key*> in_file;
  Configuration ignored;
  if (!config_path_.empty()) in_file = apply_toml_file(config_path_, ignored);
  std::vector<const Key*> list;
  for (std::size_t i = 0; i < options_.size(); ++i) {
    const Key* key = &keys()[i];
    const bool named = std::find(in_file.begin(), in_file.end(), key) != in_file.end();
    if (named || (options_[i] != nullptr && options_[i]->count() > 0)) list.push_back(key);
  }
  return list;
}

std::vector<std::string> option_arguments(const Configuration& config) {
  std::vector<std::string> arguments;
  for (const Key& key : keys()) {
    const Value value = key.get(config);
    if (value == key.get(Configuration{})) continue;
    arguments.push_back("--" + key.options.front());
    arguments.push_back(to_text(value));
  }
  return arguments;
}

}  // namespace dragonfly
