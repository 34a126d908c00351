// SPDX-License-Identifier: Apache-2.0
#include "sim/command/threads_option.hpp"

#include <algorithm>

#include "models/common/processors.hpp"
#include "models/common/streams.hpp"
#include "sim/command/lists.hpp"

namespace dragonfly {

ThreadsOption::ThreadsOption(OptionList& app)
    : option_(app.add_option("--threads", text_,
                             "threads that may simulate routers side by side, 0: one for each "
                             "processor; the result does not depend on it")
                  ->type_name("INT=" + text_)) {}

int ThreadsOption::threads(bool tells) const {
  constexpr int kMostThreads = 256;
  int threads = parse_count("--threads", text_, 0, kMostThreads);
  // Threads that take turns on a processor only wait for each other.
  const int most = processors();
  if (threads == 0) threads = std::min(most, kMostThreads);
  if (threads <= most) return threads;
  if (!tells) return most;
  print_message("--threads {}: this process may use {} processor{}, and so many threads it has\n",
                threads, most, most == 1 ? "" : "s");
  return most;
}

}  // namespace dragonfly
