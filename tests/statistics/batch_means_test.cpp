// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/batch_means.hpp"

#include <array>
#include <cmath>
#include <deque>
#include <random>
#include <vector>

#include "models/config/configuration.hpp"
#include "tests/catch.hpp"
#include "tests/statistics/synthetic_runs.hpp"

namespace dragonfly {
namespace {

/// A number with a normal distribution, by the sum of twelve: the same with every library.
double normal(std::mt19937_64& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random() >> 11U) * 0x1p-53;
  return sum;
}

TEST_CASE("the standard error of batches, by hand") {
  // Means of equal batches 2, 4, 6: deviation 2, error 2 / sqrt(3).
  const std::array<Batch, 3> equal = {{{20, 10}, {40, 10}, {60, 10}}};
  CHECK(standard_error(equal) == Approx(2 / std::sqrt(3.0)));
  // Mean 4; deviations 6 - 4, 12 - 16, 22 - 20; sqrt(24 / 2) sqrt(3) / 10.
  const std::array<Batch, 3> unequal = {{{6, 1}, {12, 4}, {22, 5}}};
  CHECK(standard_error(unequal) == Approx(0.6));
  // A ratio that is the same in all batches is known exactly.
  const std::array<Batch, 2> same = {{{6, 2}, {12, 4}}};
  CHECK(standard_error(same) == 0);
  const std::array<Batch, 2> with_empty = {{{6, 2}, {0, 0}}};
  CHECK_FALSE(standard_error(with_empty));
  CHECK_FALSE(standard_error(std::span(same).first(1)));
  CHECK(confidence_95(2) == Approx(2 * 2.093));  // Student's t of 19, from the tables
}

TEST_CASE("batch means of an AR(1) sequence have its known variance and coverage") {
  constexpr double kPhi = 0.8;
  constexpr int kRuns = 1000, kLength = 400;
  constexpr double kObservations = static_cast<double>(kBatches) * kLength;
  // Variance of the mean from the correlations phi^k, exactly (Law and Kelton, Section 4.4).
  double factor = 1;
  for (int k = 1; k < static_cast<int>(kObservations); ++k)
    factor += 2 * (1 - k / kObservations) * std::pow(kPhi, k);
  const double variance = factor / (1 - kPhi * kPhi) / kObservations;

  constexpr double kUnit = 1e6;  // observations are integers of a millionth
  std::mt19937_64 random(1);
  double squares = 0;
  int covered = 0;
  for (int run = 0; run < kRuns; ++run) {
    double value = normal(random) / std::sqrt(1 - kPhi * kPhi);
    std::array<Batch, kBatches> batches;
    double sum = 0;
    for (Batch& batch : batches) {
      for (int i = 0; i < kLength; ++i) {
        batch.sum += std::llround(kUnit * value);
        value = kPhi * value + normal(random);
      }
      batch.count = kLength;
      sum += static_cast<double>(batch.sum);
    }
    const double error = standard_error(batches).value() / kUnit;
    squares += error * error / kRuns;
    if (std::abs(sum / kUnit / kObservations) <= confidence_95(error)) ++covered;
  }
  CHECK(squares == Approx(variance).epsilon(0.05));
  // 950 expected, with a standard deviation of 7.
  CHECK(covered >= 929);
  CHECK(covered <= 971);
}

/// Terminals create packets at random for one queue, which serves one in a cycle.
class OneServer : public test::Process {
 public:
  OneServer(std::uint64_t seed, int terminals, double load)
      : random_(seed), terminals_(terminals), limit_(load / terminals) {}

  void cycle(std::int64_t cycle, bool stopped, DeliverySink& sink) override {
    for (int i = 0; i < terminals_ && !stopped; ++i) {
      if (static_cast<double>(random_() >> 11U) * 0x1p-53 >= limit_) continue;
      count_created();
      count_injected();
      queue_.push_back(cycle);
    }
    if (queue_.empty()) return;
    deliver(queue_.front(), queue_.front(), cycle, false, sink);
    queue_.pop_front();
  }

