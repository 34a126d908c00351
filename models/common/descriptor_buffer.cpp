// SPDX-License-Identifier: Apache-2.0
#include "models/common/descriptor_buffer.hpp"

#include <unistd.h>

#include <cerrno>

namespace dragonfly {

int DescriptorBuffer::close() {
  if (descriptor_ < 0) return error_;
  sync();
  if (::close(descriptor_) != 0 && error_ == 0) error_ = errno;
  descriptor_ = -1;
  return error_;
}

int DescriptorBuffer::secure() {
  if (sync() == 0) note(::fsync(descriptor_));
  return error_;
}

void DescriptorBuffer::go_on_at(std::int64_t position) {
  clear();
  note(::ftruncate(descriptor_, position));
  note(::lseek(descriptor_, position, SEEK_SET) < 0 ? -1 : 0);
}

void DescriptorBuffer::note(int result) {
  if (result != 0 && error_ == 0) error_ = errno;
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type character) {
  if (sync() != 0) return traits_type::eof();
  if (!traits_type::eq_int_type(character, traits_type::eof()))
    return sputc(traits_type::to_char_type(character));
  return traits_type::not_eof(character);
}

int DescriptorBuffer::sync() {
  for (const char* from = pbase(); from < pptr() && error_ == 0;) {
    const auto written = ::write(descriptor_, from, static_cast<std::size_t>(pptr() - from));
    if (written >= 0)
      from += written;
    else if (errno != EINTR)
      error_ = errno;
  }
  clear();
  return error_ == 0 ? 0 : -1;
}

}  // namespace dragonfly
