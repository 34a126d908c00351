// Ctrl-C.
#pragma once

#include <atomic>

namespace dragonfly {

/// From now on SIGINT, SIGTERM and SIGHUP set interrupt_flag(). A second one ends the process at
/// once.
void catch_interrupts();

/// Set when the user wants to stop.
[[nodiscard]] const std::atomic<bool>& interrupt_flag();

[[nodiscard]] inline bool interrupted() { return interrupt_flag(); }

}  // namespace dragonfly
