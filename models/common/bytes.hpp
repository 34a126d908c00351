// SPDX-License-Identifier: Apache-2.0
// Values as bytes, for other processes of the same build.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace dragonfly {

using Bytes = std::vector<std::byte>;

/// Appends plain values to bytes.
class ByteWriter {
 public:
  explicit ByteWriter(Bytes& bytes) : bytes_(bytes) {}

  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    put_block(&value, sizeof value);
  }
  /// Elements and their number.
  template <class List>
  void put_list(const List& list) {
    put(std::size_t{list.size()});
    put_block(list.data(), list.size() * sizeof *list.data());
  }
  void put_block(const void* data, std::size_t count) {
    const auto* const first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + count);
  }

 private:
  Bytes& bytes_;
};

/// Takes them again, in the same order.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class T>
  [[nodiscard]] T take() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    take_block(&value, sizeof value);
    return value;
  }
  template <class List>
  [[nodiscard]] List take_list() {
    List list;
    take_list(list);
    return list;
  }
  /// In place of what a list has.
  template <class List>
  void take_list(List& list) {
    list.resize(take<std::size_t>());
    take_block(list.data(), list.size() * sizeof *list.data());
  }
  void take_block(void* to, std::size_t count) {
    if (count != 0) std::memcpy(to, rest_.data(), count);
    rest_ = rest_.subspan(count);
  }
  [[nodiscard]] bool empty() const { return rest_.empty(); }

 private:
  std::span<const std::byte> rest_;
};

}  // namespace dragonfly
