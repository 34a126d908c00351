#include "models/common/unfinished_files.hpp"

#include <chrono>
#include <mutex>
#include <set>
#include <system_error>

namespace dragonfly {

namespace fs = std::filesystem;

namespace {

struct Register {
  std::timed_mutex mutex;
  std::set<fs::path> files;
};

/// Never destroyed: other threads may need it while the process ends.
Register& files() {
  static Register* const only = new Register;
  return *only;
}

}  // namespace

void note_unfinished_file(const fs::path& path) {
  const std::lock_guard lock(files().mutex);
  files().files.insert(path);
}

void forget_unfinished_file(const fs::path& path) {
  const std::lock_guard lock(files().mutex);
  files().files.erase(path);
}

void remove_unfinished_files() noexcept {
  const std::unique_lock lock(files().mutex, std::chrono::seconds(1));
  if (!lock) return;
  std::error_code ignored;
  for (const fs::path& path : files().files) fs::remove(path, ignored);
}

}  // namespace dragonfly
