// SPDX-License-Identifier: Apache-2.0
#include "models/endpoint/receive_queues.hpp"

#include <utility>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

Configuration with_rate(double rate, std::uint64_t seed = 1) {
  Configuration config;
  config.traffic.sink_rate = rate;
  config.measurement.seed = seed;
  return config;
}

/// The first words of the flits that the terminals of a lane consume in a cycle, by terminal.
std::vector<std::pair<int, std::uint64_t>> consumed(ReceiveQueues& queues, std::int64_t cycle,
                                                    int lane = 0) {
  std::vector<std::pair<int, std::uint64_t>> flits;
  const auto consume = [&](int terminal, int, const std::uint64_t* flit) {
    flits.emplace_back(terminal, flit[0]);
  };
  queues.consume(cycle, consume, lane);
  return flits;
}

// Checks: OW-10, OW-11
TEST_CASE("Flits are consumed oldest first, whatever their VC, with both words") {
  ReceiveQueues queues(with_rate(0.5), 3);
  CHECK_FALSE(queues.immediate());
  for (std::uint64_t i = 0; i < 50; ++i) {
    const std::uint64_t flit[2] = {i, 1000 + i};
    queues.push(1, static_cast<int>(i * 7 % 5), flit, 2);
  }
  CHECK(queues.waiting() == 50);
  std::uint64_t next = 0;
  for (std::int64_t cycle = 0; queues.waiting() > 0; ++cycle) {
    REQUIRE(cycle < 1000);
    const std::uint64_t before = next;
    queues.consume(cycle, [&](int terminal, int vc, const std::uint64_t* flit) {
      CHECK(terminal == 1);
      CHECK(flit[0] == next);
      CHECK(flit[1] == 1000 + next);
      CHECK(vc == static_cast<int>(next * 7 % 5));
      ++next;
    });
    CHECK(next - before <= 1);
  }
  CHECK(next == 50);
}

TEST_CASE("Flits keep their order while others come, however many wait") {
  ReceiveQueues queues(with_rate(0.5), 1);
  std::uint64_t pushed = 0, next = 0;
  for (std::int64_t cycle = 0; cycle < 4000; ++cycle) {
    // As many come as go, on average; then fewer, then none.
    const bool comes = cycle < 2000 ? cycle % 2 == 0 : cycle < 3000 && cycle % 4 == 0;
    const std::uint64_t flit[2] = {pushed, ~pushed};
    if (comes) {
      queues.push(0, 2, flit, 2);
      ++pushed;
    }
    queues.consume(cycle, [&](int, int vc, const std::uint64_t* oldest) {
      CHECK((oldest[0] == next && oldest[1] == ~next && vc == 2));
      ++next;
    });
    REQUIRE(queues.waiting() == static_cast<std::int64_t>(pushed - next));
  }
  CHECK(pushed == 1250);
  CHECK(next == pushed);
}

// Checks: OW-11
TEST_CASE("Terminals that have flits consume them at the rate") {
  constexpr int kTerminals = 130, kCycles = 4000;
  ReceiveQueues queues(with_rate(0.3), kTerminals);
  const std::uint64_t flit = 0;
  int count = 0;
  for (std::int64_t cycle = 0; cycle < kCycles; ++cycle) {
    for (int terminal = 0; terminal < kTerminals; terminal += 2) queues.push(terminal, 0, &flit, 1);
    for (const auto& [terminal, word] : consumed(queues, cycle)) {
      CHECK(terminal % 2 == 0);
      ++count;
    }
  }
  // Standard deviation: sqrt(65 x 4000 x 0.3 x 0.7) = 234.
  CHECK(count == Approx(65 * kCycles * 0.3).margin(1000));
  CHECK(queues.waiting() == 65 * kCycles - count);
}

TEST_CASE("What a terminal consumes depends on no other terminal, and on the seed") {
  const auto cycles_of_90 = [](std::uint64_t seed, bool alone, bool in_parts) {
    ReceiveQueues queues(with_rate(0.2, seed), 130);
    if (in_parts) queues.divide(2);
    const std::uint64_t flit = 0;
    std::vector<std::int64_t> cycles;
    for (std::int64_t cycle = 0; cycle < 300; ++cycle) {
      for (int terminal = 0; terminal < 130; ++terminal)
        if (!alone || terminal == 90)
          queues.push(terminal, 0, &flit, 1, in_parts && terminal % 3 == 0 ? 1 : 0);
      auto flits = consumed(queues, cycle);
      if (in_parts) flits = consumed(queues, cycle, 1);
      for (const auto& [terminal, word] : flits)
        if (terminal == 90) cycles.push_back(cycle);
    }
    return cycles;
  };
  const auto cycles = cycles_of_90(1, false, false);
  CHECK(cycles.size() > 30);
  CHECK(cycles == cycles_of_90(1, true, false));
  CHECK(cycles == cycles_of_90(1, false, true));
  CHECK(cycles != cycles_of_90(2, false, false));
}

// Checks: OW-12
TEST_CASE("A rate of 1 holds nothing up, and a rate that is none is refused") {
  CHECK(ReceiveQueues(with_rate(1), 5).immediate());
  CHECK(ReceiveQueues(with_rate(1), 5).waiting() == 0);
  for (const double rate : {0.0, 0.0005, 1.5, -1.0})
    CHECK_THROWS_AS(ReceiveQueues(with_rate(rate), 5), InputError);
}

}  // namespace
}  // namespace dragonfly
