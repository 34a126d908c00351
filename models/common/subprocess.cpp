// SPDX-License-Identifier: Apache-2.0
#include "models/common/subprocess.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <system_error>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/interrupt.hpp"

namespace dragonfly {

namespace {

using std::chrono::milliseconds;

constexpr int kPatience = 10;         ///< seconds from SIGTERM to SIGKILL
constexpr int kSignalled = 128;       ///< as shells have it
constexpr int kKillNow = SIGUSR1;     ///< to the keeper
constexpr int kStatusDescriptor = 3;  ///< of the keeper

/// A descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

[[noreturn]] void fail(const std::string& program, int reason) {
  throw std::system_error(reason, std::generic_category(), "cannot run '" + program + "'");
}

/// Out of the way of the descriptors that a program has from the start: this process may have been
/// started with these closed.
int moved_up(int descriptor) {
  constexpr int kAbove = 10;
  const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, kAbove);
  const int reason = errno;
  ::close(descriptor);
  errno = reason;
  return moved;
}

/// What the keeper has to know, made before the fork: it must not allocate.
struct Order {
  std::vector<char*> arguments;
  std::string directory;
  int input, output, errors, status;
  bool group;
  pid_t parent;
  sigset_t mask;  ///< of the program
};

/// The process between this one and the program. It hears of the death of the thread that made it,
/// and as the "subreaper" of all that the program starts it knows when the last of them has ended.
/// In it only calls are made that are safe between fork and exec.
class Keeper {
 public:
  explicit Keeper(const Order& order) : order_(order) {}

  [[noreturn]] void run() {
    ::prctl(PR_SET_NAME, "keeper");
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    ::signal(SIGCHLD, SIG_DFL);  // if it were ignored, nobody could be waited for
    sigset_t all;
    sigfillset(&all);
    ::sigprocmask(SIG_BLOCK, &all, nullptr);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != order_.parent) ::_exit(kSignalled);  // it died before the line above
    take_descriptors();
    const int reason = start();
    report(reason);
    if (reason != 0) ::_exit(kSignalled);
    look_after();
  }

 private:
  /// Keeps nothing else open: a lock or a pipe of this process would be held longer than it holds
  /// it.
  void take_descriptors() const {
    ::dup2(order_.input, STDIN_FILENO);
    ::dup2(order_.output, STDOUT_FILENO);
    ::dup2(order_.errors, STDERR_FILENO);
    ::dup2(order_.status, kStatusDescriptor);
    ::fcntl(kStatusDescriptor, F_SETFD, FD_CLOEXEC);
    ::closefrom(kStatusDescriptor + 1);
  }

  /// Returns 0 or the reason why not.
  int start() {
    if (!order_.directory.empty() && ::chdir(order_.directory.c_str()) != 0) return errno;
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &order_.mask);
    posix_spawnattr_setpgroup(&attributes, 0);
    const int flags = POSIX_SPAWN_SETSIGMASK | (order_.group ? POSIX_SPAWN_SETPGROUP : 0);
    posix_spawnattr_setflags(&attributes, static_cast<short>(flags));
    return ::posix_spawnp(&program_, order_.arguments[0], nullptr, &attributes,
                          order_.arguments.data(), environ);
  }

  static void report(int number) {
    [[maybe_unused]] const auto written = ::write(kStatusDescriptor, &number, sizeof number);
  }

  void signal_program(int signal) const { ::kill(order_.group ? -program_ : program_, signal); }

  [[noreturn]] void look_after() {
    sigset_t awaited;
    sigemptyset(&awaited);
    for (const int signal : {SIGCHLD, SIGTERM, kKillNow}) sigaddset(&awaited, signal);
    const timespec patience{kPatience, 0};
    for (bool killed = false;;) {
      const int signal = ::sigtimedwait(&awaited, nullptr, stopping_ ? &patience : nullptr);
      const bool too_long = signal < 0 && errno == EAGAIN;
      if (signal == SIGTERM && !stopping_) {
        signal_program(SIGTERM);
        stopping_ = true;
      } else if (signal == kKillNow || (too_long && !killed)) {
        signal_program(SIGKILL);
        stopping_ = killed = true;
      } else if (signal == SIGCHLD) {
        take_ended();
      } else if (too_long) {
        finish();  // what is left has made itself independent
      }
    }
  }

  /// Ends with the program; if it is being stopped, with the last process that it started.
  void take_ended() {
    int status = 0;
    for (pid_t ended = 0; (ended = ::waitpid(-1, &status, WNOHANG)) != 0;) {
      if (ended < 0) finish();
      if (ended != program_) continue;
      exit_code_ = WIFSIGNALED(status) ? kSignalled + WTERMSIG(status) : WEXITSTATUS(status);
      if (!stopping_) finish();
    }
  }

  [[noreturn]] void finish() const {
    report(exit_code_);
    ::_exit(exit_code_);
  }

  const Order& order_;
  pid_t program_ = -1;
  bool stopping_ = false;
  int exit_code_ = kSignalled;
};

