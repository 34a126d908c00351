// SPDX-License-Identifier: Apache-2.0
// Terminals by port, in a network where some inject at another router than they eject.
#include "models/network/terminal_places.hpp"

#include <tuple>
#include <vector>

#include "tests/catch.hpp"
#include "tests/families/table/tables.hpp"

using namespace dragonfly;

namespace {

using Place = std::tuple<int, int, int>;  // router, port, terminal

/// What odd_network() attaches, line by line.
const std::vector<Place> kInjecting = {{0, 2, 0}, {0, 3, 1}, {1, 0, 2}, {2, 3, 3}, {4, 0, 4}};
const std::vector<Place> kEjecting = {{0, 2, 0}, {4, 2, 1}, {1, 0, 2}, {2, 3, 3}, {0, 3, 4}};

int terminal_at(const std::vector<Place>& places, int router, int port) {
  for (const auto& [its_router, its_port, terminal] : places)
    if (its_router == router && its_port == port) return terminal;
  return -1;
}

}  // namespace

// Checks: TB-1
TEST_CASE("terminals are found by the port where they inject and the one where they eject") {
  const Wiring wiring = odd_network();
  const auto [first, last] =
      GENERATE(std::pair{0, 5}, std::pair{0, 2}, std::pair{2, 5}, std::pair{3, 4});
  const TerminalPlaces places(wiring, first, last);
  // Ports behind the last one of a terminal need not be looked at, whatever the part.
  REQUIRE(places.ports() == 4);
  for (int router = first; router < last; ++router) {
    for (int port = 0; port < 4; ++port) {
      CAPTURE(first, last, router, port);
      const auto number = static_cast<std::size_t>(router - first);
      CHECK(places.injecting(number, static_cast<std::size_t>(port)) ==
            terminal_at(kInjecting, router, port));
      CHECK(places.ejecting(number, static_cast<std::size_t>(port)) ==
            terminal_at(kEjecting, router, port));
    }
  }
}

TEST_CASE("the whole network is the part of all routers") {
  const Wiring wiring = odd_network();
  const TerminalPlaces places(wiring);
  CHECK(places.injecting(4, 0) == 4);
  CHECK(places.ejecting(4, 2) == 1);
  CHECK(places.ejecting(4, 0) == -1);
}
