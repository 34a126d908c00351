// SPDX-License-Identifier: Apache-2.0
// The nodes of a network with routes by table (docs/microarchitecture.md, "Networks by table").
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// The routers on which terminals eject, in ascending order, and their terminals.
class TableNodes {
 public:
  /// Throws InputError for a network without terminals, of more than 4,096 nodes, or with a node of
  /// more than 256 terminals.
  explicit TableNodes(const Wiring& wiring);

  [[nodiscard]] int count() const { return static_cast<int>(routers_.size()); }
  [[nodiscard]] int router(int node) const { return routers_[static_cast<std::size_t>(node)]; }
  /// The number of a router among the nodes; -1 for a router that is none.
  [[nodiscard]] int node(int router) const { return nodes_[static_cast<std::size_t>(router)]; }
  /// Output ports to the terminals of a node, in the order of the terminals.
  [[nodiscard]] const std::vector<std::uint16_t>& terminal_ports(int node) const {
    return terminal_ports_[static_cast<std::size_t>(node)];
  }
  /// Of the node that has most.
  [[nodiscard]] int most_terminals() const { return most_terminals_; }
  /// Where packets to a terminal go: its node, and its number there.
  struct Destination {
    int node = 0, terminal = 0;
  };
  [[nodiscard]] Destination destination(int terminal) const {
    return destinations_[static_cast<std::size_t>(terminal)];
  }

 private:
  std::vector<int> routers_;                                ///< [node]
  std::vector<int> nodes_;                                  ///< [router]
  std::vector<std::vector<std::uint16_t>> terminal_ports_;  ///< [node]
  std::vector<Destination> destinations_;                   ///< [terminal]
  int most_terminals_ = 0;
};

}  // namespace dragonfly
