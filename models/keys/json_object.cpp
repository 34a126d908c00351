// SPDX-License-Identifier: Apache-2.0
#include "models/keys/json_object.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "models/common/error.hpp"

namespace dragonfly {

using Json = nlohmann::ordered_json;

bool is_integer(const Json& json) {
  return json.is_number_integer() &&
         (!json.is_number_unsigned() || std::in_range<std::int64_t>(json.get<std::uint64_t>()));
}

void JsonObject::refuse(const char* key, const std::string& what) const {
  throw InputError(fmt::format("{}: {}: {}", name_, key, what));
}

const Json& JsonObject::at(const char* key) const {
  if (!json_.is_object()) throw InputError(name_ + ": this is not an object");
  const auto found = json_.find(key);
  if (found == json_.end()) refuse(key, "this key is missing");
  return *found;
}

std::int64_t JsonObject::integer(const char* key, std::int64_t lowest, std::int64_t highest) const {
  const Json& value = at(key);
  if (!is_integer(value) || value.get<std::int64_t>() < lowest ||
      value.get<std::int64_t>() > highest)
    refuse(key, fmt::format("this must be a whole number from {} to {}", lowest, highest));
  return value.get<std::int64_t>();
}

int JsonObject::small_integer(const char* key) const {
  return static_cast<int>(
      integer(key, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

double JsonObject::real(const char* key) const {
  const Json& value = at(key);
  if (!value.is_number()) refuse(key, "this must be a number");
  return value.get<double>();
}

bool JsonObject::truth(const char* key) const {
  const Json& value = at(key);
  if (!value.is_boolean()) refuse(key, "this must be true or false");
  return value.get<bool>();
}

std::string JsonObject::text(const char* key) const {
  const Json& value = at(key);
  if (!value.is_string()) refuse(key, "this must be a text");
  return value.get<std::string>();
}

const Json& JsonObject::list(const char* key) const {
  const Json& value = at(key);
  if (!value.is_array()) refuse(key, "this must be a list");
  return value;
}

}  // namespace dragonfly
