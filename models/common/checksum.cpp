// SPDX-License-Identifier: Apache-2.0
#include "models/common/checksum.hpp"

#include <algorithm>
#include <vector>

namespace dragonfly {
namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);

}  // namespace

void Checksum::add(const void* bytes, std::size_t count) {
  const auto* from = static_cast<const unsigned char*>(bytes);
  const auto take_byte = [&] {
    const std::size_t place = count_++ % kWord;
    rest_ |= std::uint64_t{*from++} << 8 * place;
    --count;
    if (place + 1 < kWord) return;
    take_word(rest_);
    rest_ = 0;
  };
  while (count > 0 && count_ % kWord != 0) take_byte();
  for (; count >= kWord; from += kWord, count -= kWord, count_ += kWord) {
    std::uint64_t word = 0;
    std::memcpy(&word, from, kWord);
    take_word(word);
  }
  while (count > 0) take_byte();
}

std::uint64_t add_rest(std::istream& file, Checksum& checksum, std::uint64_t most) {
  std::vector<char> piece(std::size_t{1} << 18);
  std::uint64_t count = 0;
  while (count < most) {
    file.read(piece.data(),
              static_cast<std::streamsize>(std::min<std::uint64_t>(piece.size(), most - count)));
    if (file.gcount() == 0) break;
    checksum.add(piece.data(), static_cast<std::size_t>(file.gcount()));
    count += static_cast<std::uint64_t>(file.gcount());
  }
  return count;
}

}  // namespace dragonfly
