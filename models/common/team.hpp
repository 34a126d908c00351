// SPDX-License-Identifier: Apache-2.0
// Threads that do the same step of work together, again and again.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace dragonfly {

/// Starts a thread. Throws std::system_error if there can be no more.
using ThreadStarter = std::function<std::thread(std::function<void()>)>;
[[nodiscard]] std::thread start_thread(std::function<void()> work);

/// `size` members, of which the caller is number 0. A step may be short, so members wait for the
/// next one awake for a while before they sleep.
class Team {
 public:
  /// Throws InputError with the system's reason if so many threads cannot be started.
  explicit Team(int size, const ThreadStarter& start = start_thread);
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  ~Team();

  /// Calls work(member) for all members at the same time, and returns when all have done it. What a
  /// member throws is thrown here; if several do, that of the lowest number.
  void run(const std::function<void(int)>& work);

 private:
  void serve(int member);
  void perform(int member);
  void end();

  std::vector<std::exception_ptr> failures_;  ///< [member]
  const std::function<void(int)>* work_ = nullptr;
  std::atomic<std::uint32_t> step_{0};  ///< steps begun; the last one has no work
  std::atomic<int> busy_{0};            ///< members that have not done their work
  std::vector<std::thread> threads_;
};

}  // namespace dragonfly
