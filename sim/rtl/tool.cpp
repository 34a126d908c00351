#include "sim/rtl/tool.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "models/common/error.hpp"

namespace dragonfly {

namespace {

/// In the child: becomes the program, or leaves errno in `report` and exits.
[[noreturn]] void become(const std::vector<char*>& arguments, const char* directory, int output,
                         int report) {
  if (::dup2(output, STDOUT_FILENO) >= 0 && ::dup2(output, STDERR_FILENO) >= 0 &&
      ::chdir(directory) == 0)
    ::execvp(arguments[0], arguments.data());
  const int reason = errno;
  [[maybe_unused]] const auto written = ::write(report, &reason, sizeof reason);
  ::_exit(127);
}

std::string read_all(int file) {
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    const auto count = ::read(file, buffer.data(), buffer.size());
    if (count > 0)
      text.append(buffer.data(), static_cast<std::size_t>(count));
    else if (count == 0 || errno != EINTR)
      return text;
  }
}

[[noreturn]] void cannot_start(const std::string& program, int reason) {
  throw InputError("cannot run '" + program + "': " + std::strerror(reason) +
                   ". Is it installed and in the PATH?");
}

}  // namespace

ToolResult run_tool(const std::vector<std::string>& command,
                    const std::filesystem::path& directory) {
  std::vector<char*> arguments;
  for (const auto& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const std::string work = directory.string();

  std::array<int, 2> output, report;  // read end, write end
  if (::pipe2(output.data(), O_CLOEXEC) != 0) cannot_start(command[0], errno);
  if (::pipe2(report.data(), O_CLOEXEC) != 0) {
    const int reason = errno;
    ::close(output[0]);
    ::close(output[1]);
    cannot_start(command[0], reason);
  }
  const pid_t child = ::fork();
  const int fork_error = errno;
  if (child == 0) become(arguments, work.c_str(), output[1], report[1]);
  ::close(output[1]);
  ::close(report[1]);
  // A started program has closed the report without a word (close on exec).
  const std::string failure = child < 0 ? std::string() : read_all(report[0]);
  ::close(report[0]);
  ToolResult result;
  if (child > 0) result.output = read_all(output[0]);
  ::close(output[0]);
  if (child < 0) cannot_start(command[0], fork_error);

  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (failure.size() == sizeof(int)) {
    int reason = 0;
    std::memcpy(&reason, failure.data(), sizeof reason);
    cannot_start(command[0], reason);
  }
  result.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  if (result.exit_code == 128 + SIGINT)
    throw Error(ExitCode::kInterrupted, "interrupted while '" + command[0] + "' ran");
  return result;
}

}  // namespace dragonfly
