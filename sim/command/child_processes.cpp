#include "sim/command/child_processes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

namespace dragonfly {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kPollEvery{20};
constexpr std::chrono::seconds kPatience{10};
constexpr int kCannotStart = 127;  // as shells say it

/// What the child does between fork and exec. Only calls that are safe there.
[[noreturn]] void become(const std::vector<char*>& argv, const char* log_path, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(kCannotStart);  // it had ended before the line above
  const int nothing = open("/dev/null", O_RDWR);
  const int log = open(log_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (nothing < 0 || log < 0) _exit(kCannotStart);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  execv(argv[0], argv.data());
  _exit(kCannotStart);
}

int exit_code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

int processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

ExitCode documented(int exit_code) {
  const bool known = exit_code > static_cast<int>(ExitCode::kInternal) &&
                     exit_code <= static_cast<int>(ExitCode::kDifference);
  return known ? static_cast<ExitCode>(exit_code) : ExitCode::kInternal;
}

ChildProcesses::~ChildProcesses() {
  signal_all(SIGTERM);
  const auto deadline = Clock::now() + kPatience;
  while (!children_.empty() && Clock::now() < deadline) static_cast<void>(wait(kPollEvery));
  signal_all(SIGKILL);
  while (!children_.empty()) static_cast<void>(wait(kPollEvery));
}

void ChildProcesses::start(std::size_t id, const std::vector<std::string>& command,
                           const std::string& log_path) {
  std::vector<char*> argv;
  for (const std::string& argument : command) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) become(argv, log_path.c_str(), parent);
  if (pid < 0) {
    throw Error(ExitCode::kInternal,
                fmt::format("cannot start a process: {}", std::strerror(errno)));
  }
  children_.push_back({id, pid});
}

std::optional<ChildProcesses::Ended> ChildProcesses::wait(std::chrono::milliseconds timeout) {
  const auto deadline = Clock::now() + timeout;
  while (true) {
    for (auto child = children_.begin(); child != children_.end(); ++child) {
      int status = 0;
      if (waitpid(child->pid, &status, WNOHANG) == 0) continue;
      const Ended ended{child->id, exit_code_of(status)};
      children_.erase(child);
      return ended;
    }
    if (Clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(std::min(kPollEvery, timeout));
  }
}

void ChildProcesses::kill_child(std::size_t id) const {
  for (const Child& child : children_)
    if (child.id == id) kill(child.pid, SIGKILL);
}

void ChildProcesses::signal_all(int signal) const {
  for (const Child& child : children_) kill(child.pid, signal);
}

}  // namespace dragonfly
