// SPDX-License-Identifier: Apache-2.0
// The sources of a variant in a directory of their own, for as long as a tool looks at them.
#pragma once

#include <filesystem>
#include <vector>

#include "sim/rtl/variant_sources.hpp"

namespace dragonfly {

/// A directory with the sources, removed with this object.
class SourceDirectory {
 public:
  /// Throws InputError if it cannot be made.
  explicit SourceDirectory(const std::vector<SourceFile>& sources);
  SourceDirectory(const SourceDirectory&) = delete;
  SourceDirectory& operator=(const SourceDirectory&) = delete;
  ~SourceDirectory();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace dragonfly
