// SPDX-License-Identifier: Apache-2.0
// Everything around one router: senders that respect its credits, receivers that return theirs
// late.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "tb/reference/router.hpp"
#include "tb/router/scoreboard.hpp"
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
  /// What has left the router in this cycle. Throws std::runtime_error if that breaks a rule.
  void receive(const RouterOutputs& outputs);

  /// All packets started are sent, all flits have left, all credits are where they began.
  [[nodiscard]] bool is_idle() const;
  [[nodiscard]] const Scoreboard& scoreboard() const { return scoreboard_; }
  [[nodiscard]] int flits_sent() const { return flits_sent_; }
  [[nodiscard]] int flits_received() const { return flits_received_; }

 private:
  struct Sender {  // of one input VC
    int credits = 0;
    std::deque<Flit> packet;  // what is still to send of the current one
  };
  struct Receiver {  // of one output VC
    int stored = 0;
  };

  void start_packet(int input_vc, const Behaviour& behaviour);
  [[nodiscard]] bool may_send(int input_vc) const;

  Parameters p_;
  Control control_;
  Random random_;
  Scoreboard scoreboard_;
  std::vector<Sender> senders_;
  std::vector<Receiver> receivers_;
  std::uint64_t packets_started_ = 0;
  int flits_sent_ = 0;
  int flits_received_ = 0;
};

/// The packet that `head` begins: its body and tail. `number` makes the tags of its flits unique
/// among 2^24 packets.
[[nodiscard]] std::vector<Flit> packet_of(Random& random, const Parameters& p, const Flit& head,
                                          int size, std::uint64_t number);

}  // namespace dragonfly::tb
