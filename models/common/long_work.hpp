// SPDX-License-Identifier: Apache-2.0
// Work deep below a command that may take seconds, and says how far it is.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace dragonfly {

/// Told of the parts of some work that are done, of `all` equal ones; in the thread that works.
using WorkListener =
    std::function<void(const std::string& what, std::int64_t done, std::int64_t all)>;

/// Sets who is told in this process from now on; an empty function: nobody, as at the beginning. To
/// be called while no work goes on in another thread.
void listen_to_work(WorkListener listener);

/// A piece of such work: "deadlock check".
class LongWork {
 public:
  LongWork(std::string what, std::int64_t all) : what_(std::move(what)), all_(all) {}
  void done(std::int64_t parts) const;

 private:
  std::string what_;
  std::int64_t all_;
};

}  // namespace dragonfly
