// SPDX-License-Identifier: Apache-2.0
#include "sim/command/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "models/common/long_work.hpp"
#include "models/common/printable.hpp"
#include "models/common/streams.hpp"

namespace dragonfly {
namespace {

constexpr const char* kEraseLine = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine(std::chrono::milliseconds interval)
    : terminal_(::isatty(STDERR_FILENO) == 1),
      interval_(interval),
      last_(std::chrono::steady_clock::now()) {}

void ProgressLine::show(const std::string& text) {
  if (!terminal_) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < interval_) return;
    last_ = now;
    print_message("{}\n", text);
    return;
  }
  print_message("{}{}", kEraseLine, text);
  shown_ = true;
}

void ProgressLine::clear() {
  if (!shown_) return;
  print_message("{}", kEraseLine);
  shown_ = false;
}

void ProgressLine::message(const std::string& text) {
  clear();
  print_message("{}\n", printable(text));
}

void WorkLine::show(std::int64_t done, std::int64_t all) {
  using Seconds = std::chrono::duration<double>;
  const Clock::time_point now = Clock::now();
  if (first_ == 0) {
    first_ = done;
    start_ = shown_ = now;
    return;
  }
  // The first estimate after a second, then one a minute, or on a terminal some a second.
  const Seconds pause{shown_ == start_ ? 1 : line_.on_terminal() ? 0.2 : 60};
  if (done >= all || done <= first_ || now - shown_ < pause) return;
  shown_ = now;
  const double left = Seconds(now - start_).count() * static_cast<double>(all - done) /
                      static_cast<double>(done - first_);
  const std::string text =
      fmt::format("{}: {:.0f} % done, about {} left", what_,
                  100 * static_cast<double>(done) / static_cast<double>(all), duration(left));
  if (line_.on_terminal())
    line_.show(text);
  else
    line_.message(text);
}

AnnouncedWork::~AnnouncedWork() {
  clock_.request_stop();
  if (clock_.joinable()) clock_.join();
}

void AnnouncedWork::show(const std::string& text) {
  const std::lock_guard lock(mutex_);
  work_.clear();
  line_.show(text);
}

void AnnouncedWork::message(const std::string& text, const std::string& work) {
  const std::lock_guard lock(mutex_);
  line_.message(text);
  work_ = work;
  start_ = Clock::now();
  if (!work.empty() && !clock_.joinable())
    clock_ = std::jthread([this](const std::stop_token& stop) { tick(stop); });
}

void AnnouncedWork::tick(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    ended_.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; });
    if (work_.empty() || stop.stop_requested()) continue;
    const std::chrono::duration<double> spent = Clock::now() - start_;
    line_.show(fmt::format("{}: {} so far", work_, duration(spent.count())));
  }
}

void show_long_work() {
  struct Shown {
    std::mutex mutex;
    std::optional<WorkLine> line;
    std::int64_t done = 0;
  };
  listen_to_work([shown = std::make_shared<Shown>()](const std::string& what, std::int64_t done,
                                                     std::int64_t all) {
    const std::lock_guard lock(shown->mutex);
    const bool is_new = !shown->line || shown->line->what() != what || done < shown->done;
    if (is_new) shown->line.emplace(what);
    shown->done = done;
    shown->line->show(done, all);
    if (done >= all) shown->line.reset();
  });
}

std::string duration(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

}  // namespace dragonfly
