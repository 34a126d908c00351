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
    const auto* const first = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), first, first + sizeof value);
  }
  /// Elements and their number.
  template <class List>
  void put_list(const List& list) {
    put(std::size_t{list.size()});
    const auto bytes = std::as_bytes(std::span(list.data(), list.size()));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
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
    copy(&value, sizeof value);
    return value;
  }
  template <class List>
  [[nodiscard]] List take_list() {
    List list;
    list.resize(take<std::size_t>());
    copy(list.data(), list.size() * sizeof *list.data());
    return list;
  }
  [[nodiscard]] bool empty() const { return rest_.empty(); }

 private:
  void copy(void* to, std::size_t count) {
    if (count != 0) std::memcpy(to, rest_.data(), count);
    rest_ = rest_.subspan(count);
  }

  std::span<const std::byte> rest_;
};

}  // namespace dragonfly
