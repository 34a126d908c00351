// What all modules of a network share: the cycle, and its event.
#pragma once

#include <cstdint>
#include <exception>
#include <systemc>
#include <vector>

#include "sim/harness/channel.hpp"
#include "sim/harness/stall_watch.hpp"

namespace dragonfly {

/// One event a cycle, to which every module's process is statically sensitive. Within a cycle the
/// processes may run in any order.
struct NetworkClock {
  sc_core::sc_event edge{"edge"};
  std::int64_t cycle = 0;              ///< cycle n begins with edge n
  std::vector<std::uint32_t> sending;  ///< SendingSlots of this cycle
  SimulationPlace* place = nullptr;    ///< to be told of every router; may be null
  std::uint64_t moved = 0;             ///< changes whenever a flit leaves a router

  std::exception_ptr failure;  ///< the first exception thrown in a module; it ends the run
  int failed_router = -1;      ///< router (global number) that threw it; -1: something else did

  /// Keeps the exception being handled. SystemC itself would reduce it to its text.
  void fail(int router = -1) noexcept {
    if (failure) return;
    failure = std::current_exception();
    failed_router = router;
  }
};

}  // namespace dragonfly
