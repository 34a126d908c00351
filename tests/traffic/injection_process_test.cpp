// SPDX-License-Identifier: Apache-2.0
#include "models/traffic/injection_process.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/common/random.hpp"
#include "models/config/configuration.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

using Packets = std::vector<std::vector<std::int64_t>>;  ///< [terminal]: cycles of creation

/// Runs a process, asking for `group` terminals at a time.
Packets run(const TrafficConfig& config, std::uint64_t seed, int terminals, std::int64_t cycles,
            int group) {
  InjectionProcess process(config, seed, terminals);
  Packets packets(static_cast<std::size_t>(terminals));
  for (std::int64_t cycle = 0; cycle < cycles; ++cycle) {
    for (int first = 0; first < terminals; first += group) {
      const int last = std::min(first + group, terminals);
      process.create(cycle, first, last, [&](int terminal, std::uint32_t count) {
        REQUIRE(terminal >= first);
        REQUIRE(terminal < last);
        auto& cycles = packets[static_cast<std::size_t>(terminal)];
        cycles.insert(cycles.end(), count, cycle);
      });
    }
  }
  return packets;
}

double total(const Packets& packets) {
  double sum = 0;
  for (const auto& of_terminal : packets) sum += static_cast<double>(of_terminal.size());
  return sum;
}

TrafficConfig bernoulli(double load, int packet_size = 1) {
  TrafficConfig config;
  config.load = load;
  config.packet_size = packet_size;
  return config;
}

TrafficConfig burst(double load, double length, double burst_load, int packet_size = 1) {
  TrafficConfig config = bernoulli(load, packet_size);
  config.injection = Injection::kBurst;
  config.burst_length = length;
  config.burst_load = burst_load;
  return config;
}

TEST_CASE("Bernoulli injection has the load asked for") {
  constexpr double kTrials = 100.0 * 2000;
  for (const auto& [load, size] : {std::pair{0.01, 1}, {0.5, 1}, {0.8, 4}, {1.0, 16}}) {
    const double p = load / size;
    const double packets = total(run(bernoulli(load, size), 1, 100, 2000, 100));
    INFO("load " << load << ", size " << size);
    CHECK(std::abs(packets - p * kTrials) < 4 * std::sqrt(kTrials * p * (1 - p)));
  }
  CHECK(total(run(bernoulli(0), 1, 10, 1000, 10)) == 0);
  CHECK(total(run(bernoulli(1), 1, 10, 1000, 10)) == 10 * 1000);
}

TEST_CASE("Bernoulli injection draws once for each terminal and cycle, however many at a time") {
  constexpr std::uint64_t kSeed = 5;
  constexpr double kLoad = 0.37;
  const Packets packets = run(bernoulli(kLoad), kSeed, 77, 100, 77);
  for (std::size_t terminal = 0; terminal < packets.size(); ++terminal) {
    std::vector<std::int64_t> expected;
    const std::uint64_t key = stream_key(kSeed, Stream::kCreation, terminal);
    for (std::int64_t cycle = 0; cycle < 100; ++cycle)
      if (happens(draw(key, static_cast<std::uint64_t>(cycle)), probability(kLoad)))
        expected.push_back(cycle);
    CHECK(packets[terminal] == expected);
  }
}

TEST_CASE("Gaps of Bernoulli injection are geometric") {
  const Packets packets = run(bernoulli(0.25), 1, 200, 2000, 200);
  std::vector<double> counts(9);  // gaps 1 .. 8, and longer ones
  double gaps = 0;
  for (const auto& cycles : packets) {
    for (std::size_t i = 1; i < cycles.size(); ++i) {
      ++counts[static_cast<std::size_t>(std::min<std::int64_t>(cycles[i] - cycles[i - 1], 9) - 1)];
      ++gaps;
    }
  }
  double chi_square = 0, rest = 1;
  for (std::size_t k = 0; k < 8; ++k) {
    const double p = 0.25 * std::pow(0.75, k);
    chi_square += std::pow(counts[k] - gaps * p, 2) / (gaps * p);
    rest -= p;
  }
  chi_square += std::pow(counts[8] - gaps * rest, 2) / (gaps * rest);
  CHECK(chi_square < 26.1);  // 8 degrees of freedom, 99.9%
}

