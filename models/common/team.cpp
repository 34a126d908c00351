// SPDX-License-Identifier: Apache-2.0
#include "models/common/team.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "models/common/error.hpp"

namespace dragonfly {

namespace {

/// Looks at a variable before a thread lets others have its processor, some microseconds; and
/// before it goes to sleep, less than a millisecond.
constexpr int kOwnLooks = 200, kLooks = 2000;

/// Waits until `variable` is no longer `old`, and returns what it is. There may be fewer processors
/// than threads, or other programs: who only waits must not keep others from what it waits for.
template <class T>
T changed(const std::atomic<T>& variable, T old) {
  for (int look = 0; look < kLooks; ++look) {
    const T value = variable.load(std::memory_order_acquire);
    if (value != old) return value;
    if (look >= kOwnLooks) {
      std::this_thread::yield();
      continue;
    }
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  while (true) {
    variable.wait(old, std::memory_order_acquire);
    const T value = variable.load(std::memory_order_acquire);
    if (value != old) return value;
  }
}

}  // namespace

std::thread start_thread(std::function<void()> work) { return std::thread(std::move(work)); }

Team::Team(int size, const ThreadStarter& start) : failures_(static_cast<std::size_t>(size)) {
  try {
    for (int member = 1; member < size; ++member)
      threads_.push_back(start([this, member] { serve(member); }));
  } catch (const std::system_error& error) {
    end();
    throw InputError(fmt::format("cannot start thread {} of {}: {}; use fewer threads",
                                 threads_.size() + 2, size, error.code().message()));
  }
}

Team::~Team() { end(); }

void Team::end() {
  work_ = nullptr;
  step_.fetch_add(1, std::memory_order_release);
  step_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Team::run(const std::function<void(int)>& work) {
  work_ = &work;
  busy_.store(static_cast<int>(threads_.size()), std::memory_order_relaxed);
  step_.fetch_add(1, std::memory_order_release);
  step_.notify_all();
  perform(0);
  for (int busy = busy_.load(std::memory_order_acquire); busy != 0;) busy = changed(busy_, busy);
  const auto failed =
      std::find_if(failures_.begin(), failures_.end(),
                   [](const std::exception_ptr& failure) { return failure != nullptr; });
  if (failed == failures_.end()) return;
  const std::exception_ptr first = *failed;
  std::fill(failures_.begin(), failures_.end(), nullptr);
  std::rethrow_exception(first);
}

void Team::serve(int member) {
  for (std::uint32_t step = 0;;) {
    step = changed(step_, step);
    if (work_ == nullptr) return;
    perform(member);
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
  }
}

void Team::perform(int member) {
  try {
    (*work_)(member);
  } catch (...) {
    failures_[static_cast<std::size_t>(member)] = std::current_exception();
  }
}

}  // namespace dragonfly
