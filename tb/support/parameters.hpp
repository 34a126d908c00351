// SPDX-License-Identifier: Apache-2.0
// The structural parameters of a Verilated variant and the sizes that follow from them
// (docs/microarchitecture.md, "Structural parameters").
#pragma once

namespace dragonfly::tb {

/// Bits that hold 0 .. `largest`, at least 1.
[[nodiscard]] constexpr int bits_for(int largest) {
  int bits = 1;
  while ((largest >> bits) != 0) ++bits;
  return bits;
}

struct Parameters {
  int terminals, routers, globals, vcs, depth, speedup, oq_depth, ctq_depth, tag_w;
  int slow_channels = 0;
  int local_ports = -1;  ///< -1 where the groups are complete

  [[nodiscard]] constexpr int locals() const { return local_ports < 0 ? routers - 1 : local_ports; }
  [[nodiscard]] constexpr bool complete_groups() const { return locals() == routers - 1; }
  [[nodiscard]] constexpr int ports() const { return terminals + locals() + globals; }
  [[nodiscard]] constexpr int first_global() const { return terminals + locals(); }
  [[nodiscard]] constexpr bool is_terminal(int port) const { return port < terminals; }
  [[nodiscard]] constexpr bool is_global(int port) const { return port >= first_global(); }
  [[nodiscard]] constexpr bool is_local(int port) const {
    return !is_terminal(port) && !is_global(port);
  }
  [[nodiscard]] constexpr int max_groups() const { return routers * globals + 1; }
  [[nodiscard]] constexpr int channels() const { return globals == 0 ? 1 : routers * globals; }
  [[nodiscard]] constexpr int occupancies() const { return globals == 0 ? 1 : globals; }
  /// Smallest power of two that is not below `vcs`.
  [[nodiscard]] constexpr int stride() const {
    int stride = 1;
    while (stride < vcs) stride *= 2;
    return stride;
  }
  [[nodiscard]] constexpr int nv() const { return ports() * stride(); }

  [[nodiscard]] constexpr int group_w() const { return bits_for(max_groups() - 1); }
  [[nodiscard]] constexpr int router_w() const { return bits_for(routers - 1); }
  [[nodiscard]] constexpr int term_w() const { return bits_for(terminals - 1); }
  [[nodiscard]] constexpr int flit_w() const {
    return 19 + 2 * group_w() + router_w() + term_w() + tag_w;
  }

  // How the units talk to each other inside the router (rtl/df_pkg.sv); no part of the
  // specification.
  [[nodiscard]] constexpr int nvp() const { return nv() <= 32 ? 32 : 1 << bits_for(nv() - 1); }
  [[nodiscard]] constexpr int port_w() const { return bits_for(ports() - 1); }
  [[nodiscard]] constexpr int vc_w() const { return bits_for(stride() - 1); }
  [[nodiscard]] constexpr int channel_w() const { return bits_for(channels() - 1); }
  [[nodiscard]] constexpr int credit_w() const { return bits_for(depth); }
  [[nodiscard]] constexpr int pointer_w() const { return bits_for(depth - 1) + 1; }
  [[nodiscard]] constexpr int dst_w() const { return group_w() + router_w() + term_w(); }
};

/// A Verilated class and the parameters that it was built with.
template <class VerilatedModel, Parameters kSet>
struct Variant {
  using Model = VerilatedModel;
  static constexpr Parameters kParameters = kSet;
};

}  // namespace dragonfly::tb
