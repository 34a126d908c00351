// SPDX-License-Identifier: Apache-2.0
// Large arrays of zeros.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

#include "models/common/archive.hpp"

namespace dragonfly {

/// Bytes from the beginning of a page to the beginning of the next array: cache lines of other sets
/// than those of the arrays before.
class ArrayStart {
 public:
  static constexpr std::size_t kMost = std::size_t{1} << 16;

  static std::size_t next() {
    static std::atomic<std::size_t> made{0};
    constexpr std::size_t kLine = 64, kStep = 37;  // odd: it comes to all lines before one again
    return made++ * kStep * kLine % kMost;
  }
};

/// An array of zeros of a plain type, aligned to cache lines. What is never touched takes no
/// memory. It lies on large pages where the system has them: what a network touches in a cycle is
/// spread over more small pages than a processor keeps track of. Each array begins at another place
/// of its first page: else the entries of a router would compete for the same sets of the caches.
template <class T>
class Zeros {
 public:
  explicit Zeros(std::size_t count) : bytes_(count * sizeof(T) + kPage + ArrayStart::kMost) {
    memory_ = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    const auto address = reinterpret_cast<std::uintptr_t>(memory_);
    const std::size_t skipped = (kPage - address % kPage) % kPage;
    std::byte* const page = static_cast<std::byte*>(memory_) + skipped;
    // Only advice: without large pages it goes on with small ones.
    static_cast<void>(::madvise(page, bytes_ - skipped, MADV_HUGEPAGE));
    data_ = reinterpret_cast<T*>(page + ArrayStart::next());
  }
  Zeros(Zeros&& other) noexcept
      : bytes_(other.bytes_),
        memory_(std::exchange(other.memory_, nullptr)),
        data_(std::exchange(other.data_, nullptr)) {}
  Zeros& operator=(Zeros other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(memory_, other.memory_);
    std::swap(data_, other.data_);
    return *this;
  }
  ~Zeros() {
    if (memory_ != nullptr) ::munmap(memory_, bytes_);
  }

  [[nodiscard]] T* get() const { return data_; }
  [[nodiscard]] T& operator[](std::size_t index) const { return data_[index]; }

  /// What is zero takes no memory when it is loaded, and next to no room in a file.
  void serialize(Archive& archive) {
    auto* const bytes = reinterpret_cast<std::byte*>(data_);
    const std::size_t size = bytes_ - kPage - ArrayStart::kMost;
    for (std::size_t first = 0; first < size; first += kChunk) {
      const std::size_t count = std::min(kChunk, size - first);
      const bool touched = any(bytes + first, count);
      bool used = touched;
      archive(used);
      if (used)
        archive.block(bytes + first, count);
      else if (touched)
        std::memset(bytes + first, 0, count);  // loading
    }
  }

 private:
  static constexpr std::size_t kPage = std::size_t{1} << 21;
  static constexpr std::size_t kChunk = std::size_t{1} << 12;

  /// Whether one of the bytes is not zero.
  static bool any(const std::byte* bytes, std::size_t count) {
    return bytes[0] != std::byte{0} || std::memcmp(bytes, bytes + 1, count - 1) != 0;
  }

  std::size_t bytes_;
  void* memory_;
  T* data_;
};

}  // namespace dragonfly
