// SPDX-License-Identifier: Apache-2.0
// Configurations for property tests.
#pragma once

#include <algorithm>
#include <random>

#include "models/config/configuration.hpp"
#include "models/keys/keys.hpp"

namespace dragonfly {

/// A value that the key takes.
template <class Random>
Value random_value(const Key& key, Random& random) {
  // Small numbers about as often as large ones, and the bounds themselves now and then.
  const auto integer = [&]() -> std::int64_t {
    if (random() % 8 == 0) return random() % 2 == 0 ? key.lowest : key.highest;
    const std::int64_t most =
        random() % 2 == 0 ? std::min<std::int64_t>(key.highest, 20) : key.highest;
    return std::uniform_int_distribution<std::int64_t>(key.lowest, most)(random);
  };
  switch (key.type) {
    case ValueType::kInteger:
      return integer();
    case ValueType::kReal:
      if (random() % 4 == 0) return static_cast<double>(integer());
      return std::uniform_real_distribution<double>(static_cast<double>(key.lowest),
                                                    static_cast<double>(key.highest))(random);
    case ValueType::kChoice:
      return key.choices[random() % key.choices.size()];
    case ValueType::kText: {
      static const std::string kTexts[] = {"",          "trace.txt",    "a b",       "it's",
                                           "say \"x\"", "a\\b",         "tab\there", "two\nlines",
                                           "# none",    "\u00e4\u4e2d", "'''x'''"};
      return kTexts[random() % std::size(kTexts)];
    }
    case ValueType::kIntegers: {
      std::vector<std::int64_t> list(1 + random() % 5);
      for (std::int64_t& number : list) number = integer();
      return list;
    }
  }
  return {};
}

/// A configuration whose network is of a family that has the key.
inline Configuration configuration_with(const Key& key) {
  Configuration config;
  if (!key.families.empty()) config.topology.family = key.families.front();
  return config;
}

template <class Random>
Configuration random_configuration(Random& random) {
  Configuration config;
  for (const Key& key : keys())
    if (applies(key, config)) assign(key, random_value(key, random), config, full_name(key));
  return config;
}

/// All values, in the order of the keys.
inline std::vector<Value> values_of(const Configuration& config) {
  std::vector<Value> values;
  for (const Key& key : keys()) values.push_back(key.get(config));
  return values;
}

}  // namespace dragonfly
