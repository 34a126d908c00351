// SPDX-License-Identifier: Apache-2.0
#include "tb/router/scoreboard.hpp"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <stdexcept>
#include <string>

namespace dragonfly::tb {
namespace {

[[noreturn]] void fail(const std::string& what, int output_vc, const Flit& flit) {
  std::ostringstream message;
  message << what << ": output VC " << output_vc << ", flit " << flit;
  throw std::runtime_error(message.str());
}

}  // namespace

void Scoreboard::expect(int input_vc, const std::vector<Flit>& packet) {
  Packet expected;
  expected.input_vc = input_vc;
  expected.number = packets_expected_++;
  expected.flits = packet;
  expected.options = options_of(input_vc, packet.front());
  for (const Flit& flit : packet) {
    const bool is_new = number_of_.emplace(Tag{flit.tag, flit.tag_high}, expected.number).second;
    if (!is_new) throw std::runtime_error("two flits under way with one tag");
  }
  packets_.emplace(expected.number, std::move(expected));
}

std::vector<Scoreboard::Option> Scoreboard::options_of(int input_vc, const Flit& head) {
  const int port = input_vc / p_.stride();
  Flit leaving = head;
  leaving.hops = std::min(head.hops + 1, 15);
  if (!p_.is_terminal(port)) {
    return {{route_function(p_, control_, head, port, input_vc % p_.stride()), leaving}};
  }
  std::uint32_t& x = lfsr_[static_cast<std::size_t>(port)];
  const Paths paths = paths_of(p_, control_, head, x);
  leaving.salt = static_cast<int>(x & 0xFFU);
  x = xorshift(x);
  std::vector<Option> options;
  if (!paths.has_choice || control_.algorithm != kVal) {
    leaving.nonmin = false;
    leaving.mid_group = 0;
    options.push_back({paths.minimal, leaving});
  }
  if (paths.has_choice) {
    leaving.nonmin = true;
    leaving.mid_group = paths.mid_group;
    options.push_back({paths.nonminimal, leaving});
  }
  return options;
}

void Scoreboard::leave(int output_vc, const Flit& flit) {
  const auto number = number_of_.find({flit.tag, flit.tag_high});
  if (number == number_of_.end()) fail("a flit left that is not under way", output_vc, flit);
  Packet& packet = packets_.at(number->second);
  if (packet.flits[packet.next].tag != flit.tag) fail("flits out of order", output_vc, flit);
  if (packet.next == 0) {
    leave_head(packet, output_vc, flit);
  } else {
    if (owner_.at(output_vc) != packet.number) fail("packets interleave", output_vc, flit);
    if (!(packet.flits[packet.next] == flit)) fail("a body flit changed", output_vc, flit);
  }
  if (output_vc != packet.route.port * p_.stride() + packet.route.vc) {
    fail("a packet split", output_vc, flit);
  }
  number_of_.erase(number);
  if (++packet.next == packet.flits.size()) {
    owner_.erase(output_vc);
    packets_.erase(packet.number);
  }
}

void Scoreboard::leave_head(Packet& packet, int output_vc, const Flit& flit) {
  if (owner_.contains(output_vc)) fail("a packet starts within another", output_vc, flit);
  owner_[output_vc] = packet.number;
  const auto option =
      std::find_if(packet.options.begin(), packet.options.end(), [&](const Option& candidate) {
        return candidate.route.port * p_.stride() + candidate.route.vc == output_vc &&
               candidate.head == flit;
      });
  if (option == packet.options.end()) fail("wrong route or header", output_vc, flit);
  packet.route = option->route;
  if (flit.nonmin && p_.is_terminal(packet.input_vc / p_.stride())) ++nonminimal_packets_;

  // Packets of one input VC do not overtake each other on an output VC.
  const auto path = std::pair(packet.input_vc, output_vc);
  const auto latest = latest_.find(path);
  if (latest != latest_.end() && latest->second > packet.number) {
    fail("a packet overtook another", output_vc, flit);
  }
  latest_[path] = packet.number;
}

}  // namespace dragonfly::tb
