// SPDX-License-Identifier: Apache-2.0
#include "sim/command/key_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/config/configuration.hpp"
#include "models/keys/keys.hpp"
#include "models/keys/toml.hpp"

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
      return key.is_file ? "FILE" : "TEXT";
    case ValueType::kIntegers:
      return "LIST";
  }
  return {};
}

/// Title of the options' group in the help.
std::string group_of(const Key& key) { return "[" + key.section + "]"; }

}  // namespace

KeyOptions::KeyOptions(OptionList& app, const std::string& section,
                       const std::vector<std::string>& without) {
  app.add_option("--config", config_path_, "TOML file with keys; options win over it")
      ->type_name("FILE");
  for (const Key& key : keys()) {
    std::string& text = texts_.emplace_back();
    const bool elsewhere =
        std::find(without.begin(), without.end(), key.options.front()) != without.end();
    if (elsewhere || (!section.empty() && key.section != section)) {
      options_.push_back(nullptr);
      continue;
    }
    const std::string value = to_text(standard(key));
    options_.push_back(app.add_option(cli_names(key), text, description(key))
                           ->type_name(type_name(key) + (value.empty() ? "" : "=" + value))
                           ->group(group_of(key)));
  }
}

std::vector<const Key*> KeyOptions::apply(Configuration& config) const {
  std::vector<const Key*> list;
  if (!config_path_.empty()) list = apply_toml_file(config_path_, config);
  const std::string of_file = config.topology.family;
  for (std::size_t i = 0; i < options_.size(); ++i) {
    if (options_[i] == nullptr || options_[i]->count() == 0) continue;
    const Key& key = keys()[i];
    assign_text(key, texts_[i], config, fmt::format("--{} {}", key.options.front(), texts_[i]));
    // The file is about a network of another family.
    if (i == 0 && config.topology.family != of_file)
      std::erase_if(list, [](const Key* named) { return !named->families.empty(); });
    list.push_back(&key);
  }
  std::sort(list.begin(), list.end());  // they are elements of keys()
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

Configuration KeyOptions::configuration() const {
  Configuration config;
  static_cast<void>(apply(config));
  return config;
}

std::vector<const Key*> KeyOptions::given() const {
  Configuration ignored;
  return apply(ignored);
}

std::vector<const Key*> KeyOptions::named() const {
  std::vector<const Key*> list;
  Configuration ignored;
  if (!config_path_.empty()) list = apply_toml_file(config_path_, ignored);
  for (std::size_t i = 0; i < options_.size(); ++i)
    if (options_[i] != nullptr && options_[i]->count() > 0) list.push_back(&keys()[i]);
  return list;
}

std::vector<NamedFile> KeyOptions::inputs(const Configuration& config) const {
  std::vector<NamedFile> files = {{"--config", config_path_}};
  for (const Key& key : keys())
    if (key.is_file) files.push_back({full_name(key), to_text(key.get(config))});
  return files;
}

Option* KeyOptions::option(const Key& key) const {
  return options_[static_cast<std::size_t>(&key - keys().data())];
}

const std::string& KeyOptions::text(const Key& key) const {
  return texts_[static_cast<std::size_t>(&key - keys().data())];
}

std::vector<std::string> option_arguments(const Configuration& config) {
  std::vector<std::string> arguments;
  for (const Key& key : keys()) {
    const Value value = key.get(config);
    if (is_none(value) || value == standard(key, config)) continue;
    arguments.push_back("--" + key.options.front());
    arguments.push_back(to_text(value));
  }
  return arguments;
}

}  // namespace dragonfly
