// Output files that appear complete or not at all.
#pragma once

#include <filesystem>
#include <optional>
#include <ostream>
#include <string>

#include "models/common/descriptor_buffer.hpp"
#include "models/common/temporary_files.hpp"

namespace dragonfly {

/// The name of a file that stands for standard output.
inline constexpr const char* kStandardOutput = "-";

/// A file that is written under a temporary name beside `path` and renamed by commit(). Without
/// commit() nothing is left behind, and what stood under `path` before stays. A `path` that is no
/// regular file (a pipe, /dev/stdout, or kStandardOutput) is written directly.
///
/// Opening it before the work that fills it shows in time that the place cannot be written.
class AtomicFile {
 public:
  /// Throws InputError with the reason if `path` cannot be written.
  explicit AtomicFile(const std::string& path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  [[nodiscard]] std::ostream& stream() { return stream_; }
  [[nodiscard]] const std::string& path() const { return path_; }

  /// Puts the file in place. Throws InputError if it could not be written in full.
  void commit();

 private:
  std::string path_;                        ///< as given, for messages
  std::filesystem::path target_;            ///< symbolic links resolved
  std::optional<TemporaryFile> temporary_;  ///< none when written directly
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
