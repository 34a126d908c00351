// SPDX-License-Identifier: Apache-2.0
// Designs as Verilator describes them, whatever the format.
#pragma once

#include "sim/rtl/design_description.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace dragonfly::fuzz {

/// What is read makes a design whose widths make sense. Users do not write these files, so what is
/// wrong with them is an Error, and no InputError.
template <class Read>
void look_at_design(Read&& read) {
  try {
    const RtlDesign design = design_of(read());
    for (const RtlPort& port : design.ports)
      require(port.width >= 0, "a port of a negative width", port.name);
    for (const RtlSignal& signal : design.signals)
      require(signal.width >= 0, "a signal of a negative width", signal.name);
  } catch (const Error& error) {
    require(std::string_view(error.what()).starts_with("Verilator"),
            "the message does not name the place", error.what());
  }
}

}  // namespace dragonfly::fuzz
