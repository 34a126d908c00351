// SPDX-License-Identifier: Apache-2.0
#include "sim/command/point_claims.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/host_name.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

std::string claim_file(const std::string& stem, int number) {
  return fmt::format("{}.claim-{}", stem, number);
}

/// The first line of a file, nothing if it cannot be read.
std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// Since the boot of the host, in clock ticks; empty if there is no such process. A number of a
/// process may be given to another one later.
std::string start_of_process(long number) {
  const std::string text = first_line(fmt::format("/proc/{}/stat", number));
  constexpr int kFieldAfterName = 3, kStart = 22;
  std::istringstream fields(text.substr(std::min(text.rfind(')') + 1, text.size())));
  std::string field;
  for (int i = kFieldAfterName; i <= kStart; ++i) fields >> field;
  return field;
}

/// What numbers of processes belong to: a boot of a host, and a container there.
std::string numbering_of_processes() {
  std::error_code error;
  const fs::path container = fs::read_symlink("/proc/self/ns/pid", error);
  std::string name = first_line("/proc/sys/kernel/random/boot_id") + container.string();
  std::erase(name, ' ');
  return name;
}

/// Who has a claim, in one line: host, numbering of processes, process, its start.
std::string this_process() {
  return fmt::format("{} {} {} {}", host_name(), numbering_of_processes(), ::getpid(),
                     start_of_process(::getpid()));
}

/// Whether the owner named in a claim is a process of this host that has ended.
bool has_ended(const std::string& claim) {
  std::istringstream fields(claim);
  std::string host, numbering, start;
  long process = 0;
  if (!(fields >> host >> numbering >> process >> start)) return false;
  return host == host_name() && numbering == numbering_of_processes() &&
         start_of_process(process) != start;
}

enum class Written { kDone, kThere, kGone };

/// Writes a claim: a new file, or over the one that is there.
Written write_claim(const std::string& file, const std::string& content, bool is_new) {
  const int flags = O_WRONLY | O_CLOEXEC | (is_new ? O_CREAT | O_EXCL : 0);
  const int descriptor = ::open(file.c_str(), flags, 0666);
  if (descriptor < 0) {
    if (is_new && errno == EEXIST) return Written::kThere;
    if (!is_new) return Written::kGone;
    throw InputError(fmt::format("cannot write {}: {}", file, std::strerror(errno)));
  }
  const bool whole =
      ::write(descriptor, content.data(), content.size()) == static_cast<ssize_t>(content.size());
  const int error = errno;
  if (::close(descriptor) == 0 && whole) return Written::kDone;
  if (is_new) ::unlink(file.c_str());
  throw InputError(fmt::format("cannot write {}: {}", file, std::strerror(error)));
}

}  // namespace

PointClaims::PointClaims(Duration lease)
    : lease_(lease), owner_(this_process()), kept_(Clock::now()) {}

PointClaims::~PointClaims() {
  while (!held_.empty()) release(held_.begin()->first);
}

std::string PointClaims::content() const { return fmt::format("{} {:020}\n", owner_, count_); }

bool PointClaims::take(const std::string& stem) {
  int number = 0;
  while (fs::exists(claim_file(stem, number))) ++number;
  if (number > 0) {
    const std::string file = claim_file(stem, number - 1);
    if (!lost(file, first_line(file))) return false;
    others_.erase(file);
  }
  if (write_claim(claim_file(stem, number), content(), true) == Written::kThere) return false;
  held_[stem] = number;
  return true;
}

bool PointClaims::lost(const std::string& file, const std::string& content) {
  if (has_ended(content)) return true;
  const Clock::time_point now = Clock::now();
  const auto [seen, is_new] = others_.try_emplace(file, Seen{content, now});
  if (is_new || seen->second.content != content) {
    seen->second = {content, now};
    return false;
  }
  return now - seen->second.since > lease_;
}

void PointClaims::release(const std::string& stem) {
  const auto claim = held_.extract(stem);  // `stem` may be its key
  if (claim.empty()) return;
  const int number = claim.mapped();
  // Somebody who thought that this process was gone looks after the files then.
  if (fs::exists(claim_file(stem, number + 1))) return;
  // Upwards: who takes the point meanwhile makes the first one, and keeps it.
  std::error_code ignored;
  for (int i = 0; i <= number; ++i) fs::remove(claim_file(stem, i), ignored);
}

void PointClaims::keep() {
  constexpr int kTimesInLease = 6;
  const Clock::time_point now = Clock::now();
  if (now - kept_ < lease_ / kTimesInLease) return;
  kept_ = now;
  ++count_;
  // A file that is gone: somebody has taken the point over and finished it.
  for (const auto& [stem, number] : held_)
    (void)write_claim(claim_file(stem, number), content(), false);
}

}  // namespace dragonfly
