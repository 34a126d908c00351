// SPDX-License-Identifier: Apache-2.0
#include "models/common/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <vector>

#include "models/common/error.hpp"
#include "models/common/host_name.hpp"

namespace dragonfly {
namespace fs = std::filesystem;
namespace {

std::string reason(int error) { return error == 0 ? "unknown reason" : std::strerror(error); }

/// As messages name it.
std::string name_of(const std::string& path) {
  return path == kStandardOutput ? "to standard output" : path;
}

/// Where the system shows an open file.
std::string descriptor_path(int descriptor) { return fmt::format("/proc/self/fd/{}", descriptor); }

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw InputError(fmt::format("cannot write {}: {}", name_of(path), why));
}

/// Of a file that is kept: its content stays.
int open_alone(const std::string& path, const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) fail(path, reason(errno));
  // Where the system has no such locks, users must see to it.
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(descriptor);
    fail(path, "another process is at it; wait for that, or name another file");
  }
  return descriptor;
}

int open_for_writing(const std::string& path, const std::string& file) {
  const int descriptor = file == kStandardOutput
                             ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
                             : ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) fail(path, reason(errno));
  return descriptor;
}

/// A file without a name in a folder, which is gone with the process however that ends; -1 where
/// the file system has none, or no name can be given later.
int open_unnamed(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
  if (descriptor < 0 || ::access(descriptor_path(descriptor).c_str(), F_OK) == 0) return descriptor;
  ::close(descriptor);
  return -1;
}

/// Devices and pipes are written as they are; renaming a file over them would replace them.
bool written_directly(const std::string& path, const fs::file_status& status) {
  return path == kStandardOutput || path.starts_with("/dev/") ||
         (fs::exists(status) && !fs::is_regular_file(status));
}

std::string temporary_beside(const fs::path& target) {
  static std::atomic<int> number{0};  // one process may have two files of the same name open
  return target.string() + fmt::format(".part-{}-{}-{}", host_name(), ::getpid(), number++);
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path, Uncommitted uncommitted) : path_(path) {
  if (path.empty()) fail("''", "the name is empty");
  std::error_code error;
  const bool standard_output = path == kStandardOutput;
  const fs::file_status status = standard_output ? fs::file_status() : fs::status(path, error);
  if (fs::is_directory(status)) fail(path, "it is a directory; give the name of a file");
  target_ = fs::weakly_canonical(fs::absolute(path), error);
  if (error) fail(path, error.message());
  const bool kept = uncommitted == Uncommitted::kKept;
  if (written_directly(path, status)) {
    if (kept) fail(path, "this is no regular file, and a later run could not go on with it");
    target_ = written_ = path;
  } else {
    const fs::path folder = target_.parent_path();
    if (!fs::is_directory(folder, error)) {
      fail(path, fmt::format("there is no directory {}; make it, or choose another place",
                             folder.string()));
    }
    if (fs::exists(status) && ::access(target_.c_str(), W_OK) != 0) fail(path, reason(errno));
    written_ = kept ? target_.string() + ".part" : temporary_beside(target_);
    if (!kept) {
      temporary_.emplace(written_);
      unnamed_ = open_unnamed(folder);
    }
  }
  if (unnamed_ >= 0)
    buffer_.emplace(unnamed_);
  else
    buffer_.emplace(kept ? open_alone(path, written_) : open_for_writing(path, written_));
  stream_.rdbuf(&*buffer_);
}

void AtomicFile::secure() {
  if (const int error = buffer_->secure()) fail(path_, reason(error));
}

void AtomicFile::commit() {
  if (unnamed_ >= 0) {
    stream_.flush();
    if (::linkat(AT_FDCWD, descriptor_path(unnamed_).c_str(), AT_FDCWD, written_.c_str(),
                 AT_SYMLINK_FOLLOW) != 0)
      fail(path_, reason(errno));
    unnamed_ = -1;
  }
  if (const int error = buffer_->close()) {
    if (error == EPIPE && path_ == kStandardOutput) throw Error(ExitCode::kOutputClosed, "");
    fail(path_, reason(error));
  }
  if (written_ == target_) return;
  std::error_code error;
  fs::rename(written_, target_, error);
  if (error) fail(path_, error.message());
}

void check_writable(const std::string& path) { const AtomicFile probe(path); }

void write_file(const std::string& path, const std::string& content) {
  AtomicFile file(path);
  file.stream() << content;
  file.commit();
}

void make_directory(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw InputError(fmt::format("cannot make directory {}: {}", path, error.message()));
  if (!fs::is_directory(path, error)) {
    throw InputError(fmt::format("cannot make directory {}: there is a file of this name", path));
  }
}

void check_directory_writable(const std::string& path) {
  std::error_code error;
  std::vector<fs::path> missing;  // the lowest first
  for (fs::path at = fs::absolute(path, error).lexically_normal(); !fs::exists(at, error);
       at = at.parent_path())
    missing.push_back(at);
  const auto remove = [&] {
    for (const fs::path& directory : missing) fs::remove(directory, error);
  };
  try {
    make_directory(path);
    check_writable((fs::path(path) / "probe").string());
  } catch (...) {
    remove();
    throw;
  }
  remove();
}

}  // namespace dragonfly
