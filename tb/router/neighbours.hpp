// SPDX-License-Identifier: Apache-2.0
// Everything around one router: senders that respect its credits, receivers that return theirs
// late.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "tb/router/ports.hpp"
#include "tb/support/control.hpp"
#include "tb/support/flit.hpp"
#include "tb/support/parameters.hpp"
#include "tb/support/random.hpp"

namespace dragonfly::tb {

/// How the neighbours behave in a phase of a test, in percent of the cycles.
struct Behaviour {
  int send = 50;           ///< a port with something to send sends
  int start = 50;          ///< an input VC whose packet is sent starts another
  int single_flit = 50;    ///< share of packets of one flit; others have 2 to 16
  int return_credit = 50;  ///< a receiver with flits frees a slot
  int favourite = 0;       ///< share of packets to the terminals of the router itself
};

class Neighbours {
 public:
  Neighbours(const Parameters& p, const Control& control, std::uint64_t seed);

  /// What arrives at the router in this cycle.
  [[nodiscard]] RouterInputs send(const Behaviour& behaviour);
  /// What has left the router in this cycle.
  void receive(const RouterOutputs& outputs);

 private:
  struct Sender {  // of one input VC
    int credits = 0;
    std::deque<Flit> packet;  // what is still to send of the current one
  };

  void start_packet(int input_vc, const Behaviour& behaviour);
  [[nodiscard]] bool may_send(int input_vc) const;

  Parameters p_;
  Control control_;
  Random random_;
  std::vector<Sender> senders_;
  std::vector<int> stored_;  // flits at the receiver, by output VC
  std::uint64_t packets_started_ = 0;
};

/// The packet that `head` begins: its body and tail. `number` makes the tags of its flits unique
/// among 2^24 packets.
[[nodiscard]] std::vector<Flit> packet_of(Random& random, const Parameters& p, const Flit& head,
                                          int size, std::uint64_t number);

}  // namespace dragonfly::tb
