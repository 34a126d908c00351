// SPDX-License-Identifier: Apache-2.0
// Drives a whole router: the bare core, df_router or df_node, through one interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tb/router/ports.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/control.hpp"
#include "tb/support/flit.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"
#include "tb/support/unit_ports.hpp"

namespace dragonfly::tb {

template <class V>
class RouterDriver : public Bench<V> {
 public:
  static constexpr Parameters p = V::kParameters;
  /// df_router_core has no register at its ports: what arrives in a cycle can leave in it. The
  /// others show after an edge what leaves of what stood on their inputs before it.
  static constexpr bool kIsCore = requires(typename V::Model & model) { model.cfg_i; };

  explicit RouterDriver(int seed = 1) : Bench<V>(seed) {
    write(std::nullopt);
    drive(RouterInputs(p));
  }

  /// Loads the control registers, in some order and but for that at `except`, and waits until they
  /// are in force.
  void load(const Control& control, std::optional<int> except = {}) {
    std::vector<RegisterWrite> writes = register_writes(control, p);
    for (int left = static_cast<int>(writes.size()); left > 1; --left)
      std::swap(writes[static_cast<std::size_t>(left - 1)],
                writes[static_cast<std::size_t>(noise_.below(left))]);
    for (const RegisterWrite& register_write : writes) {
      if (register_write.address == except) continue;
      write(register_write);
      this->edge();
      if (noise_.chance(20)) {
        write(std::nullopt);
        this->edge();
      }
    }
    write(std::nullopt);
    this->edge();
  }

  /// With a write in each cycle of the reset, which is lost, where the router has such a port.
  void reset(int edges, const RegisterWrite& lost = {0x0007, 1}) {
    if constexpr (!kIsCore) write(lost);
    Bench<V>::reset(edges);
    write(std::nullopt);
  }

  /// One cycle: what leaves, given what arrives.
  RouterOutputs cycle(const RouterInputs& arriving) {
    drive(arriving);
    if constexpr (kIsCore) {
      this->settle();
      RouterOutputs leaving = outputs();
      this->edge();
      return leaving;
    } else {
      this->edge();
      return outputs();
    }
  }

  /// What stands on the output ports now.
  [[nodiscard]] RouterOutputs outputs() {
    auto& dut = *this;
    RouterOutputs outputs(p);
    for (int vc = 0; vc < p.nv(); ++vc) {
      const auto index = static_cast<std::size_t>(vc);
      if (bit(dut->valid_ovc_o, vc)) {
        outputs.departure[index] = get_flit(dut->flit_op_o, p, vc / p.stride());
      }
      outputs.credit[index] = bit(dut->credit_ivc_o, vc);
    }
    for (int j = 0; j < p.occupancies(); ++j) {
      outputs.occupancy[static_cast<std::size_t>(j)] = field(dut->occupancy_o, j, 16);
    }
    return outputs;
  }

  void drive(const RouterInputs& inputs) {
    auto& dut = *this;
    for (int vc = 0; vc < p.nv(); ++vc) {
      const auto index = static_cast<std::size_t>(vc);
      const bool exists = vc % p.stride() < p.vcs;
      const bool receives = exists && (vc % p.stride() == 0 || !p.is_terminal(vc / p.stride()));
      set_bit(dut->valid_ivc_i, vc, inputs.arrival[index].has_value() || (!receives && junk()));
      set_bit(dut->credit_ovc_i, vc, inputs.credit[index] || (!exists && junk()));
      if (inputs.arrival[index]) {
        put_flit(dut->flit_ip_i, p, vc / p.stride(), *inputs.arrival[index]);
      }
    }
    if constexpr (kIsCore && p.nvp() > p.nv()) {
      for (int vc = p.nv(); vc < p.nvp(); ++vc) {
        set_bit(dut->valid_ivc_i, vc, junk());
        set_bit(dut->credit_ovc_i, vc, junk());
      }
    }
    for (int k = 0; k < p.channels(); ++k) {
      set_field(dut->oracle_i, k, 16,
                static_cast<std::uint64_t>(inputs.oracle[static_cast<std::size_t>(k)]));
    }
  }

  void write(const std::optional<RegisterWrite>& register_write) {
    auto& dut = *this;
    if constexpr (kIsCore) {
      if (register_write)
        put_write(dut->cfg_i, *register_write);
      else
        put_no_write(dut->cfg_i);
    } else {
      dut->cfg_we_i = register_write.has_value();
      if (register_write) {
        dut->cfg_addr_i = static_cast<SData>(register_write->address);
        dut->cfg_data_i = register_write->data;
      } else {
        dut->cfg_data_i = ~dut->cfg_data_i;
      }
    }
  }

  /// From now on there is traffic on VCs that do not exist, of which assertions would tell.
  void break_rules() {
    this->context().assertOn(false);
    breaks_rules_ = true;
  }

 private:
  [[nodiscard]] bool junk() { return breaks_rules_ && noise_.chance(50); }

  bool breaks_rules_ = false;
  Random noise_{7};
};

}  // namespace dragonfly::tb
