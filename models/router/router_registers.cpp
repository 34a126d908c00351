// SPDX-License-Identifier: Apache-2.0
#include "models/router/router_registers.hpp"

#include <cstddef>

#include "models/router/register_map.hpp"

namespace dragonfly {

namespace {

using namespace register_addresses;

/// The element, which is made if it is not there yet.
template <class T>
T& at(std::vector<T>& list, unsigned index) {
  if (list.size() <= index) list.resize(std::size_t{index} + 1);
  return list[index];
}

void write_connected(std::vector<bool>& connected, unsigned first, std::uint32_t data) {
  if (connected.size() < first + 32) connected.resize(std::size_t{first} + 32);
  for (unsigned bit = 0; bit < 32; ++bit) connected[first + bit] = (data >> bit & 1) != 0;
}

void write_plain(RouterRegisters& registers, unsigned address, std::uint32_t data) {
  if (address >= kControlRegisters) return;
  const auto number = static_cast<ControlRegister>(address);
  const std::uint32_t value = written(number, data);
  registers.control[address] = value;
  switch (number) {
    case ControlRegister::kFlags:
      registers.sequential = kFlagsSequential.of(value) != 0;
      registers.cut_through = kFlagsCutThrough.of(value) != 0;
      break;
    case ControlRegister::kBufferDepth:
      registers.buffer_depth = static_cast<int>(value);
      break;
    case ControlRegister::kOqLimit:
      registers.oq_limit = static_cast<int>(value);
      break;
    case ControlRegister::kCtqOneIn:
      registers.ctq_one_in = static_cast<int>(value);
      break;
    default:
      break;
  }
}

void write(RouterRegisters& registers, unsigned address, std::uint32_t data) {
  if (address < kConnected) {
    write_plain(registers, address, data);
  } else if (address < kConnectedEnd) {
    write_connected(registers.connected, 32 * (address - kConnected), data);
  } else if (address >= kLfsr && address < kLfsrEnd) {
    at(registers.lfsr, address - kLfsr) = data;
  } else if (address >= kTcrt0 && address < kTcrt0End) {
    at(registers.tcrt0, address - kTcrt0) = static_cast<std::uint16_t>(data);
  } else if (address >= kInterval && address < kIntervalEnd) {
    at(registers.interval, address - kInterval) = static_cast<std::uint8_t>(data);
  }
}

}  // namespace

RouterRegisters RouterRegisters::from(std::span<const RegisterWrite> writes) {
  RouterRegisters registers;
  for (const RegisterWrite& entry : writes) write(registers, entry.address, entry.data);
  return registers;
}

}  // namespace dragonfly
