// SPDX-License-Identifier: Apache-2.0
#include "tb/reference/router.hpp"

#include <algorithm>
#include <cstddef>

namespace dragonfly::tb {

RouterInputs::RouterInputs(const Parameters& p)
    : arrival(static_cast<std::size_t>(p.nv())),
      credit(static_cast<std::size_t>(p.nv())),
      oracle(static_cast<std::size_t>(p.channels())) {}

RouterOutputs::RouterOutputs(const Parameters& p)
    : departure(static_cast<std::size_t>(p.nv())),
      credit(static_cast<std::size_t>(p.nv())),
      occupancy(static_cast<std::size_t>(p.occupancies())) {}

ReferenceRouter::ReferenceRouter(const Parameters& p, const Control& control)
    : p_(p),
      control_(control),
      arriving_(p),
      inputs_(static_cast<std::size_t>(p.nv())),
      output_vcs_(static_cast<std::size_t>(p.nv())),
      queues_(static_cast<std::size_t>(p.ports())),
      lfsr_(control.lfsr),
      scheduler_(p),
      td_(static_cast<std::size_t>(p.ports())),
      measured_(static_cast<std::size_t>(p.ports())) {
  for (std::size_t vc = 0; vc < output_vcs_.size(); ++vc) {
    const bool exists = static_cast<int>(vc) % p.stride() < p.vcs;
    output_vcs_[vc].credits = exists ? control.buffer_depth : 0;
  }
}

RouterOutputs ReferenceRouter::cycle(const RouterInputs& arriving) {
  arriving_ = arriving;
  RouterOutputs outputs(p_);
  const QueueEstimates at_start = estimates();
  make_decisions(at_start);
  const std::vector<Front> requests = fronts();
  std::vector<int> credits;
  for (const OutputVc& vc : output_vcs_) credits.push_back(vc.credits);
  std::vector<bool> ready;
  for (const auto& queue : queues_) {
    ready.push_back(static_cast<int>(queue.size()) <= control_.oq_limit - p_.speedup);
  }
  const std::vector<bool> granted =
      scheduler_.cycle(requests, credits, ready, control_.cut_through);

  return_credits(granted, requests, outputs);
  count_credits(granted, requests);
  move_flits(granted, outputs);
  for (int j = 0; j < p_.globals; ++j) {
    outputs.occupancy[static_cast<std::size_t>(j)] =
        control_.algorithm == kUgalG ? at_start.of(p_.first_global() + j) : 0;
  }
  now_ = (now_ + 1) % kTimeModulus;
  arriving_ = RouterInputs(p_);
  return outputs;
}

const Flit* ReferenceRouter::front_of(std::size_t i) const {
  if (!inputs_[i].fifo.empty()) return &inputs_[i].fifo.front();
  return arriving_.arrival[i] ? &*arriving_.arrival[i] : nullptr;
}

bool ReferenceRouter::is_assigned(std::size_t i) const {
  if (inputs_[i].mid || inputs_[i].decision) return true;
  return !p_.is_terminal(port_of(i)) && front_of(i) != nullptr;
}

Route ReferenceRouter::route_of(std::size_t i) const {
  if (inputs_[i].mid) return inputs_[i].route;
  if (inputs_[i].decision) return inputs_[i].decision->route;
  return route_function(p_, control_, *front_of(i), port_of(i), static_cast<int>(i) % p_.stride());
}

QueueEstimates ReferenceRouter::estimates() const {
  QueueEstimates estimates;
  estimates.oracle = arriving_.oracle;
  for (int port = 0; port < p_.ports(); ++port) {
    std::vector<int> queues;
    for (int vc = 0; vc < p_.vcs; ++vc) {
      const auto index = static_cast<std::size_t>(port * p_.stride() + vc);
      queues.push_back(control_.buffer_depth - output_vcs_[index].credits);
    }
    estimates.vc_queue.push_back(queues);
  }
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (!is_assigned(i)) continue;
    const Route route = route_of(i);
    ++estimates.vc_queue.at(static_cast<std::size_t>(route.port))
          .at(static_cast<std::size_t>(route.vc));
  }
  return estimates;
}

void ReferenceRouter::make_decisions(const QueueEstimates& estimates) {
  std::vector<std::optional<Paths>> paths(static_cast<std::size_t>(p_.terminals));
  for (std::size_t t = 0; t < paths.size(); ++t) {
    const std::size_t i = t * static_cast<std::size_t>(p_.stride());
    const Flit* front = front_of(i);
    if (front != nullptr && front->head && !inputs_[i].decision) {
      paths[t] = paths_of(p_, control_, *front, lfsr_[t]);
    }
  }
  const auto decisions = decide(p_, control_, paths, lfsr_, estimates);
  for (std::size_t t = 0; t < paths.size(); ++t) {
    if (!decisions[t]) continue;
    inputs_[t * static_cast<std::size_t>(p_.stride())].decision = decisions[t];
    lfsr_[t] = xorshift(lfsr_[t]);
    ++decisions_;
    if (decisions[t]->nonmin) ++nonminimal_decisions_;
  }
}

