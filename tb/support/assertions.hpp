// SPDX-License-Identifier: Apache-2.0
// Assertions of the RTL as C++ exceptions.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace dragonfly::tb {

/// Assertions of the RTL failed.
class AssertionFailed : public std::runtime_error {
 public:
  AssertionFailed(const std::string& messages, std::string names)
      : std::runtime_error(messages), names_(std::move(names)) {}

  /// The names that the assertions have in the RTL, in alphabetical order with commas.
  [[nodiscard]] const std::string& names() const { return names_; }

 private:
  std::string names_;
};

/// Throws AssertionFailed if assertions have failed since the last call.
void throw_failed_assertions();

/// Names of the assertions that fail while `action` runs, in alphabetical order with commas; empty
/// if none fails.
template <class Action>
[[nodiscard]] std::string assertions_fired_by(Action&& action) {
  try {
    action();
  } catch (const AssertionFailed& failure) {
    return failure.names();
  }
  return {};
}

}  // namespace dragonfly::tb
