// SPDX-License-Identifier: Apache-2.0
// Head flits as neighbours may send them.
#pragma once

#include <optional>

#include "tb/reference/routes.hpp"
#include "tb/support/control.hpp"
#include "tb/support/flit.hpp"
#include "tb/support/random.hpp"

namespace dragonfly::tb {

/// A head flit (of no particular length) that may arrive on an input VC of a local or global port:
/// its route exists. None if no such flit was found: on the last VC of a global port only packets
/// for terminals of this router may arrive.
[[nodiscard]] std::optional<Flit> random_head_in_transit(Random& random, const Parameters& p,
                                                         const Control& control, int input_port,
                                                         int input_vc);

/// A head flit as a terminal sends it.
[[nodiscard]] Flit random_head_of_terminal(Random& random, const Parameters& p,
                                           const Control& control);

}  // namespace dragonfly::tb
