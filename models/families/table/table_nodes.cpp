// SPDX-License-Identifier: Apache-2.0
#include "models/families/table/table_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/common/error.hpp"

namespace dragonfly {
namespace {

constexpr int kMostNodes = 4096, kMostTerminals = 256;

}  // namespace

TableNodes::TableNodes(const Wiring& wiring) : nodes_(static_cast<std::size_t>(wiring.routers())) {
  if (wiring.terminals() == 0)
    throw InputError("the network has no terminals, so there is nothing to simulate");
  for (int terminal = 0; terminal < wiring.terminals(); ++terminal)
    nodes_[static_cast<std::size_t>(wiring.ejection(terminal).router)] = 1;
  for (std::size_t router = 0; router < nodes_.size(); ++router) {
    const bool is_node = nodes_[router] != 0;
    nodes_[router] = is_node ? count() : -1;
    if (is_node) routers_.push_back(static_cast<int>(router));
  }
  if (count() > kMostNodes) {
    throw InputError(fmt::format(
        "{} routers of the network have terminals that receive; with routes by table at "
        "most {} can be simulated",
        count(), kMostNodes));
  }

  terminal_ports_.resize(routers_.size());
  for (int terminal = 0; terminal < wiring.terminals(); ++terminal) {
    const PortPlace place = wiring.ejection(terminal);
    const int node = this->node(place.router);
    std::vector<std::uint16_t>& ports = terminal_ports_[static_cast<std::size_t>(node)];
    destinations_.push_back({node, static_cast<int>(ports.size())});
    ports.push_back(static_cast<std::uint16_t>(place.port));
    most_terminals_ = std::max(most_terminals_, static_cast<int>(ports.size()));
    if (most_terminals_ > kMostTerminals) {
      throw InputError(
          fmt::format("router {} has more than {} terminals that receive; with routes by table a "
                      "router can have so many",
                      place.router, kMostTerminals));
    }
  }
}

}  // namespace dragonfly
