// Output files that appear complete or not at all.
#pragma once

#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>

namespace dragonfly {

/// A file that is written under a temporary name beside `path` and renamed by commit(). Without
/// commit() nothing is left behind, and what stood under `path` before stays. A `path` that is no
/// regular file (a pipe, /dev/stdout) is written directly.
///
/// Opening it before the work that fills it shows in time that the place cannot be written.
class AtomicFile {
 public:
  /// Throws InputError with the reason if `path` cannot be written.
  explicit AtomicFile(const std::string& path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  [[nodiscard]] std::ostream& stream() { return stream_; }
  [[nodiscard]] const std::string& path() const { return path_; }

  /// Puts the file in place. Throws InputError if it could not be written in full.
  void commit();

 private:
  std::string path_;                 ///< as given, for messages
  std::filesystem::path target_;     ///< symbolic links resolved
  std::filesystem::path temporary_;  ///< empty when written directly
  std::ofstream stream_;
  bool committed_ = false;
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

/// The content of a text file. Throws InputError with the reason if it cannot be read.
[[nodiscard]] std::string read_text_file(const std::string& path);

}  // namespace dragonfly
