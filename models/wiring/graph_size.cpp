// SPDX-License-Identifier: Apache-2.0
#include "models/wiring/graph_size.hpp"

#include <fmt/format.h>

#include "models/common/error.hpp"

namespace dragonfly {
namespace {

std::string in_words(std::int64_t count) {
  return count == kTooMany ? "more than 2^63" : fmt::format("{}", count);
}

}  // namespace

std::int64_t product(std::int64_t one, std::int64_t other) {
  std::int64_t result = 0;
  return __builtin_mul_overflow(one, other, &result) ? kTooMany : result;
}

std::int64_t sum(std::int64_t one, std::int64_t other) {
  std::int64_t result = 0;
  return __builtin_add_overflow(one, other, &result) ? kTooMany : result;
}

std::int64_t power(std::int64_t base, int exponent) {
  if (base <= 1) return exponent == 0 ? 1 : base;
  std::int64_t result = 1;
  for (int i = 0; i < exponent && result != kTooMany; ++i) result = product(result, base);
  return result;
}

std::string listed(const std::vector<int>& numbers, const std::string& separator) {
  std::string text;
  for (const int number : numbers) {
    if (!text.empty()) text += separator;
    text += std::to_string(number);
  }
  return text;
}

std::int64_t graph_bytes(std::int64_t routers, std::int64_t channels) {
  // A channel: its record, two entries on lists of neighbours. A router: two blocks of 512 bits,
  // a dozen numbers.
  constexpr std::int64_t kChannelBytes = sizeof(GraphChannel) + 2 * sizeof(int);
  constexpr std::int64_t kRouterBytes = 2 * 64 + 12 * 8;
  return sum(product(channels, kChannelBytes), product(routers, kRouterBytes));
}

void require_graph_fits(const std::string& network, std::int64_t routers, std::int64_t channels,
                        std::int64_t terminals) {
  constexpr std::int64_t kTerminalBytes = 5 + sizeof(PortPlace);  // of its port and its own
  constexpr std::int64_t kMostTerminals = kMaxGraphBytes / kTerminalBytes;
  const std::int64_t bytes = graph_bytes(routers, channels);
  if (bytes > kMaxGraphBytes) {
    throw InputError(fmt::format(
        "{}: it has {} routers and {} channels; as a graph it would take {} of memory, and at most "
        "{:.0f} GiB are used; choose a smaller one",
        network, in_words(routers), in_words(channels),
        bytes == kTooMany ? std::string("more than 2^63 bytes")
                          : fmt::format("{:.1f} GiB", static_cast<double>(bytes) / 0x1p30),
        static_cast<double>(kMaxGraphBytes) / 0x1p30));
  }
  if (terminals > kMostTerminals) {
    throw InputError(
        fmt::format("{}: it has {} terminals, and at most {} can be held; choose a smaller one",
                    network, in_words(terminals), kMostTerminals));
  }
}

}  // namespace dragonfly
