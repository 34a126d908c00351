// SPDX-License-Identifier: Apache-2.0
#include "sim/command/child_processes.hpp"

#include <iterator>

#include "models/ranks/ranks.hpp"

namespace dragonfly {

ExitCode documented(int exit_code) {
  const bool known = exit_code > static_cast<int>(ExitCode::kInternal) &&
                     exit_code <= static_cast<int>(ExitCode::kDifference);
  return known ? static_cast<ExitCode>(exit_code) : ExitCode::kInternal;
}

ChildProcesses::~ChildProcesses() {
  for (const Child& child : children_) child.process.stop();
}

void ChildProcesses::start(std::size_t id, const std::vector<std::string>& command,
                           const std::string& log_path) {
  hide_ranks_from_children();
  children_.push_back({id, Subprocess(command, {.log = log_path})});
}

std::optional<ChildProcesses::Ended> ChildProcesses::wait(std::chrono::milliseconds timeout) {
  std::vector<const Subprocess*> processes;
  for (const Child& child : children_) processes.push_back(&child.process);
  const auto index = first_ended(processes, timeout);
  if (!index) return std::nullopt;
  const auto child = std::next(children_.begin(), static_cast<std::ptrdiff_t>(*index));
  const Ended ended{child->id, child->process.wait(timeout).value(), child->process.output()};
  children_.erase(child);
  return ended;
}

void ChildProcesses::kill_child(std::size_t id) const {
  for (const Child& child : children_)
    if (child.id == id) child.process.kill();
}

}  // namespace dragonfly
