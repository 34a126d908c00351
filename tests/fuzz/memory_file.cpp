// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/memory_file.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>

#include "tests/fuzz/fuzz.hpp"

namespace dragonfly::fuzz {

MemoryFile::MemoryFile()
    : descriptor_(memfd_create("fuzz", MFD_CLOEXEC)),
      path_("/proc/self/fd/" + std::to_string(descriptor_)) {
  require(descriptor_ >= 0, "no file in memory could be made");
}

MemoryFile::~MemoryFile() { close(descriptor_); }

void MemoryFile::write(std::string_view content) const {
  require(
      ftruncate(descriptor_, 0) == 0 && pwrite(descriptor_, content.data(), content.size(), 0) ==
                                            static_cast<std::ptrdiff_t>(content.size()),
      "the file in memory could not be written");
}

}  // namespace dragonfly::fuzz
