#include "sim/command/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdio>

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
    fmt::print(stderr, "{}\n", text);
    std::fflush(stderr);
    return;
  }
  fmt::print(stderr, "{}{}", kEraseLine, text);
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::clear() {
  if (!shown_) return;
  fmt::print(stderr, "{}", kEraseLine);
  std::fflush(stderr);
  shown_ = false;
}

void ProgressLine::message(const std::string& text) {
  clear();
  fmt::print(stderr, "{}\n", text);
}

std::string duration(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

}  // namespace dragonfly
