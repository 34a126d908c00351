// SPDX-License-Identifier: Apache-2.0
// A network of another family than the dragonfly: five df_node in a ring, each with the ring's
// route unit. What terminals send arrives where it should, complete and in order.
#include <tb/verilated/VRing_df_node/VRing_df_node.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "tb/ring/ring.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;
using namespace dragonfly::tb::ring;

namespace {

using Node = Bench<Ring<VRing_df_node>>;

/// A flit of the ring (docs/microarchitecture.md, "The flit").
struct Packet {
  int source, destination,
      number;  // terminals of the whole network; number among those of this pair

  [[nodiscard]] std::uint64_t flit() const {
    std::uint64_t bits = 0b110;  // head, tail, minimal
    const auto add = [&](int width, int value) {
      bits = bits << width | static_cast<unsigned>(value);
    };
    add(4 + 4 + 8, 0);  // len, hops, salt
    add(kNodeBits, 0);
    add(kNodeBits, destination / kTerminals);
    add(kTermBits, destination % kTerminals);
    add(kTagBits - 24, source);
    add(24, number);
    return bits;
  }
};

void configure(Node& node, int router) {
  const auto write = [&](int address, std::uint32_t value) {
    node->cfg_we_i = 1;
    node->cfg_addr_i = static_cast<std::uint16_t>(address);
    node->cfg_data_i = value;
    node.edge();
    node->cfg_we_i = 0;
  };
  clear(node->valid_ivc_i);
  clear(node->credit_ovc_i);
  clear(node->oracle_i);
  write(0x0001, 2);  // virtual cut-through
  write(0x0003, kDepth);
  write(0x0004, 16);
  write(0x0005, static_cast<std::uint32_t>(router));
  write(0x0009, 1);
  write(0x0010, (1U << kPorts) - 1);
  for (int n = 0; n < kAskers; ++n)
    write(0x0100 + n, static_cast<std::uint32_t>(router * 64 + n + 1));
  node.edge();
  node.edge();
}

}  // namespace

// Checks: FM-4
TEST_CASE("Packets go round a ring of df_node", "[ring]") {
  constexpr int kAll = kRouters * kTerminals, kCycles = 4000, kSending = 3000;
  Random random(1);
  std::vector<Node> nodes(kRouters);
  for (int router = 0; router < kRouters; ++router)
    configure(nodes[static_cast<std::size_t>(router)], router);

  std::vector<int> credits(kAll, kDepth);
  std::map<std::pair<int, int>, int> sent, arrived;  // by source and destination
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    // Outputs are functions of registers, so all can be read before any input is changed.
    struct Outputs {
      std::uint64_t valid, credit;
      std::vector<std::uint64_t> flit;
    };
    std::vector<Outputs> outputs;
    for (Node& node : nodes) {
      node.settle();
      outputs.push_back({node->valid_ovc_o, node->credit_ivc_o, {}});
      for (int port = 0; port < kPorts; ++port) {
        outputs.back().flit.push_back(bits(node->flit_op_o, 64 * port, 64));
      }
    }
    const auto vcs_of = [](std::uint64_t mask, int port) {
      return mask >> (port * kStride) & 0xFU;
    };
    for (int router = 0; router < kRouters; ++router) {
      const int after = (router + 1) % kRouters, before = (router + kRouters - 1) % kRouters;
      const Outputs& own = outputs[static_cast<std::size_t>(router)];
      const Outputs& previous = outputs[static_cast<std::size_t>(before)];
      const Outputs& next = outputs[static_cast<std::size_t>(after)];
      Node& node = nodes[static_cast<std::size_t>(router)];
      REQUIRE(vcs_of(own.valid, kPrevious) == 0);  // all go the same way
      std::uint64_t valid = vcs_of(previous.valid, kNext) << (kPrevious * kStride);
      std::uint64_t credit = vcs_of(next.credit, kPrevious) << (kNext * kStride);
      set_bits(node->flit_ip_i, 64 * kPrevious, 64, previous.flit[kNext]);
      for (int port = 0; port < kTerminals; ++port) {
        const int terminal = router * kTerminals + port;
        int& left = credits[static_cast<std::size_t>(terminal)];
        left += static_cast<int>(vcs_of(own.credit, port) & 1U);
        if (const auto vcs = vcs_of(own.valid, port); vcs != 0) {
          credit |= vcs << (port * kStride);
          const std::uint64_t flit = own.flit[static_cast<std::size_t>(port)];
          const int source = static_cast<int>(flit >> 24 & ((1U << (kTagBits - 24)) - 1));
          const int hops = (router - source / kTerminals + kRouters) % kRouters + 1;
          Packet expected{source, terminal, arrived[{source, terminal}]++};
          // The salt is of the last router; hops counts them all.
          constexpr std::uint64_t kSalt = std::uint64_t{0xFF} << 45;
          REQUIRE((flit & ~kSalt) == (expected.flit() | static_cast<std::uint64_t>(hops) << 53));
        }
        if (cycle < kSending && left > 0 && random.chance(15)) {
          const int destination = random.below(kAll);
          const Packet packet{terminal, destination, sent[{terminal, destination}]++};
          --left;
          valid |= std::uint64_t{1} << (port * kStride);
          set_bits(node->flit_ip_i, 64 * port, 64, packet.flit());
        }
      }
      set_bits(node->valid_ivc_i, 0, kInputVcs, valid);
      set_bits(node->credit_ovc_i, 0, kInputVcs, credit);
    }
    for (Node& node : nodes) node.edge();
  }
  CHECK(sent.size() == kAll * kAll);
  CHECK(arrived == sent);
}
