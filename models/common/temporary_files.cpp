// SPDX-License-Identifier: Apache-2.0
#include "models/common/temporary_files.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <utility>

namespace dragonfly {
namespace {

/// Of more than so many at a time the others stay behind.
constexpr std::size_t kMost = 64;
std::array<std::atomic<const char*>, kMost> paths{};
static_assert(std::atomic<const char*>::is_always_lock_free, "a signal handler reads them");

/// kMost if there is no free place.
std::size_t add(const char* path) {
  for (std::size_t place = 0; place < kMost; ++place) {
    const char* nobody = nullptr;
    if (paths[place].compare_exchange_strong(nobody, path)) return place;
  }
  return kMost;
}

}  // namespace

TemporaryFile::TemporaryFile(std::string path)
    : path_(std::move(path)), place_(add(path_.c_str())) {}

TemporaryFile::~TemporaryFile() {
  if (place_ < kMost) paths[place_] = nullptr;
  ::unlink(path_.c_str());
}

void remove_temporary_files() noexcept {
  for (const auto& path : paths)
    if (const char* const name = path) ::unlink(name);
}

}  // namespace dragonfly
