// SPDX-License-Identifier: Apache-2.0
// Bench of df_view: what a waveform shows of each port and VC is what the vectors say. The module
// has no outputs, so it is Verilated with all its signals public and they are read by name.
#include "tb/variants/df_view.hpp"

#include <cstdint>
#include <string>

#include "tb/support/bench.hpp"
#include "tb/support/control.hpp"
#include "tb/support/flit.hpp"
#include "tb/support/named_signals.hpp"
#include "tb/support/random.hpp"
#include "tb/support/route_words.hpp"
#include "tb/support/signal_bits.hpp"
#include "tb/support/unit_ports.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

template <class V>
struct View : Bench<V> {
  static constexpr Parameters p = V::kParameters;

  // Fills the inputs with noise.
  void randomize(Random& random) {
    auto& dut = *this;
    const Control control = random_control(random, p, random.below(kAlgorithms));
    put_control(dut->control_i, p, control);
    algorithm = control.algorithm;
    connected = control.connected;
    const auto fill = [&](auto& signal, int width) {
      for (int k = 0; k < width; ++k) set_bit(signal, k, random.chance(50));
    };
    const auto fill_words = [&](auto& bundle, int words, int width) {
      for (int k = 0; k < words; ++k) set_word(bundle, k, width, random.bits(width));
    };
    fill(dut->valid_ivc_i, p.nv());
    fill_words(dut->flit_ip_i, p.ports(), p.flit_w());
    fill(dut->credit_ivc_i, p.nv());
    fill(dut->valid_ovc_i, p.nv());
    fill_words(dut->flit_op_i, p.ports(), p.flit_w());
    fill(dut->credit_ovc_i, p.nv());
    fill(dut->credits_ovc_i, p.credit_w() * p.nvp());
    fill_words(dut->read_ivc_i, p.nv(), p.pointer_w());
    fill_words(dut->write_ivc_i, p.nv(), p.pointer_w());
    fill(dut->grant_ivc_i, p.nv());
    fill(dut->front_ivc_i, p.nv());
    fill_words(dut->route_ivc_i, p.nv(), p.port_w() + p.vc_w());
    fill_words(dut->queue_read_op_i, p.ports(), queue_pointer_w());
    fill_words(dut->queue_write_op_i, p.ports(), queue_pointer_w());
    fill(dut->td_op_i, p.ports() * 15);
    dut->least_td_i = static_cast<std::uint16_t>(random.bits(15));
    fill(dut->pending_ivc_i, p.nv());
  }

  [[nodiscard]] static constexpr int queue_pointer_w() { return bits_for(p.oq_depth - 1) + 1; }

  [[nodiscard]] std::uint64_t value(const std::string& scope, const std::string& name) {
    return NamedSignals(this->context(), "df_view").value(scope, name);
  }
  [[nodiscard]] Flit flit(const std::string& scope, const std::string& name) {
    return NamedSignals(this->context(), "df_view").template flit<p>(scope, name);
  }

  int algorithm = 0;
  std::vector<bool> connected;
};

}  // namespace

TEMPLATE_LIST_TEST_CASE("Ports and VCs show what the vectors say", "[df_view]", Variants) {
  const Parameters p = TestType::kParameters;
  View<TestType> view;
  Random random(1);
  const auto unsigned_of = [](int value) { return static_cast<std::uint64_t>(value); };
  for (int round = 0; round < 30; ++round) {
    view.randomize(random);
    view.settle();
    REQUIRE(view.value("", "algorithm") == unsigned_of(view.algorithm));
    REQUIRE(view.value("", "least_td") == view->least_td_i);
    for (int port = 0; port < p.ports(); ++port) {
      const std::string scope = ".gen_port[" + std::to_string(port) + "]";
      const int first = port * p.stride();
      const std::uint64_t arriving = bits(view->valid_ivc_i, first, p.stride());
      const std::uint64_t leaving = bits(view->valid_ovc_i, first, p.stride());
      REQUIRE(view.value(scope, "in_valid_vc") == arriving);
      REQUIRE(view.value(scope, "in_valid") == (arriving != 0 ? 1 : 0));
      REQUIRE(view.value(scope, "out_valid_vc") == leaving);
      REQUIRE(view.value(scope, "out_valid") == (leaving != 0 ? 1 : 0));
      const Flit none;
      REQUIRE(view.flit(scope, "in_flit") ==
              (arriving != 0 ? get_flit(view->flit_ip_i, p, port) : none));
      REQUIRE(view.flit(scope, "out_flit") ==
              (leaving != 0 ? get_flit(view->flit_op_i, p, port) : none));
      REQUIRE(view.value(scope, "in_credit_vc") == bits(view->credit_ivc_i, first, p.stride()));
      REQUIRE(view.value(scope, "out_credit_vc") == bits(view->credit_ovc_i, first, p.stride()));
      const int pointer_w = view.queue_pointer_w();
      const std::uint64_t length = get_word(view->queue_write_op_i, port, pointer_w) -
                                   get_word(view->queue_read_op_i, port, pointer_w);
      REQUIRE(view.value(scope, "queue_length") ==
              (length & ((std::uint64_t{1} << pointer_w) - 1)));
      REQUIRE(view.value(scope, "connected") ==
              (view.connected[static_cast<std::size_t>(port)] ? 1 : 0));
      REQUIRE(view.value(scope, "t_d") == bits(view->td_op_i, port * 15, 15));

      for (int vc = 0; vc < p.vcs; ++vc) {
        const std::string vc_scope = scope + ".gen_vc[" + std::to_string(vc) + "]";
        const int i = first + vc;
        REQUIRE(view.value(vc_scope, "front") == (bit(view->front_ivc_i, i) ? 1 : 0));
        REQUIRE(view.value(vc_scope, "grant") == (bit(view->grant_ivc_i, i) ? 1 : 0));
        REQUIRE(view.value(vc_scope, "pending") == (bit(view->pending_ivc_i, i) ? 1 : 0));
        const std::uint64_t buffered = get_word(view->write_ivc_i, i, p.pointer_w()) -
                                       get_word(view->read_ivc_i, i, p.pointer_w());
        REQUIRE(view.value(vc_scope, "buffered") ==
                (buffered & ((std::uint64_t{1} << p.pointer_w()) - 1)));
        const Route route = get_route(view->route_ivc_i, route_bits(p), i);
        REQUIRE(view.value(vc_scope, "route_port") == unsigned_of(route.port));
        REQUIRE(view.value(vc_scope, "route_vc") == unsigned_of(route.vc));
        REQUIRE(view.value(vc_scope, "credits") ==
                unsigned_of(planes(view->credits_ovc_i, i, p.credit_w(), p.nvp())));
      }
    }
  }
}
