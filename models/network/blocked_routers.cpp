// SPDX-License-Identifier: Apache-2.0
#include "models/network/blocked_routers.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/network/blocked_inputs.hpp"

namespace dragonfly {

namespace {

using Place = BlockedInputs::Place;

class Inquiry {
 public:
  Inquiry(RouterNetwork& network, const Terminals& terminals, int buffer_depth)
      : network_(network),
        terminals_(terminals),
        buffer_depth_(buffer_depth),
        bits_(network.shape().vc_bits),
        blocked_(network.wiring(), bits_) {}

  void run() {
    for (int router = 0; router < network_.wiring().routers(); ++router) {
      bool blocked = false;
      for (int vc = 0; vc < network_.shape().vector_bits(); ++vc) {
        if (const auto flits = flits_in({router, vc}); flits > 0) {
          blocked_.add({router, vc}, flits);
          blocked = true;
        }
      }
      if (blocked) ask(router);
    }
  }

  [[nodiscard]] std::string describe() const { return blocked_.describe(); }

 private:
  /// The VC of the same number at the other end of a channel between routers.
  [[nodiscard]] std::optional<Place> place_at(const Peer& peer, int vc) const {
    if (peer.kind != PeerKind::kRouter) return {};
    return Place{peer.router, (peer.port << bits_) + (vc & ((1 << bits_) - 1))};
  }
  /// The input VC that an output VC leads to.
  [[nodiscard]] std::optional<Place> receiver(const Place& output) const {
    const int port = output.vc >> bits_;
    if (port >= network_.wiring().ports(output.router)) return {};
    return place_at(network_.wiring().output(output.router, port), output.vc);
  }

  [[nodiscard]] std::uint32_t flits_in(const Place& input) const {
    const int port = input.vc >> bits_;
    if (port >= network_.wiring().ports(input.router)) return 0;
    const Peer peer = network_.wiring().input(input.router, port);
    if (!peer.connected()) return 0;
    if (peer.kind == PeerKind::kTerminal) {
      return (input.vc & ((1 << bits_) - 1)) == 0
                 ? static_cast<std::uint32_t>(buffer_depth_ - terminals_.credits(peer.terminal))
                 : 0;
    }
    const Place sender = *place_at(peer, input.vc);
    return static_cast<std::uint32_t>(network_.router(sender.router).sent(sender.vc) -
                                      network_.router(input.router).returned(input.vc));
  }

  /// The input VC that flits in this one are counted at: a terminal counts those of its port.
  [[nodiscard]] int counted_at(int router, int vc) const {
    const Peer peer = network_.wiring().input(router, vc >> bits_);
    return peer.kind == PeerKind::kTerminal ? vc >> bits_ << bits_ : vc;
  }

  struct Answer {
    bool sent = false;         ///< a flit left
    std::optional<int> input;  ///< the input VC that it came from
  };

  void ask(int router);
  [[nodiscard]] Answer answer(Router& asked, const std::uint16_t* oracle, int output) const;

  RouterNetwork& network_;
  const Terminals& terminals_;
  int buffer_depth_;
  int bits_;
  BlockedInputs blocked_;
};

/// Gives the router credits, one after the other, for each output VC that it may lack some of.
void Inquiry::ask(int router) {
  NetworkRouter& asked = network_.router(router);
  const std::uint16_t* const oracle = asked.inputs(network_.now()).oracle;
  try {
    for (int output = 0; output < network_.shape().vector_bits(); ++output) {
      const auto next = receiver({router, output});
      // It must not get more credits than it has given: those of the flits that the neighbour
      // holds, and of each flit that it sends now.
      std::uint32_t credits = next ? flits_in(*next) : 0;
      while (credits > 0) {
        const Answer reply = answer(asked.router(), oracle, output);
        if (!reply.sent) --credits;
        // What an input VC sends after its first flit stood behind it, and did not wait itself.
        if (reply.input)
          blocked_.add_wait({router, counted_at(router, *reply.input)}, {router, output});
      }
    }
  } catch (const RouterFailure&) {
    // It objects to the inquiry, or has another fault: what it said up to here stands.
  }
}

/// What leaves when a credit for `output` comes.
Inquiry::Answer Inquiry::answer(Router& asked, const std::uint16_t* oracle, int output) const {
  constexpr int kCycles = 4;  // a returned credit can be used in the next cycle; some margin
  const RouterShape& shape = network_.shape();
  const auto words = static_cast<std::size_t>(shape.mask_words());
  const std::vector<std::uint64_t> nothing(words),
      no_flits(static_cast<std::size_t>(shape.ports * shape.flit_words));
  std::vector<std::uint64_t> credit(words);
  const auto word = static_cast<std::size_t>(output / 64);
  credit[word] = std::uint64_t{1} << (output % 64);

  Answer answer;
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    asked.step(
        {nothing.data(), cycle == 0 ? credit.data() : nothing.data(), no_flits.data(), oracle});
    const RouterOutputs outputs = asked.outputs();
    if ((outputs.valid_ovc[word] & credit[word]) == 0) continue;
    answer.sent = true;
    // Its slot becomes free in the same cycle, unless the credit is delayed (UGAL-L_CR). If others
    // become free too, it is not known which is whose.
    int freed = 0;
    for (std::size_t w = 0; w < words; ++w) {
      freed += std::popcount(outputs.credit_ivc[w]);
      if (outputs.credit_ivc[w] != 0)
        answer.input = static_cast<int>(w) * 64 + std::countr_zero(outputs.credit_ivc[w]);
    }
    if (freed != 1) answer.input.reset();
  }
  return answer;
}

}  // namespace

std::string describe_blocked_routers(RouterNetwork& network, const Terminals& terminals,
                                     int buffer_depth) {
  Inquiry inquiry(network, terminals, buffer_depth);
  inquiry.run();
  return inquiry.describe();
}

}  // namespace dragonfly
