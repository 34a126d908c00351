// SPDX-License-Identifier: Apache-2.0
#include "models/common/streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "models/common/error.hpp"

namespace dragonfly {
namespace {

/// A handler, as ignored signals would stay ignored in the programs that this one starts.
extern "C" void do_nothing(int) {}

void make_an_error_of(int signal) {
  struct sigaction before {};
  sigaction(signal, nullptr, &before);
  if (before.sa_handler != SIG_DFL) return;
  struct sigaction action {};
  action.sa_handler = do_nothing;
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

/// With the wrong direction, so that using it fails as it does when it is closed.
void take_if_closed(int descriptor) {
  if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) return;
  // The lowest free number is this one, as those below it are taken.
  static_cast<void>(open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

[[noreturn]] void fail() {
  const int reason = errno;
  if (reason == EPIPE) throw Error(ExitCode::kOutputClosed, "");
  throw InputError(fmt::format("cannot write to standard output: {}", std::strerror(reason)));
}

}  // namespace

void prepare_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    take_if_closed(descriptor);
  make_an_error_of(SIGPIPE);
  make_an_error_of(SIGXFSZ);
}

void write_message(std::string_view text) noexcept {
  while (!text.empty()) {
    const auto written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void write_output(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail();
}

void flush_output() {
  if (std::fflush(stdout) != 0) fail();
}

}  // namespace dragonfly
