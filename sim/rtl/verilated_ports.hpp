// SPDX-License-Identifier: Apache-2.0
// Copies between 64-bit words and the ports of a Verilated model, whose types follow their width:
// integers of 8, 16, 32 and 64 bits, and arrays of 32-bit words above. All hold their bits in
// little endian order, as the words do, so bytes can be copied whatever the type is.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dragonfly {

static_assert(std::endian::native == std::endian::little, "the ports are copied byte by byte");

template <typename Port>
void load_port(Port& port, const void* source) {
  std::memcpy(static_cast<void*>(&port), source, sizeof port);
}

/// Bytes of `target` beyond the port keep their value.
template <typename Port>
void store_port(const Port& port, void* target) {
  std::memcpy(target, static_cast<const void*>(&port), sizeof port);
}

template <typename Port>
std::byte* port_bytes(Port& port) {
  return reinterpret_cast<std::byte*>(&port);
}

}  // namespace dragonfly