int ReferenceRouter::least_td() const { return tb::least_td(td_, control_.connected); }

std::vector<Front> ReferenceRouter::fronts() const {
  std::vector<Front> fronts(inputs_.size());
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const Flit* flit = front_of(i);
    if (flit == nullptr) continue;
    fronts[i] = {true, flit->head, flit->tail, flit->len, inputs_[i].mid, route_of(i)};
  }
  return fronts;
}

void ReferenceRouter::return_credits(const std::vector<bool>& granted,
                                     const std::vector<Front>& fronts, RouterOutputs& outputs) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (control_.algorithm != kUgalLCr || !p_.is_local(port_of(i))) {
      outputs.credit[i] = granted[i];
      continue;
    }
    if (granted[i]) {
      const auto output = static_cast<std::size_t>(fronts[i].route.port);
      const bool goes_on = p_.is_local(static_cast<int>(output));
      inputs_[i].delayed.append(now_, goes_on ? 0 : td_[output] - least_td());
    }
    outputs.credit[i] = inputs_[i].delayed.release(now_);
  }
}

void ReferenceRouter::count_credits(const std::vector<bool>& granted,
                                    const std::vector<Front>& fronts) {
  const bool tracks = control_.algorithm == kUgalLCr;
  for (std::size_t output = 0; output < td_.size(); ++output) {
    if (measured_[output]) td_[output] = td_of(*measured_[output], control_.tcrt0[output]);
    measured_[output].reset();
  }
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (!granted[i]) continue;
    OutputVc& vc = output_vcs_[scheduler_.output_vc(fronts[i].route)];
    --vc.credits;
    if (tracks) vc.trips.take(now_, control_.ctq_one_in);
  }
  for (std::size_t vc = 0; vc < output_vcs_.size(); ++vc) {
    if (!arriving_.credit[vc]) continue;
    ++output_vcs_[vc].credits;
    if (!tracks) continue;
    const auto trip = output_vcs_[vc].trips.give_back(now_, control_.ctq_one_in);
    if (trip) measured_[static_cast<std::size_t>(port_of(vc))] = trip;
  }
}

void ReferenceRouter::move_flits(const std::vector<bool>& granted, RouterOutputs& outputs) {
  // The oldest flit of each queue leaves; only then the flits of this cycle enter, and the first of
  // them leaves at once if nothing else has.
  std::vector<std::optional<Queued>> sent(queues_.size());
  for (std::size_t output = 0; output < queues_.size(); ++output) {
    if (queues_[output].empty()) continue;
    sent[output] = queues_[output].front();
    queues_[output].pop_front();
  }
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    InputVc& input = inputs_[i];
    if (!granted[i]) {
      if (arriving_.arrival[i]) input.fifo.push_back(*arriving_.arrival[i]);
      continue;
    }
    const Route route = route_of(i);
    Flit flit = *front_of(i);
    if (input.fifo.empty()) {
      arriving_.arrival[i].reset();
    } else {
      input.fifo.pop_front();
    }
    if (arriving_.arrival[i]) input.fifo.push_back(*arriving_.arrival[i]);

    if (flit.head) {
      flit.hops = std::min(flit.hops + 1, 15);
      if (input.decision) {
        flit.nonmin = input.decision->nonmin;
        flit.salt = input.decision->salt;
        flit.mid_group = input.decision->mid_group;
      }
    }
    input.decision.reset();
    input.mid = !flit.tail;
    input.route = route;
    const auto output = static_cast<std::size_t>(route.port);
    if (sent[output]) {
      queues_[output].push_back({flit, route.vc});
    } else {
      sent[output] = Queued{flit, route.vc};
    }
  }
  for (std::size_t output = 0; output < queues_.size(); ++output) {
    if (!sent[output]) continue;
    outputs.departure[output * static_cast<std::size_t>(p_.stride()) +
                      static_cast<std::size_t>(sent[output]->vc)] = sent[output]->flit;
  }
}

bool ReferenceRouter::is_empty() const {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (front_of(i) != nullptr || inputs_[i].mid || !inputs_[i].delayed.empty()) return false;
    if (scheduler_.held(static_cast<int>(i))) return false;
  }
  return std::all_of(queues_.begin(), queues_.end(), [](const auto& q) { return q.empty(); });
}

int ReferenceRouter::credits(int output_vc) const {
  return output_vcs_[static_cast<std::size_t>(output_vc)].credits;
}

}  // namespace dragonfly::tb
