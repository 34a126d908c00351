// SPDX-License-Identifier: Apache-2.0
// Output files that appear complete or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>

#include "models/common/descriptor_buffer.hpp"
#include "models/common/temporary_files.hpp"

namespace dragonfly {

/// The name of a file that stands for standard output.
inline constexpr const char* kStandardOutput = "-";

/// What becomes of an AtomicFile that is not committed.
enum class Uncommitted {
  kRemoved,
  kKept,  ///< under a name of its own, for a later process
};

/// A file that is written without a name, or where the file system cannot do that, under a
/// temporary name beside `path`, and gets its name by commit(). Without commit() nothing is left
/// behind, and what stood under `path` before stays. A `path` that is no regular file (a pipe,
/// /dev/stdout, or kStandardOutput) is written directly.
///
/// One that is kept has the name `path`.part until commit(), and the content that an earlier
/// process has left there until go_on_at(). It must be a regular file. Other processes cannot have
/// it as long as this object exists.
///
/// Opening it before the work that fills it shows in time that the place cannot be written.
class AtomicFile {
 public:
  /// Throws InputError with the reason if `path` cannot be written.
  explicit AtomicFile(const std::string& path, Uncommitted uncommitted = Uncommitted::kRemoved);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  [[nodiscard]] std::ostream& stream() { return stream_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Where it is until commit().
  [[nodiscard]] const std::string& written_path() const { return written_; }

  /// What is written from now on follows the first `position` bytes.
  void go_on_at(std::int64_t position) { buffer_->go_on_at(position); }
  /// Waits until the disk has what was written. Throws InputError if it could not be written.
  void secure();

  /// Puts the file in place. Throws InputError if it could not be written in full.
  void commit();

 private:
  std::string path_;                        ///< as given, for messages
  std::filesystem::path target_;            ///< symbolic links resolved
  std::string written_;                     ///< where it is until then, at least just before
  int unnamed_ = -1;                        ///< descriptor of a file without a name
  std::optional<TemporaryFile> temporary_;  ///< if that is to be removed
  std::optional<DescriptorBuffer> buffer_;
  std::ostream stream_{nullptr};
};

/// Throws InputError with the reason if no file can be written at `path`. Leaves no trace.
void check_writable(const std::string& path);

/// Writes a whole file.
void write_file(const std::string& path, const std::string& content);

/// Throws InputError with the reason if files cannot be written into the directory `path`, or it
/// cannot be made. Leaves no trace.
void check_directory_writable(const std::string& path);

/// Makes the directory `path` and those above it. Throws InputError if it cannot be made.
void make_directory(const std::string& path);

}  // namespace dragonfly
