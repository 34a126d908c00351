// SPDX-License-Identifier: Apache-2.0
#include "models/common/archive_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "models/common/error.hpp"

namespace dragonfly {

ArchiveWriter::ArchiveWriter(std::ostream& file, std::string_view first_line) : file_(file) {
  piece_.reserve(ArchivePiece::kMost);
  file_ << first_line << '\n';
}

void ArchiveWriter::block(void* bytes, std::size_t count) {
  const auto* from = static_cast<const char*>(bytes);
  while (count > 0) {
    const std::size_t part = std::min(count, ArchivePiece::kMost - piece_.size());
    piece_.insert(piece_.end(), from, from + part);
    from += part;
    count -= part;
    if (piece_.size() == ArchivePiece::kMost) write_piece();
  }
}

void ArchiveWriter::finish() {
  if (!piece_.empty()) write_piece();
  write_piece();
}

void ArchiveWriter::write_piece() {
  checksum_.add(piece_.data(), piece_.size());
  const ArchivePiece head{piece_.size(), checksum_.value()};
  file_.write(reinterpret_cast<const char*>(&head), sizeof head);
  file_.write(piece_.data(), static_cast<std::streamsize>(piece_.size()));
  piece_.clear();
}

ArchiveReader::ArchiveReader(std::istream& file, std::string name, std::string_view first_line,
                             const std::string& kind)
    : file_(file), name_(std::move(name)) {
  std::string found(first_line.size() + 1, '\0');
  file_.read(found.data(), static_cast<std::streamsize>(found.size()));
  if (found != std::string(first_line) + '\n') {
    throw InputError(
        fmt::format("{}: this is no {} that this program can read: its first line is not \"{}\"; "
                    "name another file",
                    name_, kind, first_line));
  }
}

void ArchiveReader::block(void* bytes, std::size_t count) {
  auto* to = static_cast<char*>(bytes);
  while (count > 0) {
    if (taken_ == piece_.size() && !read_piece()) fail();
    const std::size_t part = std::min(count, piece_.size() - taken_);
    std::memcpy(to, piece_.data() + taken_, part);
    to += part;
    taken_ += part;
    count -= part;
  }
}

void ArchiveReader::finish() {
  if (taken_ != piece_.size() || read_piece()) fail();
  if (file_.peek() != std::istream::traits_type::eof()) fail();
}

bool ArchiveReader::read_piece() {
  ArchivePiece head;
  read(&head, sizeof head);
  if (head.length > ArchivePiece::kMost) fail();
  piece_.resize(head.length);
  taken_ = 0;
  read(piece_.data(), piece_.size());
  checksum_.add(piece_.data(), piece_.size());
  if (checksum_.value() != head.checksum) fail();
  return !piece_.empty();
}

void ArchiveReader::read(void* bytes, std::size_t count) {
  file_.read(static_cast<char*>(bytes), static_cast<std::streamsize>(count));
  if (static_cast<std::size_t>(file_.gcount()) != count) fail();
}

void ArchiveReader::fail() const {
  throw InputError(fmt::format(
      "{}: the file is cut off or damaged, so nothing can go on from it; delete it to begin anew",
      name_));
}

}  // namespace dragonfly
