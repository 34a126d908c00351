// SPDX-License-Identifier: Apache-2.0
// Which terminal is at which port.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// The terminals at the ports of each router: those that inject there, and those that eject.
class TerminalPlaces {
 public:
  /// Of routers `first` to `last`-1, which are numbered from 0 here.
  TerminalPlaces(const Wiring& wiring, int first, int last) : ports_(ports_of(wiring)) {
    injecting_.assign(static_cast<std::size_t>(last - first) * ports_, -1);
    ejecting_ = injecting_;
    for (int terminal = 0; terminal < wiring.terminals(); ++terminal) {
      put(injecting_, wiring.injection(terminal), first, last, terminal);
      put(ejecting_, wiring.ejection(terminal), first, last, terminal);
    }
  }
  /// ports() of any part of a network.
  [[nodiscard]] static std::size_t ports_of(const Wiring& wiring) {
    std::size_t ports = 0;
    for (int terminal = 0; terminal < wiring.terminals(); ++terminal)
      ports = std::max({ports, wiring.injection(terminal).port + std::size_t{1},
                        wiring.ejection(terminal).port + std::size_t{1}});
    return ports;
  }
  explicit TerminalPlaces(const Wiring& wiring) : TerminalPlaces(wiring, 0, wiring.routers()) {}

  /// Ports 0 .. ports()-1 may have terminals.
  [[nodiscard]] std::size_t ports() const { return ports_; }
  /// The terminal that sends to a port that is less than ports(); -1 if there is none.
  [[gnu::always_inline]] [[nodiscard]] int injecting(std::size_t router, std::size_t port) const {
    return injecting_[router * ports_ + port];
  }
  /// The one that a port leads to.
  [[gnu::always_inline]] [[nodiscard]] int ejecting(std::size_t router, std::size_t port) const {
    return ejecting_[router * ports_ + port];
  }

 private:
  void put(std::vector<int>& list, const PortPlace& place, int first, int last,
           int terminal) const {
    if (place.router < first || place.router >= last) return;
    list[static_cast<std::size_t>(place.router - first) * ports_ +
         static_cast<std::size_t>(place.port)] = terminal;
  }

  std::size_t ports_;
  std::vector<int> injecting_, ejecting_;  ///< [router][port]
};

}  // namespace dragonfly