TEST_CASE("Bursts have the mean load asked for, from the first cycle on") {
  for (const auto& config : {burst(0.2, 8, 1), burst(0.5, 20, 0.8), burst(0.4, 4, 0.6, 4),
                             burst(0.9, 1, 1), burst(0.3, 5, 0.3), burst(0.05, 1, 0.1)}) {
    INFO("load " << config.load << " length " << config.burst_length << " burst load "
                 << config.burst_load);
    constexpr double kTerminals = 2000;
    const double p = config.load / config.packet_size;
    // The number of packets in a long time has at most 2 L - 1 times the variance of a Poisson
    // distribution.
    const Packets packets = run(config, 1, kTerminals, 200, 2000);
    const double deviation = std::sqrt(kTerminals * 200 * p * (2 * config.burst_length - 1));
    CHECK(std::abs(total(packets) - kTerminals * 200 * p) < 4 * deviation);
    // Terminals are independent: the packets of one cycle are binomial.
    for (const std::int64_t cycle : {0, 1, 50}) {
      double count = 0;
      for (const auto& cycles : packets) {
        for (const std::int64_t c : cycles) count += c == cycle ? 1 : 0;
      }
      CHECK(std::abs(count - kTerminals * p) < 4 * std::sqrt(kTerminals * p * (1 - p)) + 1e-9);
    }
  }
}

TEST_CASE("Bursts have the mean length asked for") {
  // With burst load 1 a burst is a run of packets in successive cycles. Two bursts touch when the
  // pause between them has no cycle, with probability r: a run then has L / (1 - r) packets.
  const double length = 8, load = 0.4;
  const double pause = length * (1 / load - 1);
  const double r = 1 / (1 + pause);
  const Packets packets = run(burst(load, length, 1), 1, 500, 2000, 500);
  double runs = 0, in_runs = 0;
  for (const auto& cycles : packets) {
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      in_runs += 1;
      if (i == 0 || cycles[i] != cycles[i - 1] + 1) runs += 1;
    }
  }
  // Lengths are geometric: standard deviation about the mean.
  const double expected = length / (1 - r);
  CHECK(std::abs(in_runs / runs - expected) < 4 * expected / std::sqrt(runs));
}

TEST_CASE("Within a burst the load is the burst load") {
  // Bursts so long that a run of 400 cycles sees hardly an end: terminals are either silent or at
  // the burst load. Those with more than half of it are on.
  const Packets packets = run(burst(0.2, 1e6, 0.5), 1, 1000, 400, 1000);
  double on = 0, sum = 0;
  for (const auto& cycles : packets) {
    if (cycles.size() < 100) continue;
    on += 1;
    sum += static_cast<double>(cycles.size());
  }
  CHECK(std::abs(on - 400) < 4 * std::sqrt(1000 * 0.4 * 0.6));
  CHECK(std::abs(sum / on / 400 - 0.5) < 4 * std::sqrt(0.25 / (on * 400)));
}

TEST_CASE("A batch is created in cycle 0") {
  TrafficConfig config;
  config.injection = Injection::kBatch;
  config.batch_size = 3;
  const Packets packets = run(config, 1, 5, 10, 2);
  CHECK(packets == Packets(5, {0, 0, 0}));
}

TEST_CASE("What a terminal does depends neither on grouping nor on other terminals") {
  for (const auto& config : {bernoulli(0.3, 2), burst(0.3, 6, 0.7)}) {
    const Packets whole = run(config, 9, 200, 300, 200);
    CHECK(run(config, 9, 200, 300, 7) == whole);
    CHECK(run(config, 9, 200, 300, 64) == whole);
    const Packets fewer = run(config, 9, 50, 300, 50);
    CHECK(fewer == Packets(whole.begin(), whole.begin() + 50));
    CHECK(run(config, 10, 200, 300, 200) != whole);
  }
}

TEST_CASE("Injection that is not possible is refused") {
  const auto refused = [](const TrafficConfig& config, const char* key) {
    CHECK_THROWS_AS(InjectionProcess(config, 1, 4), InputError);
    CHECK_THROWS_WITH(InjectionProcess(config, 1, 4), ContainsSubstring(key));
  };
  refused(bernoulli(-0.1), "load");
  refused(bernoulli(1.1), "load");
  refused(bernoulli(std::nan("")), "load");
  refused(burst(0.5, 0.5, 1), "burst_length");
  refused(burst(0.5, 8, 0.4), "burst_load");
  refused(burst(0.5, 8, 1.2), "burst_load");
  TrafficConfig batch;
  batch.injection = Injection::kBatch;
  batch.batch_size = 0;
  refused(batch, "batch_size");
}

}  // namespace
}  // namespace dragonfly
