// SPDX-License-Identifier: Apache-2.0
#include "sim/command/together.hpp"

#include <chrono>
#include <csignal>
#include <thread>

#include "models/common/error.hpp"
#include "models/ranks/ranks.hpp"
#include "models/run/checkpoints.hpp"
#include "sim/command/failure.hpp"

namespace dragonfly {
namespace {

/// What stops a simulation stops it in all processes, and the first one tells.
bool others_know() {
  try {
    throw;
  } catch (const AgreedInterrupt&) {
    return true;
  } catch (const Error& error) {
    return error.code() != ExitCode::kInterrupted;
  } catch (...) {
    return false;
  }
}

}  // namespace

void carry_out_together(const std::function<void(Ranks*)>& work) {
  const auto ranks = join_ranks();
  if (ranks == nullptr) return work(nullptr);
  try {
    work(ranks.get());
  } catch (...) {
    if (ranks->rank() != 0 && others_know()) {
      // The first one ends all of them, by a signal; should it have gone on, this one tells itself.
      static_cast<void>(std::signal(SIGTERM, SIG_DFL));
      std::this_thread::sleep_for(std::chrono::seconds(10));
    }
    ranks->end(report_failure());
  }
}

}  // namespace dragonfly
