// SPDX-License-Identifier: Apache-2.0
// Inputs of parsers that read files.
#pragma once

#include <string>
#include <string_view>

namespace dragonfly::fuzz {

/// A file in memory without a name in any directory; it is gone with the object.
class MemoryFile {
 public:
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  void write(std::string_view content) const;
  /// As it can be opened by this process.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  int descriptor_;
  std::string path_;
};

}  // namespace dragonfly::fuzz
