// SPDX-License-Identifier: Apache-2.0
#include "sim/harness/stall_watch.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <regex>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/subprocess.hpp"

namespace dragonfly {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLookEvery{100};
constexpr int kSignal = SIGUSR2;

/// What the watched thread was doing when the signal came. One simulation runs in a process.
std::array<void*, 64> addresses;
std::atomic<int> address_count{-1};

extern "C" void note_addresses(int) {
  address_count = ::backtrace(addresses.data(), static_cast<int>(addresses.size()));
}

/// Of the function at an address, from the symbol table of its file: the functions of a variant are
/// not exported. Empty if it cannot be found out.
std::string function_at(void* address) {
  Dl_info info{};
  if (::dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
  const auto offset = static_cast<std::uintptr_t>(reinterpret_cast<std::byte*>(address) -
                                                  static_cast<std::byte*>(info.dli_fbase));
  try {
    // The address is that of the next instruction.
    return run_tool({"addr2line", "-f", "-e", info.dli_fname, fmt::format("{:#x}", offset - 1)},
                    ".")
        .output;
  } catch (const Error&) {
    return {};
  }
}

/// The innermost process of the RTL among the functions that the thread is in. Verilator names
/// functions so with --prof-cfuncs.
std::string process_of(pthread_t thread) {
  address_count = -1;
  if (::pthread_kill(thread, kSignal) != 0) return {};
  for (int waited = 0; address_count < 0 && waited < 20; ++waited)
    std::this_thread::sleep_for(milliseconds(50));
  static const std::regex kProcess("__PROF__(\\w+?)__l(\\d+)");
  for (int i = 0; i < address_count; ++i) {
    const std::string name = function_at(addresses[static_cast<std::size_t>(i)]);
    std::smatch found;
    if (std::regex_search(name, found, kProcess))
      return fmt::format("{}, line {}", found[1].str(), found[2].str());
  }
  return {};
}

}  // namespace

StallWatch::StallWatch(std::span<const SimulationPlace> places, milliseconds patience,
                       OnStall on_stall)
    : patience_(patience), on_stall_(std::move(on_stall)) {
  for (const SimulationPlace& place : places) watched_.push_back({&place, place.steps()});
  // The first call loads a library, which a signal handler must not.
  std::array<void*, 1> unused;
  static_cast<void>(::backtrace(unused.data(), 1));
  struct sigaction action {};
  action.sa_handler = note_addresses;
  action.sa_flags = SA_RESTART;
  ::sigaction(kSignal, &action, nullptr);
  thread_ = std::thread([this] { watch(); });
}

StallWatch::~StallWatch() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  over_changed_.notify_all();
  thread_.join();
  ::signal(kSignal, SIG_DFL);
}

bool StallWatch::wait(milliseconds time) {
  std::unique_lock lock(mutex_);
  return !over_changed_.wait_for(lock, time, [this] { return over_; });
}

const SimulationPlace* StallWatch::stalled() {
  // Time is counted in looks and not read from a clock, which goes on while the process is stopped.
  for (auto& [place, steps, waited] : watched_) {
    const std::uint64_t now = place->steps();
    const bool rests = place->router() == SimulationPlace::kNone;
    waited = now == steps && !rests ? waited + kLookEvery : milliseconds{0};
    steps = now;
  }
  for (const auto& [place, steps, waited] : watched_) {
    if (place->router() == SimulationPlace::kNone) continue;
    // Of several the one is told that a single thread would have come to first.
    return waited < patience_ ? nullptr : place;
  }
  return nullptr;
}

void StallWatch::watch() {
  while (wait(kLookEvery)) {
    const SimulationPlace* const place = stalled();
    if (place == nullptr) continue;
    on_stall_({place->router(), place->cycle(), process_of(place->thread())});
    return;
  }
}

}  // namespace dragonfly
