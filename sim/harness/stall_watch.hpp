// SPDX-License-Identifier: Apache-2.0
// Watches from outside that the evaluation of a router comes to an end: RTL may hold a loop that
// does not.
#pragma once

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

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

/// An evaluation that does not end.
struct Stall {
  int router = -1;          ///< global number
  std::int64_t cycle = -1;  ///< -1 while routers are configured
  /// Module and line of the process that it is in: "df_switch_allocator, line 120". Empty if it is
  /// not known, as in a variant whose code has no names for that.
  std::string process;
};

/// Tells, once, when the evaluation of one router takes longer than it may. A thread of its own
/// looks now and then; the simulating threads do nothing for it.
class StallWatch {
 public:
  /// Called in the thread of the watch, while the simulation goes on with what it does. It may end
  /// the process.
  using OnStall = std::function<void(const Stall&)>;

  /// Watches until this object goes. `patience`: of wall-clock time in which the process is not
  /// stopped. `places`: of the threads; those that come first have the first routers, and tell
  /// first. They must outlive this object.
  StallWatch(std::span<const SimulationPlace> places, std::chrono::milliseconds patience,
             OnStall on_stall);
  StallWatch(const StallWatch&) = delete;
  StallWatch& operator=(const StallWatch&) = delete;
  ~StallWatch();

 private:
  void watch();
  /// Waits for a while; false if the watch is over.
  [[nodiscard]] bool wait(std::chrono::milliseconds time);

  /// What is seen of a place.
  struct Watched {
    const SimulationPlace* place;
    std::uint64_t steps;                  ///< when last looked at
    std::chrono::milliseconds waited{0};  ///< since they have changed, or the place has a router
  };
  /// Looks at all places. The first whose patience is over, if those before are at rest.
  [[nodiscard]] const SimulationPlace* stalled();

  std::vector<Watched> watched_;
  std::chrono::milliseconds patience_;
  OnStall on_stall_;
  std::mutex mutex_;
  std::condition_variable over_changed_;
  bool over_ = false;
  std::thread thread_;  ///< the last member: it uses the others
};

}  // namespace dragonfly
