#include "models/common/atomic_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <sstream>
#include <vector>

#include "models/common/error.hpp"

namespace dragonfly {
namespace fs = std::filesystem;
namespace {

std::string reason(int error) { return error == 0 ? "unknown reason" : std::strerror(error); }

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw InputError(fmt::format("cannot write {}: {}", path, why));
}

/// Devices and pipes are written as they are; renaming a file over them would replace them.
bool written_directly(const std::string& path, const fs::file_status& status) {
  return path.starts_with("/dev/") || (fs::exists(status) && !fs::is_regular_file(status));
}

fs::path temporary_beside(const fs::path& target) {
  static std::atomic<int> number{0};  // one process may have two files of the same name open
  return target.string() + fmt::format(".part-{}-{}", ::getpid(), number++);
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path) {
  if (path.empty()) fail("''", "the name is empty");
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) fail(path, "it is a directory; give the name of a file");
  target_ = fs::weakly_canonical(fs::absolute(path), error);
  if (error) fail(path, error.message());
  if (written_directly(path, status)) {
    target_ = path;
  } else {
    const fs::path folder = target_.parent_path();
    if (!fs::is_directory(folder, error)) {
      fail(path, fmt::format("there is no directory {}; make it, or choose another place",
                             folder.string()));
    }
    if (fs::exists(status) && ::access(target_.c_str(), W_OK) != 0) fail(path, reason(errno));
    temporary_ = temporary_beside(target_);
  }
  errno = 0;
  stream_.open(temporary_.empty() ? target_ : temporary_, std::ios::binary | std::ios::trunc);
  if (!stream_) fail(path, reason(errno));
}

AtomicFile::~AtomicFile() {
  if (committed_ || temporary_.empty()) return;
  stream_.close();
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

void AtomicFile::commit() {
  errno = 0;
  stream_.flush();
  const bool written = stream_.good();
  stream_.close();
  if (!written || !stream_) fail(path_, reason(errno));
  if (!temporary_.empty()) {
    std::error_code error;
    fs::rename(temporary_, target_, error);
    if (error) fail(path_, error.message());
  }
  committed_ = true;
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

std::string read_text_file(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    throw InputError(fmt::format("cannot read {}: it is a directory", path));
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  if (file && file.peek() != std::ifstream::traits_type::eof()) content << file.rdbuf();
  if (!file.is_open() || file.bad()) {
    throw InputError(fmt::format("cannot read {}: {}", path, reason(errno)));
  }
  return content.str();
}

}  // namespace dragonfly