/// A number that the keeper has written; none if it died before.
std::optional<int> read_number(int status) {
  int number = 0;
  ssize_t count = 0;
  while ((count = ::read(status, &number, sizeof number)) < 0 && errno == EINTR) {
  }
  return count == sizeof number ? std::optional(number) : std::nullopt;
}

int remaining(std::chrono::steady_clock::time_point deadline) {
  const auto left =
      std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now()).count();
  return static_cast<int>(std::max<decltype(left)>(left, 0));
}

}  // namespace

Subprocess::Subprocess(const std::vector<std::string>& command, const Options& options) {
  const std::string& program = command.front();
  const auto opened = [&](int descriptor) {
    if (descriptor < 0 || (descriptor = moved_up(descriptor)) < 0) fail(program, errno);
    return descriptor;
  };
  const Descriptor nothing(opened(::open("/dev/null", O_RDWR | O_CLOEXEC)));
  Descriptor text(
      opened(options.log.empty()
                 ? ::memfd_create("output", MFD_CLOEXEC)
                 : ::open(options.log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)));
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail(program, errno);
  Descriptor status(ends[0]);
  Descriptor telling(opened(ends[1]));

  Order order{.arguments = {},
              .directory = options.directory.string(),
              .input = nothing.get(),
              .output = options.log.empty() ? text.get() : nothing.get(),
              .errors = text.get(),
              .status = telling.get(),
              .group = options.group,
              .parent = ::getpid(),
              .mask = {}};
  for (const auto& argument : command)
    order.arguments.push_back(const_cast<char*>(argument.c_str()));
  order.arguments.push_back(nullptr);

  // Signals stay blocked until the keeper has its own way with them.
  sigset_t all;
  sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &order.mask);
  keeper_ = ::fork();
  const int reason = errno;
  if (keeper_ == 0) Keeper(order).run();
  ::pthread_sigmask(SIG_SETMASK, &order.mask, nullptr);
  if (keeper_ < 0) fail(program, reason);

  ::close(telling.release());
  const std::optional<int> failure = read_number(status.get());
  if (failure != 0) {
    ::waitpid(keeper_, nullptr, 0);
    fail(program, failure.value_or(ECHILD));
  }
  status_ = status.release();
  if (options.log.empty()) output_ = text.release();
}

Subprocess::Subprocess(Subprocess&& other) noexcept
    : keeper_(std::exchange(other.keeper_, -1)),
      status_(std::exchange(other.status_, -1)),
      output_(std::exchange(other.output_, -1)),
      exit_code_(other.exit_code_) {}

Subprocess::~Subprocess() {
  if (status_ < 0) return;
  stop();
  while (!exit_code_) static_cast<void>(wait(std::chrono::hours(1)));
  ::close(status_);
  if (output_ >= 0) ::close(output_);
}

std::optional<int> Subprocess::wait(milliseconds timeout) {
  if (exit_code_) return exit_code_;
  if (!first_ended({this}, timeout)) return std::nullopt;
  exit_code_ = read_number(status_).value_or(kSignalled + SIGKILL);
  // Where SIGCHLD is ignored nobody can be waited for, but the keeper has told all there is.
  ::waitpid(keeper_, nullptr, 0);
  return exit_code_;
}

void Subprocess::stop() const {
  if (!exit_code_) ::kill(keeper_, SIGTERM);
}

void Subprocess::kill() const {
  if (!exit_code_) ::kill(keeper_, kKillNow);
}

std::string Subprocess::output() const {
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const auto count =
        ::pread(output_, buffer.data(), buffer.size(), static_cast<off_t>(text.size()));
    if (count > 0)
      text.append(buffer.data(), static_cast<std::size_t>(count));
    else if (count == 0 || errno != EINTR)
      return text;
  }
}

std::optional<std::size_t> first_ended(const std::vector<const Subprocess*>& processes,
                                       milliseconds timeout) {
  std::vector<pollfd> descriptors;
  descriptors.reserve(processes.size());
  for (const Subprocess* process : processes)
    descriptors.push_back({process->descriptor(), POLLIN, 0});
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  while (::poll(descriptors.data(), descriptors.size(), remaining(deadline)) < 0 &&
         errno == EINTR) {
  }
  const auto ended = std::find_if(descriptors.begin(), descriptors.end(),
                                  [](const pollfd& entry) { return entry.revents != 0; });
  if (ended == descriptors.end()) return std::nullopt;
  return static_cast<std::size_t>(ended - descriptors.begin());
}

ToolResult run_tool(const std::vector<std::string>& command,
                    const std::filesystem::path& directory) {
  try {
    Subprocess tool(command, {.directory = directory, .group = true});
    const InterruptWatch watch;
    constexpr milliseconds kLookEvery{50};
    for (;;) {
      if (const auto exit_code = tool.wait(kLookEvery)) return {*exit_code, tool.output()};
      if (interrupted())
        throw Error(ExitCode::kInterrupted, "interrupted while another program ran");
    }
  } catch (const std::system_error& error) {
    const bool missing = error.code() == std::errc::no_such_file_or_directory;
    throw InputError(std::string(error.what()) +
                     (missing ? ". Is it installed and in the PATH?" : ""));
  }
}

}  // namespace dragonfly
