// SPDX-License-Identifier: Apache-2.0
#include "models/router/earlier_value.hpp"

#include <bit>

#include "models/router/register_map.hpp"

namespace dragonfly {
namespace {

/// Whether both are entries of one table, with the same meaning: tables begin at multiples of
/// 0x1000, and entries of several words have 2, 4 or 8.
bool of_one_table(const RegisterWrite& one, const RegisterWrite& other) {
  return one.address >= register_addresses::kTables &&
         one.address / 0x1000 == other.address / 0x1000 && one.address % 8 == other.address % 8;
}

}  // namespace

std::uint32_t earlier_value(const RegisterWrite& write, std::span<const RegisterWrite> writes,
                            std::uint64_t drawn) {
  using namespace register_addresses;
  const auto number = static_cast<std::uint32_t>(drawn);
  const unsigned address = write.address;
  if (address == kAlgorithm) return 0;  // every family has one of this number
  if (address == kFlags || address == kThreshold) return number;
  if (address == kBufferDepth) return 1;
  if (address == kCtqOneIn) return number | 1;
  // Ports up to the last that is connected exist.
  if (address >= kConnected && address < kConnectedEnd)
    return number & RegisterField{0, static_cast<unsigned>(std::bit_width(write.data))}.mask();
  if (address >= kLfsr && address < kLfsrEnd) return number | 1;
  if (address >= kTcrt0 && address < kTcrt0End) return number;
  // Where channels are not slow, it is not more than 1.
  if (address >= kInterval && address < kIntervalEnd) return write.data > 1 ? number : write.data;
  if (address < kTables) return write.data;  // what ROUTE and OQ_LIMIT may be depends on the router
  for (std::size_t k = 0; k < writes.size(); ++k) {
    const RegisterWrite& other = writes[((drawn >> 32) + k) % writes.size()];
    if (of_one_table(write, other) && other.data != write.data) return other.data;
  }
  return write.data;
}

}  // namespace dragonfly
