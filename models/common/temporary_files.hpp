// SPDX-License-Identifier: Apache-2.0
// Files under temporary names, which must not stay behind when a signal ends the process.
#pragma once

#include <cstddef>
#include <string>

namespace dragonfly {

/// The name of a temporary file while this object exists. Does not make the file; removes it at the
/// end if it is still there.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::size_t place_;  ///< in the list that remove_temporary_files() goes through
};

/// Removes the files whose TemporaryFile exists. A signal handler may call it.
void remove_temporary_files() noexcept;

}  // namespace dragonfly
