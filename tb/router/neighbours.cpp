// SPDX-License-Identifier: Apache-2.0
#include "tb/router/neighbours.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "tb/reference/stimuli.hpp"

namespace dragonfly::tb {

Neighbours::Neighbours(const Parameters& p, const Control& control, std::uint64_t seed)
    : p_(p),
      control_(control),
      random_(seed),
      senders_(static_cast<std::size_t>(p.nv())),
      stored_(static_cast<std::size_t>(p.nv())) {
  for (Sender& sender : senders_) sender.credits = control.buffer_depth;
}

RouterInputs Neighbours::send(const Behaviour& behaviour) {
  RouterInputs inputs(p_);
  for (int port = 0; port < p_.ports(); ++port) {
    std::vector<int> ready;
    const int vcs = p_.is_terminal(port) ? 1 : p_.vcs;
    for (int vc = 0; vc < vcs; ++vc) {
      const int input_vc = port * p_.stride() + vc;
      if (senders_[static_cast<std::size_t>(input_vc)].packet.empty() &&
          random_.chance(behaviour.start)) {
        start_packet(input_vc, behaviour);
      }
      if (may_send(input_vc)) ready.push_back(input_vc);
    }
    if (ready.empty() || !random_.chance(behaviour.send)) continue;
    const auto i = static_cast<std::size_t>(
        ready[static_cast<std::size_t>(random_.below(static_cast<int>(ready.size())))]);
    inputs.arrival[i] = senders_[i].packet.front();
    senders_[i].packet.pop_front();
    --senders_[i].credits;
  }
  for (std::size_t vc = 0; vc < stored_.size(); ++vc) {
    if (stored_[vc] == 0 || !random_.chance(behaviour.return_credit)) continue;
    --stored_[vc];
    inputs.credit[vc] = true;
  }
  for (int& entry : inputs.oracle) entry = random_.between(0, 4);
  return inputs;
}

bool Neighbours::may_send(int input_vc) const {
  const Sender& sender = senders_[static_cast<std::size_t>(input_vc)];
  if (sender.packet.empty()) return false;
  const Flit& next = sender.packet.front();
  const int need = next.head && control_.cut_through ? next.len + 1 : 1;
  return sender.credits >= need;
}

void Neighbours::start_packet(int input_vc, const Behaviour& behaviour) {
  const int port = input_vc / p_.stride();
  std::optional<Flit> head;
  if (p_.is_terminal(port)) {
    head = random_head_of_terminal(random_, p_, control_);
  } else {
    head = random_head_in_transit(random_, p_, control_, port, input_vc % p_.stride());
  }
  if (!head) return;
  if (random_.chance(behaviour.favourite)) {
    head->dst_group = control_.my_group;
    head->dst_router = control_.my_router;
  }
  const bool still_legal = !head->nonmin || head->mid_group != head->dst_group;
  if (!still_legal) return;
  const int longest = control_.cut_through ? std::min(control_.buffer_depth, 16) : 16;
  const int size = random_.chance(behaviour.single_flit) ? 1 : random_.between(1, longest);
  const std::vector<Flit> packet = packet_of(random_, p_, *head, size, packets_started_++);
  senders_[static_cast<std::size_t>(input_vc)].packet.assign(packet.begin(), packet.end());
}

void Neighbours::receive(const RouterOutputs& outputs) {
  for (std::size_t vc = 0; vc < stored_.size(); ++vc) {
    stored_[vc] += outputs.departure[vc] ? 1 : 0;
    senders_[vc].credits += outputs.credit[vc] ? 1 : 0;
  }
}

std::vector<Flit> packet_of(Random& random, const Parameters& p, const Flit& head, int size,
                            std::uint64_t number) {
  std::vector<Flit> packet;
  for (int k = 0; k < size; ++k) {
    Flit flit = k == 0 ? head : random_flit(random, p);
    flit.head = k == 0;
    flit.tail = k == size - 1;
    if (k == 0) flit.len = size - 1;
    flit.tag = (number << 4 | static_cast<std::uint64_t>(k)) & 0xFFFFFFF;
    packet.push_back(flit);
  }
  return packet;
}

}  // namespace dragonfly::tb
