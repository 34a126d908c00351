// SPDX-License-Identifier: Apache-2.0
#include "tb/reference/flat_router.hpp"

#include <algorithm>
#include <cstddef>

namespace dragonfly::tb {

FlatRouter::FlatRouter(const FlatSizes& s, const FlatControl& control)
    : s_(s),
      control_(control),
      routes_(s, control),
      inputs_(static_cast<std::size_t>(s.nv())),
      credits_(static_cast<std::size_t>(s.nv())),
      packets_(static_cast<std::size_t>(s.ports())),
      arrival_vc_(static_cast<std::size_t>(s.ports())),
      queues_(static_cast<std::size_t>(s.ports())),
      lfsr_(control.lfsr),
      scheduler_(s.shape()) {
  for (std::size_t vc = 0; vc < credits_.size(); ++vc)
    credits_[vc] = static_cast<int>(vc) % s.stride() < s.vcs ? control.buffer_depth : 0;
}

std::vector<int> FlatRouter::queues() const {
  std::vector<int> queues = packets_;
  for (std::size_t vc = 0; vc < credits_.size(); ++vc)
    if (static_cast<int>(vc) % s_.stride() < s_.vcs)
      queues[vc / static_cast<std::size_t>(s_.stride())] += control_.buffer_depth - credits_[vc];
  return queues;
}

// Decides for all heads, and puts all flits into their FIFOs.
void FlatRouter::arrive(const FlatInputs& arriving) {
  const auto stride = static_cast<std::size_t>(s_.stride());
  std::vector<std::vector<std::optional<FlatCandidate>>> asked(
      static_cast<std::size_t>(s_.ports()));
  std::vector<int> salts(asked.size());
  for (std::size_t vc = 0; vc < arriving.arrival.size(); ++vc) {
    const auto& flit = arriving.arrival[vc];
    if (!flit || !flit->head) continue;
    const std::size_t port = vc / stride;
    const std::uint32_t x = port < lfsr_.size() ? lfsr_[port] : 0;
    asked[port] =
        routes_.candidates(*flit, static_cast<int>(port), static_cast<int>(vc % stride), x);
    salts[port] = routes_.salt(*flit, static_cast<int>(port), x);
    if (port < lfsr_.size()) lfsr_[port] = xorshift(x);
  }
  const auto decisions = decide_on_arrival(asked, queues(), control_.sequential);
  for (std::size_t vc = 0; vc < arriving.arrival.size(); ++vc) {
    if (!arriving.arrival[vc]) continue;
    FlatFlit flit = *arriving.arrival[vc];
    const std::size_t port = vc / stride;
    std::size_t enters = vc;
    if (flit.head) {
      const FlatDecision& decision = *decisions[port];
      flit.nonmin = decision.nonmin;
      flit.mid = decision.mid;
      flit.salt = salts[port];
      if (port < lfsr_.size()) arrival_vc_[port] = decision.route.vc;
      ++packets_[static_cast<std::size_t>(decision.route.port)];
      ++decisions_;
      if (port < lfsr_.size() && decision.nonmin) ++nonminimal_decisions_;
    }
    if (port < lfsr_.size()) enters = port * stride + static_cast<std::size_t>(arrival_vc_[port]);
    InputVc& input = inputs_[enters];
    if (flit.head) input.latest = decisions[port]->route;
    input.fifo.push_back({flit, input.latest});
  }
}

FlatOutputs FlatRouter::cycle(const FlatInputs& arriving) {
  FlatOutputs outputs(s_);
  arrive(arriving);

  std::vector<Front> fronts(inputs_.size());
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i].fifo.empty()) continue;
    const Stored& front = inputs_[i].fifo.front();
    fronts[i] = {true,           front.flit.head, front.flit.tail,
                 front.flit.len, inputs_[i].mid,  front.route};
  }
  std::vector<bool> ready;
  for (const auto& queue : queues_)
    ready.push_back(static_cast<int>(queue.size()) <= control_.oq_limit - s_.speedup);
  outputs.credit = scheduler_.cycle(fronts, credits_, ready, control_.cut_through);

  // The oldest flit of each queue leaves, or the first of those that enter an empty one.
  std::vector<std::optional<Queued>> sent(queues_.size());
  for (std::size_t output = 0; output < queues_.size(); ++output) {
    if (queues_[output].empty()) continue;
    sent[output] = queues_[output].front();
    queues_[output].pop_front();
  }
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (!outputs.credit[i]) continue;
    Stored stored = inputs_[i].fifo.front();
    inputs_[i].fifo.pop_front();
    inputs_[i].mid = !stored.flit.tail;
    if (stored.flit.head) stored.flit.hops = std::min(stored.flit.hops + 1, 15);
    const auto output = static_cast<std::size_t>(stored.route.port);
    --credits_[scheduler_.output_vc(stored.route)];
    if (stored.flit.tail) --packets_[output];
    if (sent[output])
      queues_[output].push_back({stored.flit, stored.route.vc});
    else
      sent[output] = Queued{stored.flit, stored.route.vc};
  }
  for (std::size_t output = 0; output < queues_.size(); ++output) {
    if (!sent[output]) continue;
    outputs.departure[output * static_cast<std::size_t>(s_.stride()) +
                      static_cast<std::size_t>(sent[output]->vc)] = sent[output]->flit;
  }
  for (std::size_t vc = 0; vc < credits_.size(); ++vc)
    if (arriving.credit[vc]) ++credits_[vc];
  return outputs;
}

bool FlatRouter::is_empty() const {
  const bool none_waits = std::all_of(inputs_.begin(), inputs_.end(), [](const InputVc& input) {
    return input.fifo.empty() && !input.mid;
  });
  return none_waits &&
         std::all_of(queues_.begin(), queues_.end(), [](const auto& q) { return q.empty(); });
}

}  // namespace dragonfly::tb
