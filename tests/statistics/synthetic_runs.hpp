// SPDX-License-Identifier: Apache-2.0
// Simple processes whose behaviour is known, in the place of a network.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <vector>

#include "models/common/random.hpp"
#include "models/statistics/measurement.hpp"

namespace dragonfly::test {

/// What a run did, besides its result.
struct Run {
  RunResult result;
  std::vector<std::int64_t> opened, closed;      ///< cycles at whose end a window did
  std::map<std::int64_t, std::int64_t> created;  ///< packets by cycle
  Phase last_phase = Phase::kWarmUp;

  [[nodiscard]] std::int64_t created_in(std::int64_t first, std::int64_t cycles) const {
    std::int64_t sum = 0;
    for (auto it = created.lower_bound(first); it != created.end() && it->first < first + cycles;
         ++it) {
      sum += it->second;
    }
    return sum;
  }
};

/// Something that creates and delivers packets.
class Process {
 public:
  virtual ~Process() = default;
  /// One cycle; calls delivered() of `sink` and keeps `counters`.
  virtual void cycle(std::int64_t cycle, bool stopped, DeliverySink& sink) = 0;

  TrafficCounters counters;
  int nonminimal_hops = 5;  ///< minimal: 3

 protected:
  void count_created() {
    ++counters.created_packets;
    ++counters.created_flits;
  }
  void count_injected() {
    ++counters.injected_packets;
    ++counters.injected_flits;
  }
  void deliver(std::int64_t created, std::int64_t injected, std::int64_t cycle, bool nonminimal,
               DeliverySink& sink) {
    ++counters.delivered_packets;
    ++counters.delivered_flits;
    Delivery packet;
    packet.created = created;
    packet.injected = injected;
    packet.ejected = cycle;
    packet.nonminimal = nonminimal;
    packet.hops = nonminimal ? nonminimal_hops : 3;
    sink.delivered({&packet, 1});
  }
};

/// Terminals create packets at random; each is delivered after latency(cycle of creation, number).
class DelayLine : public Process {
 public:
  DelayLine(int terminals, double load,
            std::function<std::int64_t(std::int64_t, std::uint64_t)> latency)
      : terminals_(terminals), probability_(probability(load)), latency_(std::move(latency)) {}

  void cycle(std::int64_t cycle, bool stopped, DeliverySink& sink) override {
    for (int terminal = 0; terminal < terminals_ && !stopped; ++terminal) {
      const std::uint64_t number = draw(stream_key(1, Stream::kCreation, cycle), terminal);
      if (!happens(number, probability_)) continue;
      count_created();
      count_injected();
      const std::uint64_t index = static_cast<std::uint64_t>(counters.created_packets);
      due_[cycle + latency_(cycle, index)].push_back({cycle, index % 4 == 0});
    }
    for (; !due_.empty() && due_.begin()->first <= cycle; due_.erase(due_.begin())) {
      for (const auto& [created, nonminimal] : due_.begin()->second) {
        deliver(created, created, cycle, nonminimal, sink);
      }
    }
  }

 private:
  struct Packet {
    std::int64_t created;
    bool nonminimal;
  };
  int terminals_;
  std::uint64_t probability_;
  std::function<std::int64_t(std::int64_t, std::uint64_t)> latency_;
  std::map<std::int64_t, std::vector<Packet>> due_;
};

/// Each terminal has a source queue that is served with probability service(cycle) in a cycle; a
/// packet served is delivered in the next cycle.
class SourceQueues : public Process {
 public:
  SourceQueues(int terminals, double load, std::function<double(std::int64_t)> service)
      : load_(probability(load)),
        service_(std::move(service)),
        queues_(static_cast<std::size_t>(terminals)) {}

  void cycle(std::int64_t cycle, bool stopped, DeliverySink& sink) override {
    for (const std::int64_t created : served_) {
      deliver(created, cycle - 1, cycle, false, sink);
    }
    served_.clear();
    if (stopped) return;
    const std::uint64_t service = probability(service_(cycle));
    for (std::size_t terminal = 0; terminal < queues_.size(); ++terminal) {
      std::deque<std::int64_t>& queue = queues_[terminal];
      if (happens(draw(stream_key(1, Stream::kCreation, cycle), terminal), load_)) {
        count_created();
        queue.push_back(cycle);
      }
      if (!queue.empty() &&
          happens(draw(stream_key(1, Stream::kRouter, cycle), terminal), service)) {
        count_injected();
        served_.push_back(queue.front());
        queue.pop_front();
      }
    }
  }

 private:
  std::uint64_t load_;
  std::function<double(std::int64_t)> service_;
  std::vector<std::deque<std::int64_t>> queues_;
  std::vector<std::int64_t> served_;
};

/// Measures `process` until done, or for `most` cycles.
inline Run measure(const Configuration& config, int terminals, Process& process,
                   std::int64_t most = 1000000, std::int64_t total_packets = -1,
                   std::int64_t longest_path = 0) {
  Measurement measurement(config, terminals, total_packets, nullptr, longest_path);
  Run run;
  for (std::int64_t cycle = 0; !measurement.done() && cycle < most; ++cycle) {
    const std::int64_t before = process.counters.created_packets;
    process.cycle(cycle, measurement.phase() == Phase::kFlush, measurement);
    if (process.counters.created_packets != before) {
      run.created[cycle] = process.counters.created_packets - before;
    }
    const WindowEvent event = measurement.end_cycle(cycle, process.counters);
    if (event == WindowEvent::kOpened) run.opened.push_back(cycle);
    if (event == WindowEvent::kClosed) run.closed.push_back(cycle);
  }
  run.last_phase = measurement.phase();
  run.result = measurement.result();
  return run;
}

}  // namespace dragonfly::test
