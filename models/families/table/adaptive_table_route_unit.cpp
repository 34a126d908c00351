// SPDX-License-Identifier: Apache-2.0
#include "models/families/table/adaptive_table_route_unit.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/families/table/adaptive_table_registers.hpp"

namespace dragonfly {
namespace {

/// Tables of a router.
class RouterTables {
 public:
  /// `words`: of a set in the registers.
  RouterTables(std::span<const RegisterWrite> writes, unsigned words) : words_(words) {
    for (const RegisterWrite& entry : writes) write(entry.address, entry.data);
  }

  [[nodiscard]] unsigned my_node() const { return my_node_; }
  /// The output port of a terminal, as a set; empty if it is not there.
  [[nodiscard]] PortSet terminal(unsigned number) const {
    PortSet ports{};
    if (number < terminals_.size() && terminals_[number] < PortSet::kPorts)
      ports.add(terminals_[number]);
    return ports;
  }
  /// The ports to another node; none if no set was written.
  [[nodiscard]] PortSet ports_to(unsigned node) const {
    const std::size_t set = node < nodes_.size() ? nodes_[node] : 0;
    return set < sets_.size() ? sets_[set] : PortSet{};
  }

 private:
  template <class T>
  static T& at(std::vector<T>& list, std::size_t index, T empty) {
    if (list.size() <= index) list.resize(index + 1, empty);
    return list[index];
  }
  void write(unsigned address, std::uint32_t data) {
    using namespace adaptive_table_registers;
    const auto half = static_cast<std::uint16_t>(data);
    if (address == kMyNode) my_node_ = half;
    if (address >= kTerminal && address < kTerminalEnd)
      at(terminals_, address - kTerminal, kNoTerminal) = half;
    if (address >= kNode && address < kNodeEnd)
      at(nodes_, address - kNode, std::uint16_t{0}) = half;
    if (address >= kSet && address < kSetEnd) {
      const unsigned number = address - kSet, bit = number % words_ * kSetWordBits;
      if (bit >= PortSet::kPorts) return;
      std::uint64_t& word = at(sets_, number / words_, PortSet{}).word[bit / 64];
      word &= ~(std::uint64_t{0xffff'ffff} << bit % 64);
      word |= std::uint64_t{data} << bit % 64;
    }
  }

  unsigned words_;
  unsigned my_node_ = 0;
  std::vector<std::uint16_t> terminals_;
  std::vector<std::uint16_t> nodes_;  ///< [node]: its set
  std::vector<PortSet> sets_;
};

class AdaptiveTableUnit final : public ArrivalRouteUnit {
 public:
  AdaptiveTableUnit(const HeaderFields& header, int ports, int vcs)
      : format_(header),
        set_words_(set_words(ports)),
        vcs_(static_cast<unsigned>(vcs)),
        stride_(std::bit_ceil(vcs_)) {}

  void add_router(std::span<const RegisterWrite> writes) override {
    tables_.emplace_back(writes, set_words_);
  }
  [[nodiscard]] RoutingNeeds needs() const override { return {}; }

  [[nodiscard]] int most_candidates() const override { return 1; }
  void set_candidates(std::span<const ArrivingHead> heads, SetCandidate* candidates,
                      std::uint8_t* counts) const override {
    for (const ArrivingHead& head : heads) {
      *candidates++ = candidate(head);
      *counts++ = 1;
    }
  }

 private:
  [[nodiscard]] SetCandidate candidate(const ArrivingHead& head) const {
    const RouterTables& table = tables_[head.router];
    const std::uint32_t destination = format_.destination(head.header);
    SetCandidate only{};
    only.weight = 1;
    if (const std::uint32_t node = format_.node(destination); node == table.my_node()) {
      only.ports = table.terminal(format_.terminal(destination));
    } else {
      const unsigned came_on = head.input_vc & (stride_ - 1);
      only.ports = table.ports_to(node);
      if (FlitFormat::hops(head.header) > 0)
        only.vc = static_cast<std::uint8_t>(std::min(came_on + 1, vcs_ - 1));
    }
    return only;
  }

  FlitFormat format_;
  unsigned set_words_, vcs_, stride_;
  std::vector<RouterTables> tables_;  ///< [router of the unit]
};

}  // namespace

std::unique_ptr<RouteUnit> make_adaptive_table_unit(const HeaderFields& header, int ports,
                                                    int vcs) {
  return std::make_unique<AdaptiveTableUnit>(header, ports, vcs);
}

}  // namespace dragonfly
