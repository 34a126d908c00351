// SPDX-License-Identifier: Apache-2.0
#include "models/common/interrupt.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

#include "models/common/error.hpp"
#include "models/common/streams.hpp"
#include "models/common/temporary_files.hpp"

namespace dragonfly {
namespace {

constexpr unsigned kPatience = 3;  // seconds

std::atomic<bool> flag{false};
std::atomic<int> watches{0}, unhurried{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "a signal handler may only use such");

/// Only what a signal handler may do.
[[noreturn]] void end_at_once() {
  remove_temporary_files();
  constexpr std::string_view kEraseLine = "\r\x1b[K", kMessage = "dragonfly: interrupted\n";
  if (isatty(STDERR_FILENO) == 1) write_message(kEraseLine);
  write_message(kMessage);
  _exit(static_cast<int>(ExitCode::kInterrupted));
}

extern "C" void note_interrupt(int) {
  if (watches == 0 || flag) end_at_once();
  flag = true;
  if (unhurried == 0) alarm(kPatience);
}

extern "C" void run_out_of_patience(int) { end_at_once(); }

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void catch_interrupts() {
  handle(SIGALRM, run_out_of_patience);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    // nohup ignores SIGHUP, and shells SIGINT for background jobs.
    if (before.sa_handler != SIG_IGN) handle(signal, note_interrupt);
  }
}

InterruptWatch::InterruptWatch() { ++watches; }
InterruptWatch::~InterruptWatch() { --watches; }

TimeToStop::TimeToStop() {
  ++unhurried;
  take_time_to_stop();
}
TimeToStop::~TimeToStop() { --unhurried; }

void end_process(int exit_code) noexcept {
  std::fflush(nullptr);
  remove_temporary_files();
  std::_Exit(exit_code);
}

const std::atomic<bool>& interrupt_flag() { return flag; }

void take_time_to_stop() { alarm(0); }

}  // namespace dragonfly
