// SPDX-License-Identifier: Apache-2.0
#include "models/families/torus/torus_route_unit.hpp"

#include <bit>
#include <cstdint>
#include <vector>

#include "models/families/torus/torus_registers.hpp"

namespace dragonfly {
namespace {

class TorusUnit final : public ArrivalRouteUnit {
 public:
  TorusUnit(const TorusGrid& grid, const HeaderFields& header, int vcs)
      : grid_(grid),
        format_(header),
        vcs_(vcs),
        vc_bits_(static_cast<int>(std::bit_width(static_cast<unsigned>(vcs - 1)))) {}

  void add_router(std::span<const RegisterWrite> writes) override {
    std::uint32_t my_node = 0;
    for (const RegisterWrite& write : writes)
      if (write.address == torus_registers::kMyNode) my_node = write.data & 0xffff;
    nodes_.push_back(my_node);
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
    const int port = head.input_vc >> vc_bits_, came_on = head.input_vc & ((1 << vc_bits_) - 1);
    const int came_in = grid_.dimension_of(port);
    const unsigned salt = came_in < 0 ? salt_of(head.random) : FlitFormat::salt(head.header);
    const std::uint32_t mine = nodes_[head.router], destination = format_.destination(head.header),
                        node = format_.node(destination);
    SetCandidate only{};
    only.weight = 1;
    for (int d = 0; d < grid_.dimensions(); ++d) {
      const TorusGrid::Dimension& dimension = grid_.dimension(d);
      const int size = dimension.size, x = static_cast<int>(dimension.digit(mine)),
                y = static_cast<int>(dimension.digit(node));
      if (x == y) continue;
      if (y >= size) return only;  // no router has it
      const int u = (y - x + size) % size;
      const bool up = 2 * u == size ? (salt >> d % 8 & 1) == 0 : 2 * u < size;
      only.ports.add(static_cast<unsigned>(grid_.port(d, up)));
      only.vc =
          static_cast<std::uint8_t>(dateline_vc(size, x, up, came_in == d ? came_on : 0, vcs_));
      return only;
    }
    const std::uint32_t terminal = format_.terminal(destination);
    if (terminal < static_cast<std::uint32_t>(grid_.terminals())) only.ports.add(terminal);
    only.vc = static_cast<std::uint8_t>(exit_vc(salt, static_cast<unsigned>(vcs_)));
    return only;
  }

  TorusGrid grid_;
  FlitFormat format_;
  int vcs_, vc_bits_;
  std::vector<std::uint32_t> nodes_;  ///< [router of the unit]: its digits
};

}  // namespace

std::unique_ptr<RouteUnit> make_torus_unit(const TorusGrid& grid, const HeaderFields& header,
                                           int vcs) {
  return std::make_unique<TorusUnit>(grid, header, vcs);
}

}  // namespace dragonfly
