#include "models/router/router_registers.hpp"

#include <cstddef>

namespace dragonfly {

namespace {

/// Beginnings of the ranges of addresses, in ascending order.
constexpr unsigned kConnected = 0x0010, kConnectedEnd = 0x0018, kLfsr = 0x0100, kTcrt0 = 0x0200,
                   kTcrt0End = 0x0300, kLocalPort = 0x1000, kGroup = 0x2000, kWay = 0x4000,
                   kWayEnd = 0x6000;

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
  const auto value = static_cast<int>(data & 0xffff);
  switch (address) {
    case 0x0000:
      registers.algorithm = value & 7;
      break;
    case 0x0001:
      registers.sequential = (data & 1) != 0;
      registers.cut_through = (data & 2) != 0;
      registers.all_hops = (data & 4) != 0;
      break;
    case 0x0002:
      registers.threshold = static_cast<std::int16_t>(data & 0xffff);
      break;
    case 0x0003:
      registers.buffer_depth = value & 0x7ff;
      break;
    case 0x0004:
      registers.oq_limit = value;
      break;
    case 0x0005:
      registers.groups = value;
      break;
    case 0x0006:
      registers.my_group = value;
      break;
    case 0x0007:
      registers.my_router = value;
      break;
    case 0x0008:
      registers.min_start_vc = value & 7;
      break;
    case 0x0009:
      registers.ctq_one_in = value & 0xff;
      break;
    default:
      break;
  }
}

void write(RouterRegisters& registers, unsigned address, std::uint32_t data) {
  const auto low = static_cast<std::uint16_t>(data), high = static_cast<std::uint16_t>(data >> 16);
  if (address < kConnected) {
    write_plain(registers, address, data);
  } else if (address < kConnectedEnd) {
    write_connected(registers.connected, 32 * (address - kConnected), data);
  } else if (address >= kLfsr && address < kTcrt0) {
    at(registers.lfsr, address - kLfsr) = data;
  } else if (address >= kTcrt0 && address < kTcrt0End) {
    at(registers.tcrt0, address - kTcrt0) = low;
  } else if (address >= kLocalPort && address < kGroup) {
    at(registers.local_port, address - kLocalPort) = static_cast<std::uint8_t>(data);
  } else if (address >= kGroup && address < kWay) {
    at(registers.group, address - kGroup) = {low, high};
  } else if (address >= kWay && address < kWayEnd) {
    at(registers.way, address - kWay) = {low, high};
  }
}

}  // namespace

RouterRegisters RouterRegisters::from(std::span<const RegisterWrite> writes) {
  RouterRegisters registers;
  for (const RegisterWrite& entry : writes) write(registers, entry.address, entry.data);
  return registers;
}

}  // namespace dragonfly
