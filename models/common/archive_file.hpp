// SPDX-License-Identifier: Apache-2.0
// Archives in files.
#pragma once

#include <cstdint>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/archive.hpp"
#include "models/common/checksum.hpp"

namespace dragonfly {

/// Pieces of an archive file: each follows its length and the checksum of all bytes up to its end,
/// so that nothing is loaded that is not what was saved. One without bytes is the end.
struct ArchivePiece {
  static constexpr std::size_t kMost = std::size_t{1} << 20;

  std::uint64_t length = 0, checksum = 0;
};

class ArchiveWriter : public Archive {
 public:
  /// `first_line`: what the file is, for people too. Whether everything could be written, the
  /// stream tells.
  ArchiveWriter(std::ostream& file, std::string_view first_line);

  [[nodiscard]] bool loading() const override { return false; }
  void block(void* bytes, std::size_t count) override;
  /// To be called at the end.
  void finish();

 private:
  void write_piece();

  std::ostream& file_;
  Checksum checksum_;
  std::vector<char> piece_;
};

class ArchiveReader : public Archive {
 public:
  /// `name`: of the file, for messages. Throws InputError if it has another first line, whose
  /// `kind` is said.
  ArchiveReader(std::istream& file, std::string name, std::string_view first_line,
                const std::string& kind);

  [[nodiscard]] bool loading() const override { return true; }
  /// Throws InputError, as the following, if the file is damaged.
  void block(void* bytes, std::size_t count) override;
  /// To be called at the end, which must be that of the file.
  void finish();

 private:
  /// False at the end of the archive.
  bool read_piece();
  void read(void* bytes, std::size_t count);
  [[noreturn]] void fail() const;

  std::istream& file_;
  std::string name_;
  Checksum checksum_;
  std::vector<char> piece_;
  std::size_t taken_ = 0;  ///< bytes of the piece
};

}  // namespace dragonfly
