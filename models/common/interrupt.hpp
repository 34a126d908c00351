// SPDX-License-Identifier: Apache-2.0
// Ctrl-C.
#pragma once

#include <atomic>

namespace dragonfly {

/// From now on SIGINT, SIGTERM and SIGHUP end the process in good order, with exit code 130 and
/// without temporary files: at once, or while an InterruptWatch exists through interrupt_flag().
/// Who looks at that has three seconds to end what it does; then, or at a second signal, the
/// process ends at once.
void catch_interrupts();

/// While one exists, somebody looks at interrupted() again and again.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
};

/// While one exists, who looks at that has all the time that it needs, but for a second signal.
class TimeToStop {
 public:
  TimeToStop();
  ~TimeToStop();
  TimeToStop(const TimeToStop&) = delete;
  TimeToStop& operator=(const TimeToStop&) = delete;
};

/// Ends the process from any thread, with what has been printed written, and without temporary
/// files.
[[noreturn]] void end_process(int exit_code) noexcept;

/// Set when the user wants to stop.
[[nodiscard]] const std::atomic<bool>& interrupt_flag();

[[nodiscard]] inline bool interrupted() { return interrupt_flag(); }

/// To be called by those who have seen the interrupt and have more to do than three seconds may be
/// enough for, such as waiting for other processes: the time does not count any more.
void take_time_to_stop();

}  // namespace dragonfly
