// SPDX-License-Identifier: Apache-2.0
// Watches from outside that the evaluation of a router comes to an end: RTL may hold a loop that
// does not.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "models/network/simulation_place.hpp"

namespace dragonfly {

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
