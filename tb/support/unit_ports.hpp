// SPDX-License-Identifier: Apache-2.0
// Ports that are structs in the RTL (rtl/df_pkg.sv): layouts that only the benches of units need.
#pragma once

#include <cstdint>

#include "tb/support/control.hpp"
#include "tb/support/parameters.hpp"
#include "tb/support/signal_bits.hpp"

namespace dragonfly::tb {

/// Drives a `cfg_write_t`: a registered write of a control register.
template <class Signal>
void put_write(Signal& signal, const RegisterWrite& write) {
  set_bits(signal, 0, 32, write.data);
  set_bits(signal, 32, 16, static_cast<std::uint64_t>(write.address));
  set_bit(signal, 48, true);
}

/// Drives a `cfg_write_t` that is no write, with all that would make it a wrong one: the address of
/// the last one, and none of its data.
template <class Signal>
void put_no_write(Signal& signal) {
  set_bits(signal, 0, 32, ~bits(signal, 0, 32));
  set_bit(signal, 48, false);
}

namespace detail {

// Calls visit(width, member) for the fields of a control_t above `connected`, from the least
// significant on.
template <class AnyControl, class Visit>
void for_each_control_field(const Parameters& p, AnyControl& control, Visit&& visit) {
  visit(8, control.ctq_one_in);
  visit(16, control.min_start_vc);  // the route registers of the dragonfly
  visit(16, control.my_router);
  visit(16, control.my_group);
  visit(16, control.groups);
  visit(16, control.oq_limit);
  visit(p.credit_w(), control.buffer_depth);
  visit(16, control.threshold);
  visit(1, control.all_hops);
  visit(1, control.cut_through);
  visit(1, control.sequential);
  visit(3, control.algorithm);
}

}  // namespace detail

/// Drives a `control_t`.
template <class Signal>
void put_control(Signal& signal, const Parameters& p, const Control& control) {
  for (int port = 0; port < p.ports(); ++port) {
    set_bit(signal, port, control.connected[static_cast<std::size_t>(port)]);
  }
  int position = p.ports();
  detail::for_each_control_field(p, control, [&](int width, const auto& value) {
    set_bits(signal, position, width, static_cast<std::uint64_t>(value));
    position += width;
  });
}

/// Reads a `control_t`; the threshold as its 16 bits.
template <class Signal>
[[nodiscard]] Control get_control(const Signal& signal, const Parameters& p) {
  Control control;
  for (int port = 0; port < p.ports(); ++port) control.connected.push_back(bit(signal, port));
  int position = p.ports();
  detail::for_each_control_field(p, control, [&](int width, auto& value) {
    value = static_cast<std::decay_t<decltype(value)>>(bits(signal, position, width));
    position += width;
  });
  return control;
}

/// Loads tables and registers through a port `cfg_i`, with a cycle after each write.
template <class AnyBench, class Writes>
void write_through_cfg(AnyBench& bench, const Writes& writes) {
  for (const RegisterWrite& write : writes) {
    put_write(bench->cfg_i, write);
    bench.edge();
    put_no_write(bench->cfg_i);
    bench.edge();
  }
}

template <class AnyBench>
void load_through_cfg(AnyBench& bench, const Control& control) {
  write_through_cfg(bench, register_writes(control, AnyBench::kParameters));
}

}  // namespace dragonfly::tb
