// SPDX-License-Identifier: Apache-2.0
// Where each thread of a simulation is, for whoever watches from outside that it goes on.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>

namespace dragonfly {

/// Where a thread of the simulation is: written by it in every cycle of every router, without any
/// order among the values, and read by the watch. On a cache line of its own.
class alignas(64) SimulationPlace {
 public:
  /// The evaluation of a router begins, and ends. Another's may begin without that in between.
  void enter(int router) noexcept {
    steps_.store(steps_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    router_.store(router, std::memory_order_relaxed);
  }
  void leave() noexcept { router_.store(kNone, std::memory_order_relaxed); }
  /// The calling thread is the one that this is the place of.
  void begin_cycle(std::int64_t cycle) noexcept {
    cycle_.store(cycle, std::memory_order_relaxed);
    thread_.store(::pthread_self(), std::memory_order_relaxed);
  }

  static constexpr int kNone = -1;
  [[nodiscard]] std::uint64_t steps() const noexcept {
    return steps_.load(std::memory_order_relaxed);
  }
  /// The router that is being evaluated (global number), or kNone.
  [[nodiscard]] int router() const noexcept { return router_.load(std::memory_order_relaxed); }
  /// -1 before the first cycle, while routers are configured.
  [[nodiscard]] std::int64_t cycle() const noexcept {
    return cycle_.load(std::memory_order_relaxed);
  }
  /// Before the first cycle the one that made this object.
  [[nodiscard]] pthread_t thread() const noexcept {
    return thread_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<std::uint64_t> steps_{0};
  std::atomic<int> router_{kNone};
  std::atomic<std::int64_t> cycle_{-1};
  std::atomic<pthread_t> thread_{::pthread_self()};
};

}  // namespace dragonfly
