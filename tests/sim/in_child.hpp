// SPDX-License-Identifier: Apache-2.0
// Runs a piece of a test in a process of its own: SystemC elaborates once in a process.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <stdexcept>
#include <string>

#include "models/common/error.hpp"

namespace dragonfly {

struct ChildResult {
  int exit_code = 0;  ///< of the Error that ended it; 0 if none did
  std::string text;   ///< what it returned, or the error's message
};

inline ChildResult in_child(const std::function<std::string()>& work) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  const pid_t child = ::fork();
  if (child == 0) {
    int exit_code = 0;
    std::string text;
    try {
      text = work();
    } catch (const Error& error) {
      exit_code = static_cast<int>(error.code());
      text = error.what();
    } catch (const std::exception& error) {
      exit_code = 99;
      text = error.what();
    }
    for (std::size_t done = 0; done < text.size();) {
      const auto count = ::write(ends[1], text.data() + done, text.size() - done);
      if (count <= 0) ::_exit(98);
      done += static_cast<std::size_t>(count);
    }
    ::_exit(exit_code);
  }
  ::close(ends[1]);
  ChildResult result;
  std::array<char, 4096> buffer;
  for (;;) {
    const auto count = ::read(ends[0], buffer.data(), buffer.size());
    if (count <= 0) break;
    result.text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace dragonfly