 private:
  std::mt19937_64 random_;
  int terminals_;
  double limit_;
  std::deque<std::int64_t> queue_;
};

constexpr int kTerminals = 10;
constexpr double kLoad = 0.6;
// Packets left behind in a queue of deterministic service: E[A (A - 1)] / (2 (1 - load)) with A
// arrivals a cycle; for binomial A the numerator is load^2 (1 - 1 / terminals). By Little's law the
// mean wait is that over the load.
constexpr double kLatency = kLoad * (1 - 1.0 / kTerminals) / (2 * (1 - kLoad));

TEST_CASE("the interval of a run covers the true latency and throughput of a queue") {
  constexpr int kRuns = 400;
  Configuration config;
  config.traffic.load = kLoad / kTerminals;
  int latency = 0, accepted = 0;
  for (int seed = 0; seed < kRuns; ++seed) {
    OneServer process(static_cast<std::uint64_t>(seed), kTerminals, kLoad);
    const RunResult result = test::measure(config, kTerminals, process).result;
    REQUIRE(result.latency_standard_error);
    REQUIRE(result.accepted_standard_error);
    if (std::abs(result.packet_latency.mean - kLatency) <=
        confidence_95(*result.latency_standard_error))
      ++latency;
    if (std::abs(result.accepted_throughput - kLoad / kTerminals) <=
        confidence_95(*result.accepted_standard_error))
      ++accepted;
  }
  // 380 expected, with a standard deviation of 4.4.
  CHECK(latency >= 366);
  CHECK(accepted >= 366);
  CHECK(latency <= 394);
  CHECK(accepted <= 394);
}

RunResult until(double precision, std::uint64_t seed, std::int64_t window_max = 1'000'000) {
  Configuration config;
  config.traffic.load = kLoad / kTerminals;
  config.measurement.until_precision = precision;
  config.measurement.window_max = window_max;
  OneServer process(seed, kTerminals, kLoad);
  return test::measure(config, kTerminals, process).result;
}

TEST_CASE("a run goes on until its intervals are as narrow as asked for, and they hold") {
  constexpr int kRuns = 200;
  constexpr double kPrecision = 0.03;
  int latency = 0, accepted = 0, extended = 0;
  for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
    const RunResult result = until(kPrecision, seed);
    REQUIRE(result.precision_reached == true);
    CHECK(confidence_95(result.latency_standard_error.value()) <=
          kPrecision * result.packet_latency.mean);
    CHECK(confidence_95(result.accepted_standard_error.value()) <=
          kPrecision * result.accepted_throughput);
    CHECK(result.window_cycles % Configuration().measurement.window == 0);
    CHECK(result.packets_measured == result.packets_labelled);
    extended += result.window_cycles > Configuration().measurement.window ? 1 : 0;
    latency += std::abs(result.packet_latency.mean - kLatency) <=
               confidence_95(*result.latency_standard_error);
    accepted += std::abs(result.accepted_throughput - kLoad / kTerminals) <=
                confidence_95(*result.accepted_standard_error);
  }
  CHECK(extended > kRuns / 2);
  // 190 of a single look, with a standard deviation of 3.1. Intervals that are looked at until they
  // are narrow hold a little less often (Law and Kelton, Section 9.5.3).
  CHECK(latency >= 175);
  CHECK(accepted >= 175);
}

TEST_CASE("a stricter precision takes longer, and the same each time") {
  std::int64_t shorter = 0;
  for (const double precision : {0.1, 0.05, 0.02, 0.01}) {
    const RunResult result = until(precision, 1);
    CHECK(result.precision_reached == true);
    CHECK(result.window_cycles >= shorter);
    shorter = result.window_cycles;
    const RunResult again = until(precision, 1);
    CHECK(again.cycles == result.cycles);
    CHECK(again.packet_latency.mean == result.packet_latency.mean);
    CHECK(again.latency_standard_error == result.latency_standard_error);
  }
  // The error falls with the square root of the length: from 0.1 to 0.01 in some 100 times that.
  CHECK(shorter > 10 * until(0.1, 1).window_cycles);
}

TEST_CASE("window_max ends a run that is not precise enough, and it says so") {
  const RunResult result = until(1e-6, 1, 12'345);
  CHECK(result.precision_reached == false);
  CHECK(result.window_cycles == 10'000);  // two windows of 5,000
  CHECK_FALSE(result.saturated);
  CHECK(result.latency_standard_error);
  CHECK_FALSE(until(0, 1).precision_reached.has_value());
}

TEST_CASE("packets of a longer window are all counted, those of the drains between too") {
  Configuration config;
  config.traffic.load = 0.3;
  config.measurement.until_precision = 1e-9;
  config.measurement.window = 1000;
  config.measurement.window_max = 20'000;
  // A drain that is longer than a window.
  test::DelayLine process(100, 0.3, [](std::int64_t, std::uint64_t number) -> std::int64_t {
    return number % 7 == 0 ? 2300 : 10;
  });
  const test::Run run = test::measure(config, 100, process);
  CHECK_FALSE(run.result.saturated);
  CHECK(run.result.window_cycles == 20'000);
  CHECK(run.opened.size() == 1);
  CHECK(run.closed.size() > 1);
  CHECK(run.closed.back() - run.opened.back() == 20'000);
  CHECK(run.result.packets_labelled == run.created_in(run.result.warmup_cycles, 20'000));
  CHECK(run.result.packets_measured == run.result.packets_labelled);
  CHECK(run.result.packet_latency.mean == Approx((2300 + 6 * 10) / 7.0).epsilon(1e-3));
}

TEST_CASE("in saturation the precision is that of the throughput") {
  Configuration config;
  config.traffic.load = 0.5;
  config.measurement.until_precision = 0.002;
  test::SourceQueues overloaded(100, 0.5, [](std::int64_t) { return 0.3; });
  const RunResult result = test::measure(config, 100, overloaded).result;
  CHECK(result.saturated);
  CHECK(result.precision_reached == true);
  CHECK(confidence_95(result.accepted_standard_error.value()) <=
        0.002 * result.accepted_throughput);
  CHECK_FALSE(result.latency_standard_error);
}

TEST_CASE("what has no steady mean has no standard error") {
  Configuration config;
  config.traffic.load = 0.5;
  test::SourceQueues overloaded(100, 0.5, [](std::int64_t) { return 0.3; });
  const RunResult saturated = test::measure(config, 100, overloaded).result;
  REQUIRE(saturated.saturated);
  CHECK_FALSE(saturated.latency_standard_error);
  CHECK(saturated.accepted_standard_error);

  config.traffic.load = 0.3;
  config.measurement.window = static_cast<int>(kBatches) - 1;  // an empty batch
  test::DelayLine short_window(100, 0.3, [](std::int64_t, std::uint64_t) { return 12; });
  const RunResult result = test::measure(config, 100, short_window).result;
  CHECK_FALSE(result.latency_standard_error);
  CHECK_FALSE(result.accepted_standard_error);
}

}  // namespace
}  // namespace dragonfly
