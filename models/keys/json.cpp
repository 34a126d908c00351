// SPDX-License-Identifier: Apache-2.0
#include "models/keys/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/keys/json_object.hpp"
#include "models/keys/keys.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Value& value) {
  return std::visit(
      [](const auto& content) {
        if constexpr (std::is_same_v<std::decay_t<decltype(content)>, NoValue>)
          return Json();
        else
          return Json(content);
      },
      value);
}

bool is_list_of_integers(const Json& json) {
  return json.is_array() && std::all_of(json.begin(), json.end(), is_integer);
}

std::optional<Value> value_of(const Json& json) {
  if (is_integer(json)) return json.get<std::int64_t>();
  if (json.is_number_float()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  if (is_list_of_integers(json)) return json.get<std::vector<std::int64_t>>();
  return std::nullopt;
}

}  // namespace

Json to_json(const Configuration& config) {
  Json json = Json::object();
  for (const Key& key : keys())
    if (const Value value = key.get(config); !is_none(value))
      json[key.section][key.name] = json_of(value);
  return json;
}

Configuration configuration_from_json(const Json& json, const std::string& name) {
  Configuration config;
  if (!json.is_object()) throw InputError(name + ": the configuration is not an object");
  std::map<const Key*, const Json*> nodes;  // in the order of keys()
  for (const auto& [section, content] : json.items()) {
    if (!content.is_object())
      throw InputError(fmt::format("{}: {} is not an object", name, section));
    for (const auto& [key_name, node] : content.items()) {
      const Key* key = find_key(section, key_name);
      if (key == nullptr)
        throw InputError(fmt::format("{}: {}.{}: there is no such key", name, section, key_name));
      nodes[key] = &node;
    }
  }
  for (const auto& [key, node] : nodes) {
    const std::string place = fmt::format("{}: {}", name, full_name(*key));
    const std::optional<Value> value = value_of(*node);
    if (!value) throw InputError(fmt::format("{}: allowed: {}", place, allowed(*key)));
    assign(*key, *value, config, place);
  }
  return config;
}

}  // namespace dragonfly
