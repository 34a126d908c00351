// SPDX-License-Identifier: Apache-2.0
#include "models/cost/checked.hpp"

#include <fmt/format.h>

#include <limits>

#include "models/common/error.hpp"

namespace dragonfly {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

[[noreturn]] void refuse(std::string_view what, double size) {
  throw InputError(
      fmt::format("the network would have about {:.2e} {}, and at most {:.2e} can be counted; "
                  "choose smaller parameters",
                  size, what, static_cast<double>(kMost)));
}

}  // namespace

std::int64_t checked_product(std::int64_t a, std::int64_t b, std::string_view what) {
  if (b != 0 && a > kMost / b) refuse(what, static_cast<double>(a) * static_cast<double>(b));
  return a * b;
}

std::int64_t checked_sum(std::int64_t a, std::int64_t b, std::string_view what) {
  if (a > kMost - b) refuse(what, static_cast<double>(a) + static_cast<double>(b));
  return a + b;
}

std::int64_t checked_pairs(std::int64_t n, std::string_view what) {
  if (n < 2) return 0;
  return n % 2 == 0 ? checked_product(n / 2, n - 1, what) : checked_product(n, (n - 1) / 2, what);
}

}  // namespace dragonfly
