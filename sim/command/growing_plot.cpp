// SPDX-License-Identifier: Apache-2.0
#include "sim/command/growing_plot.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExtensions[] = {".png", ".svg"};
/// A rest lasts this many times as long as a drawing: drawing takes a tenth of one processor.
constexpr int kRest = 9;

}  // namespace

GrowingPlot::GrowingPlot(const Plotter& plotter, std::string stem)
    : plotter_(plotter), stem_(std::move(stem)) {}

GrowingPlot::~GrowingPlot() {
  std::error_code ignored;
  for (const char* extension : kExtensions) fs::remove(part(extension), ignored);
}

std::string GrowingPlot::part(const char* extension) const {
  return fmt::format("{}.part-{}{}", stem_, ::getpid(), extension);
}

void GrowingPlot::collect() {
  const auto ended = children_.wait(std::chrono::milliseconds(0));
  if (!ended) return;
  next_ = Clock::now() + kRest * (Clock::now() - started_);
  if (ended->exit_code != 0) return;  // the last drawing, which is waited for, says what is wrong
  std::error_code ignored;
  for (const char* extension : kExtensions) fs::rename(part(extension), stem_ + extension, ignored);
}

void GrowingPlot::update(const std::function<std::string()>& write_results) {
  collect();
  if (children_.running() > 0 || Clock::now() < next_) return;
  constexpr std::size_t kOnly = 0;
  started_ = Clock::now();
  children_.start(kOnly, plotter_.command(write_results(), part("")));
}

}  // namespace dragonfly
