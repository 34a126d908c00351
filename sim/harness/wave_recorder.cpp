// SPDX-License-Identifier: Apache-2.0
#include "sim/harness/wave_recorder.hpp"

#include <filesystem>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

namespace {

constexpr std::uint64_t kCycle = 1000, kHalfCycle = 500;  // ps

std::uint64_t edge_time(std::int64_t cycle) { return static_cast<std::uint64_t>(cycle) * kCycle; }

}  // namespace

WaveRecorder::WaveRecorder(const WaveRequest& request)
    : request_(request), unfinished_(request.fst_path + ".part") {
  if (request.first_cycle < 0 || request.last_cycle < request.first_cycle) {
    throw InputError("a wave of cycles " + std::to_string(request.first_cycle) + " to " +
                     std::to_string(request.last_cycle) +
                     ": the first must be 0 or more, and the last not before it");
  }
  if (request.routers.empty()) throw InputError("a wave needs at least one router");
  check_writable(request.fst_path);
}

WaveRecorder::~WaveRecorder() {
  if (session_ != nullptr) session_->close_wave();
  std::error_code error;
  std::filesystem::remove(unfinished_, error);
}

void WaveRecorder::add(int number, VariantSession& session, VariantRouter& router) {
  session_ = &session;
  routers_.push_back({number, &router});
}

void WaveRecorder::open() {
  if (!session_->open_wave(unfinished_))
    throw InputError("cannot write " + unfinished_ + ", where the wave is to go");
}

void WaveRecorder::before_edge(std::int64_t cycle, const RouterNetwork& network) {
  if (!covers(cycle - 1) && !covers(cycle)) return;
  if (covers(cycle - 1)) session_->dump(edge_time(cycle - 1));
  for (const Traced& traced : routers_)
    traced.router->present(network.inputs(traced.number, cycle));
  if (covers(cycle) && cycle > 0) session_->dump(edge_time(cycle) - kHalfCycle);
}

void WaveRecorder::finish(std::int64_t last_cycle) {
  if (last_cycle < request_.first_cycle)
    throw InputError("no wave was recorded: the run ended in cycle " + std::to_string(last_cycle) +
                     ", before the first cycle wanted, " + std::to_string(request_.first_cycle));
  if (covers(last_cycle)) session_->dump(edge_time(last_cycle));
  if (fill_up_ && last_cycle < request_.last_cycle) session_->dump(edge_time(request_.last_cycle));
  session_->close_wave();
  std::error_code error;
  std::filesystem::rename(unfinished_, request_.fst_path, error);
  if (error)
    throw InputError("cannot write the wave to " + request_.fst_path + ": " + error.message());
}

}  // namespace dragonfly
