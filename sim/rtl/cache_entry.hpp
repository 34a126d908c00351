// SPDX-License-Identifier: Apache-2.0
// A variant in the cache: a folder with the shared object and what is known of it.
#pragma once

#include <filesystem>
#include <string>

namespace dragonfly {

/// The folder of one variant. It appears under its name as a whole.
class CacheEntry {
 public:
  explicit CacheEntry(std::filesystem::path directory) : directory_(std::move(directory)) {}

  [[nodiscard]] std::filesystem::path object() const { return directory_ / "router.so"; }
  /// What Verilator warned of, in its words; the file is not there if it did not.
  [[nodiscard]] std::filesystem::path warnings() const { return directory_ / "warnings.txt"; }
  /// What it is and how it was built, for people.
  [[nodiscard]] std::filesystem::path description() const { return directory_ / "variant.txt"; }

  [[nodiscard]] bool exists() const;

  /// Writes down size and hash of the object. Throws InputError if that cannot be written.
  void seal() const;

  /// How the object differs from the one that was sealed, as in "it has 0 bytes instead of 5";
  /// empty if it does not.
  [[nodiscard]] std::string damage() const;

 private:
  [[nodiscard]] std::filesystem::path seal_file() const { return directory_ / "router.so.hash"; }

  std::filesystem::path directory_;
};

}  // namespace dragonfly
