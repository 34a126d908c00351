// SPDX-License-Identifier: Apache-2.0
// Objects that a program has written as JSON, read key by key.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>

namespace dragonfly {

/// An object of a file. Every function throws InputError with the name of the file and the key if
/// that is missing, or is something else than what is asked for: no number is rounded, and none is
/// cut to fewer bits.
class JsonObject {
 public:
  /// `json` must outlive this object. `name`: of the file, with the path of the object in it, for
  /// messages.
  JsonObject(const nlohmann::ordered_json& json, std::string name)
      : json_(json), name_(std::move(name)) {}

  [[nodiscard]] const nlohmann::ordered_json& at(const char* key) const;
  [[nodiscard]] std::int64_t integer(
      const char* key, std::int64_t lowest = std::numeric_limits<std::int64_t>::min(),
      std::int64_t highest = std::numeric_limits<std::int64_t>::max()) const;
  [[nodiscard]] int small_integer(const char* key) const;
  [[nodiscard]] double real(const char* key) const;
  [[nodiscard]] bool truth(const char* key) const;
  [[nodiscard]] std::string text(const char* key) const;
  /// A list, the elements of which may be anything.
  [[nodiscard]] const nlohmann::ordered_json& list(const char* key) const;

 private:
  [[noreturn]] void refuse(const char* key, const std::string& what) const;

  const nlohmann::ordered_json& json_;
  std::string name_;
};

/// Whether it is an integer that fits in 64 bits with a sign.
[[nodiscard]] bool is_integer(const nlohmann::ordered_json& json);

}  // namespace dragonfly
