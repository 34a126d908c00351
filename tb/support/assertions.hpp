// Assertions of the RTL as C++ exceptions.
#pragma once

#include <stdexcept>
#include <string>

namespace dragonfly::tb {

/// An assertion of the RTL failed.
class AssertionFailed : public std::runtime_error {
 public:
  AssertionFailed(const std::string& message, std::string name)
      : std::runtime_error(message), name_(std::move(name)) {}

  /// The name that the assertion has in the RTL.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
};

/// Name of the assertion that fails while `action` runs; empty if none does.
template <class Action>
[[nodiscard]] std::string assertion_fired_by(Action&& action) {
  try {
    action();
  } catch (const AssertionFailed& failure) {
    return failure.name();
  }
  return {};
}

}  // namespace dragonfly::tb
