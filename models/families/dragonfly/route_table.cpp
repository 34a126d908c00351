// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/route_table.hpp"

#include <cstddef>
#include <utility>

#include "models/router/flit_format.hpp"

namespace dragonfly {
namespace {

/// The element, which is made if it is not there yet.
template <class T>
T& at(std::vector<T>& list, unsigned index) {
  const auto place = static_cast<std::size_t>(index);
  if (list.size() <= place) list.resize(place + 1);
  return list[place];
}

}  // namespace

int DragonflySizes::router_width() const { return width_of(a); }
int DragonflySizes::group_width() const { return width_of(std::int64_t{a} * h + 1); }
int DragonflySizes::terminal_width() const { return width_of(p); }

DragonflyRegisters DragonflyRegisters::from(std::span<const RegisterWrite> writes) {
  using namespace register_addresses;
  using namespace dragonfly_registers;
  DragonflyRegisters registers;
  for (const auto& [address, data] : writes) {
    const auto low = static_cast<std::uint16_t>(data);
    const auto half = [data = data](RegisterField field) {
      return static_cast<std::uint16_t>(field.of(data));
    };
    switch (address) {
      case kAlgorithm:
        registers.algorithm = static_cast<Routing>(written(ControlRegister::kAlgorithm, data));
        break;
      case kFlags:
        registers.all_hops = kFlagsAllHops.of(data) != 0;
        break;
      case kThreshold:
        registers.threshold = static_cast<std::int16_t>(low);
        break;
      case kGroups:
        registers.groups = low;
        break;
      case kMyGroup:
        registers.my_group = low;
        break;
      case kMyRouter:
        registers.my_router = low;
        break;
      case kMinStartVc:
        registers.min_start_vc = low & 7;
        break;
      default:
        if (address >= kLocalPort && address < kLocalPortEnd) {
          at(registers.local_port, address - kLocalPort) =
              static_cast<std::uint8_t>(kLocalPortFirst.of(data));
          at(registers.local_ports, address - kLocalPort) =
              static_cast<std::uint8_t>(kLocalPortCount.of(data));
        } else if (address >= kGroup && address < kGroupEnd)
          at(registers.group, address - kGroup) = {half(kGroupFirst), half(kGroupCount)};
        else if (address >= kWay && address < kWayEnd)
          at(registers.way, address - kWay) = {half(kWayRouter), half(kWayGlobalPort)};
    }
  }
  return registers;
}

RouteTable::RouteTable(const DragonflySizes& sizes, const DragonflyRegisters& registers)
    : my_group_(registers.my_group),
      my_router_(registers.my_router),
      local_port_(registers.local_port) {
  local_port_.resize(std::size_t{1} << sizes.router_width(), kNoPort);
  std::vector<Step> all;
  for (const DragonflyRegisters::Way& way : registers.way) {
    const bool mine = way.router == my_router_;
    const int port = mine ? sizes.first_global() + way.global_port : local_port_.at(way.router);
    all.push_back({static_cast<std::uint16_t>(way.router * sizes.h + way.global_port),
                   static_cast<std::uint8_t>(port)});
  }
  const auto single = [](const Step& step) {
    return kSingle | std::uint32_t{step.port} << 16 | step.channel;
  };
  groups_.assign(std::size_t{1} << sizes.group_width(), single({0, kNoPort}));
  bool several = false;
  for (std::size_t group = 0; group < registers.group.size(); ++group) {
    const DragonflyRegisters::Range& range = registers.group[group];
    if (range.count == 1) groups_.at(group) = single(all.at(range.first));
    if (range.count <= 1) continue;
    groups_.at(group) = std::uint32_t{range.count} << kFieldBits | range.first;
    several = true;
  }
  if (several) steps_ = std::move(all);
}

}  // namespace dragonfly
