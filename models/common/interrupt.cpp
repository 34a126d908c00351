#include "models/common/interrupt.hpp"

#include <csignal>
#include <initializer_list>

namespace dragonfly {
namespace {

std::atomic<bool> flag{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only set such a flag");

extern "C" void note_interrupt(int) { flag = true; }

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = note_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second one has its usual effect
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    // nohup ignores SIGHUP, and shells SIGINT for background jobs.
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

const std::atomic<bool>& interrupt_flag() { return flag; }

}  // namespace dragonfly
