// SPDX-License-Identifier: Apache-2.0
// Routes as the specification words them (docs/microarchitecture.md, section 2).
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <vector>

#include "tb/support/control.hpp"
#include "tb/support/flit.hpp"
#include "tb/support/parameters.hpp"

namespace dragonfly::tb {

/// An output VC.
struct Route {
  int port = 0;
  int vc = 0;
  bool operator==(const Route&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const Route& route) {
  return out << "{port " << route.port << " vc " << route.vc << "}";
}

/// The route function, for a head flit on a local or global port.
[[nodiscard]] Route route_function(const Parameters& p, const Control& control, const Flit& flit,
                                   int input_port, int input_vc);

[[nodiscard]] std::uint32_t xorshift(std::uint32_t x);

/// The two paths between which a terminal port decides.
struct Paths {
  Route minimal;
  std::optional<int>
      minimal_channel;      ///< global channel of the group, if the path leaves the group
  bool has_choice = false;  ///< there is a non-minimal path that the algorithm may choose:
  Route nonminimal;
  std::optional<int> nonminimal_channel;
  int mid_group = 0;
};

/// The paths for a packet to `flit`'s destination with the random number `x`.
[[nodiscard]] Paths paths_of(const Parameters& p, const Control& control, const Flit& flit,
                             std::uint32_t x);

/// What UGAL compares.
struct QueueEstimates {
  std::vector<std::vector<int>> vc_queue;  ///< q(o, v)
  std::vector<int> oracle;                 ///< by global channel of the group

  [[nodiscard]] int of(int port) const;  ///< q(o)
};

struct Decision {
  bool nonmin = false;
  Route route;
  int salt = 0;
  int mid_group = 0;
  bool operator==(const Decision&) const = default;
};

/// Decisions of one cycle. `paths` and `x` are by terminal port, `paths` empty where nothing is
/// decided; `estimates` are those at the start of the cycle.
[[nodiscard]] std::vector<std::optional<Decision>> decide(
    const Parameters& p, const Control& control, const std::vector<std::optional<Paths>>& paths,
    const std::vector<std::uint32_t>& x, QueueEstimates estimates);

}  // namespace dragonfly::tb
