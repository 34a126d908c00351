// SPDX-License-Identifier: Apache-2.0
#include "models/keys/value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dragonfly {
namespace {

struct Formatter {
  std::string operator()(std::int64_t number) const { return std::to_string(number); }
  std::string operator()(double number) const { return fmt::format("{}", number); }
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(const std::vector<std::int64_t>& list) const {
    return fmt::format("{}", fmt::join(list, ","));
  }
  std::string operator()(NoValue) const { return {}; }
};

}  // namespace

std::string to_text(const Value& value) { return std::visit(Formatter{}, value); }

}  // namespace dragonfly
