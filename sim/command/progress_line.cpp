#include "sim/command/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>

#include "models/common/printable.hpp"
#include "models/common/streams.hpp"

namespace dragonfly {
namespace {

constexpr const char* kEraseLine = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine() : terminal_(::isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const std::string& text) {
  if (!terminal_) return;
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

std::string duration(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

}  // namespace dragonfly
