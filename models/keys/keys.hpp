// SPDX-License-Identifier: Apache-2.0
// The one table of all configuration keys. TOML files, command line options, the JSON in results,
// checks, and docs/configuration.md all follow from it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/keys/value.hpp"

namespace dragonfly {

struct Configuration;

/// A section of the TOML file.
struct Section {
  std::string name;
  std::string help;
};

/// A key: a field of Configuration, or a parameter of families of networks, and all there is to
/// know about it.
struct Key {
  std::string section;
  std::string name;                  ///< in TOML, e.g. "buffer_depth"
  std::vector<std::string> options;  ///< of the command line, without dashes; the first is the name
  ValueType type = ValueType::kInteger;
  std::int64_t lowest = 0, highest = 0;  ///< numbers, and each element of a list; inclusive
  std::vector<std::string> choices;      ///< kChoice, in the order of the enumeration
  std::vector<std::pair<std::string, std::string>> aliases;  ///< kChoice: other name, choice
  std::string unit;                                          ///< empty: a plain number or name
  std::string help;
  /// A parameter of these families only, by their names; empty: every configuration has the key.
  std::vector<std::string> families;
  bool by_family = false;  ///< its value where it is not given depends on the family
  bool is_file = false;    ///< kText: the path of a file that is read; empty: none
  std::function<Value(const Configuration&)> get;         ///< NoValue for other families
  std::function<void(Configuration&, const Value&)> set;  ///< of a value that conforms, or NoValue
};

[[nodiscard]] const std::vector<Section>& sections();

/// All keys, by section. The first one is the family of the network, on which it depends what other
/// keys of its section there are; setting it to another family forgets the parameters. Families
/// that are added to the registry later (add_family()) have no keys.
[[nodiscard]] const std::vector<Key>& keys();

/// nullptr if there is none.
[[nodiscard]] const Key* find_key(std::string_view section, std::string_view name);

/// Whether the family of the configuration has the key.
[[nodiscard]] bool applies(const Key& key, const Configuration& config);

/// The value of the key where it is not given, in a network of the family of `config`.
[[nodiscard]] Value standard(const Key& key, const Configuration& config);
/// The same where all families that have the key agree; else NoValue.
[[nodiscard]] Value standard(const Key& key);

/// "router.buffer_depth".
[[nodiscard]] std::string full_name(const Key& key);

/// What the key accepts, e.g. "an integer from 1 to 1024" or "one of greedy, sequential".
[[nodiscard]] std::string allowed(const Key& key);

/// Sets the key. Names of choices may be in any case, with '_' for '-'. `place` says what was set
/// where, e.g. "net.toml:4:16: router.buffer_depth = 5000"; it begins the message of the
/// InputError thrown for a value of the wrong type (an integer may stand for a real) or out of
/// range, and for a parameter that the family of the configuration does not have.
void assign(const Key& key, const Value& value, Configuration& config, const std::string& place);

/// The same for a value in the form of to_text().
void assign_text(const Key& key, std::string_view text, Configuration& config,
                 const std::string& place);

}  // namespace dragonfly
