// SPDX-License-Identifier: Apache-2.0
// A stream buffer that remembers why writing failed.
#pragma once

#include <array>
#include <cstdint>
#include <streambuf>

namespace dragonfly {

/// Writes to a file descriptor, and closes it at the end. std::filebuf does not tell the reason of
/// a failure, and errno is another's by the time somebody asks.
class DescriptorBuffer : public std::streambuf {
 public:
  explicit DescriptorBuffer(int descriptor) : descriptor_(descriptor) { clear(); }
  DescriptorBuffer(const DescriptorBuffer&) = delete;
  DescriptorBuffer& operator=(const DescriptorBuffer&) = delete;
  ~DescriptorBuffer() override { close(); }

  /// Writes what is held back, and closes the descriptor. Returns errno of the first failure of
  /// all, 0 if there was none.
  int close();

  /// Waits until the disk has what was written. Returns what close() does.
  int secure();
  /// What is written from now on follows the first `position` bytes of the file, which then ends.
  void go_on_at(std::int64_t position);

 protected:
  int_type overflow(int_type character) override;
  int sync() override;

 private:
  void note(int result);
  void clear() { setp(buffer_.data(), buffer_.data() + buffer_.size()); }

  int descriptor_;
  int error_ = 0;  ///< errno; nothing is written after the first
  std::array<char, 1 << 15> buffer_;
};

}  // namespace dragonfly
