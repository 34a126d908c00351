// SPDX-License-Identifier: Apache-2.0
// What a router may do with packets, seen from outside: every flit comes out once, in order, at a
// port and VC that header and tables allow, with the header rewritten as specified.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "tb/reference/routes.hpp"
#include "tb/support/control.hpp"
#include "tb/support/flit.hpp"
#include "tb/support/parameters.hpp"

namespace dragonfly::tb {

class Scoreboard {
 public:
  Scoreboard(const Parameters& p, const Control& control)
      : p_(p), control_(control), lfsr_(control.lfsr) {}

  /// A packet that is going to be sent on an input VC after all before it. Its flits carry tags
  /// that nothing else carries. At a terminal port the packet draws the port's next random number.
  void expect(int input_vc, const std::vector<Flit>& packet);

  /// A flit has left the router. Throws std::runtime_error if it must not, or not there.
  void leave(int output_vc, const Flit& flit);

  [[nodiscard]] int packets_under_way() const { return static_cast<int>(packets_.size()); }
  [[nodiscard]] int nonminimal_packets() const { return nonminimal_packets_; }

 private:
  struct Option {  // a way in which the packet may leave
    Route route;
    Flit head;
  };
  struct Packet {
    int input_vc = 0;
    std::uint64_t number = 0;  // in order of expectation
    std::vector<Flit> flits;
    std::vector<Option> options;
    std::size_t next = 0;  // flit
    Route route;           // once the head has left
  };
  using Tag = std::pair<std::uint64_t, std::uint64_t>;

  [[nodiscard]] std::vector<Option> options_of(int input_vc, const Flit& head);
  void leave_head(Packet& packet, int output_vc, const Flit& flit);

  Parameters p_;
  Control control_;
  std::vector<std::uint32_t> lfsr_;          // by terminal port: the number of its next packet
  std::map<Tag, std::uint64_t> number_of_;   // packet of a flit on its way, by tag
  std::map<std::uint64_t, Packet> packets_;  // not yet left altogether, by number
  std::map<int, std::uint64_t> owner_;       // packet on its way over an output VC
  std::map<std::pair<int, int>, std::uint64_t> latest_;  // packet by input and output VC
  std::uint64_t packets_expected_ = 0;
  int nonminimal_packets_ = 0;
};

}  // namespace dragonfly::tb
