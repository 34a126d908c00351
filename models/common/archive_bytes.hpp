// SPDX-License-Identifier: Apache-2.0
// Archives in memory, for other processes of the same build.
#pragma once

#include <cstddef>

#include "models/common/archive.hpp"
#include "models/common/bytes.hpp"

namespace dragonfly {

class BytesArchiveWriter : public Archive {
 public:
  explicit BytesArchiveWriter(ByteWriter& writer) : writer_(writer) {}

  [[nodiscard]] bool loading() const override { return false; }
  void block(void* bytes, std::size_t count) override { writer_.put_block(bytes, count); }

 private:
  ByteWriter& writer_;
};

class BytesArchiveReader : public Archive {
 public:
  explicit BytesArchiveReader(ByteReader& reader) : reader_(reader) {}

  [[nodiscard]] bool loading() const override { return true; }
  void block(void* bytes, std::size_t count) override { reader_.take_block(bytes, count); }

 private:
  ByteReader& reader_;
};

}  // namespace dragonfly
