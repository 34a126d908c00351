// Watches from outside that the evaluation of a router comes to an end: RTL may hold a loop that does
// not.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include <pthread.h>

namespace dragonfly {

/// Where the simulation is: written by the simulating thread in every cycle of every router, without
/// any order among the values, and read by the watch.
class SimulationPlace {
 public:
  /// The evaluation of a router begins, and ends.
  void enter(int router) noexcept {
    steps_.store(steps_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    router_.store(router, std::memory_order_relaxed);
  }
  void leave() noexcept { router_.store(kNone, std::memory_order_relaxed); }
  void begin_cycle(std::int64_t cycle) noexcept { cycle_.store(cycle, std::memory_order_relaxed); }

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

 private:
  std::atomic<std::uint64_t> steps_{0};
  std::atomic<int> router_{kNone};
  std::atomic<std::int64_t> cycle_{-1};
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
/// looks now and then; the simulating thread does nothing for it.
class StallWatch {
 public:
  /// Called in the thread of the watch, while the simulation goes on with what it does. It may end
  /// the process.
  using OnStall = std::function<void(const Stall&)>;

  /// Watches the calling thread, until this object goes. `patience`: of wall-clock time in which the
  /// process is not stopped. `place` must outlive this object.
  StallWatch(const SimulationPlace& place, std::chrono::milliseconds patience, OnStall on_stall);
  StallWatch(const StallWatch&) = delete;
  StallWatch& operator=(const StallWatch&) = delete;
  ~StallWatch();

 private:
  void watch();
  /// Waits for a while; false if the watch is over.
  [[nodiscard]] bool wait(std::chrono::milliseconds time);

  const SimulationPlace& place_;
  std::chrono::milliseconds patience_;
  OnStall on_stall_;
  pthread_t watched_;
  std::mutex mutex_;
  std::condition_variable over_changed_;
  bool over_ = false;
  std::thread thread_;  ///< the last member: it uses the others
};

/// Ends the process from any thread, with what has been printed written.
[[noreturn]] void end_process(int exit_code) noexcept;

}  // namespace dragonfly
