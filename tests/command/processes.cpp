// SPDX-License-Identifier: Apache-2.0
#include "tests/command/processes.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/catch.hpp"

namespace dragonfly {
namespace fs = std::filesystem;

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (fs::temp_directory_path() / "dragonfly-test-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TemporaryDirectory::operator/(const std::string& name) const {
  return (path_ / name).string();
}

std::vector<std::string> TemporaryDirectory::files(const std::string& directory) const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path_ / directory)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void put(const std::string& path, const std::string& content) { std::ofstream(path) << content; }

void wait_until(const std::function<bool()>& condition) {
  for (int i = 0; i < 6000 && !condition(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  REQUIRE(condition());
}

Process::Process(const std::vector<std::string>& arguments,
                 const std::vector<std::string>& environment) {
  const std::string output = directory_ / "output", errors = directory_ / "errors";
  std::vector<char*> argv = {const_cast<char*>(DRAGONFLY_COMMAND)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_ = fork();
  REQUIRE(pid_ >= 0);
  if (pid_ > 0) return;
  for (const std::string& variable : environment) putenv(const_cast<char*>(variable.c_str()));
  dup2(open(output.c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
  dup2(open(errors.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
  execv(argv[0], argv.data());
  _exit(127);
}

bool Process::has_file_open(const TemporaryDirectory& directory) const {
  const std::string folder = std::filesystem::weakly_canonical(directory / ".").string();
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator("/proc/" + std::to_string(pid_) + "/fd", error)) {
    const std::string file = std::filesystem::read_symlink(entry.path(), error).string();
    if (file.starts_with(folder.substr(0, folder.find_last_not_of("/.") + 1) + "/")) return true;
  }
  return false;
}

void Process::send(int signal) const { kill(pid_, signal); }

Outcome Process::wait() {
  int status = 0;
  REQUIRE(waitpid(pid_, &status, 0) == pid_);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          content_of(directory_ / "output"), content_of(directory_ / "errors")};
}

Outcome run_in_shell(const std::string& line, const TemporaryDirectory& directory) {
  const std::string output = directory / "shell-output", errors = directory / "shell-errors";
  const std::string script = "D='" DRAGONFLY_COMMAND "'\nT='" + (directory / ".") + "'\n{\n" +
                             line + "\n} >'" + output + "' 2>'" + errors + "'\n";
  put(directory / "shell-script", script);
  const int status = std::system(("sh '" + (directory / "shell-script") + "'").c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), content_of(output),
          content_of(errors)};
}

}  // namespace dragonfly
