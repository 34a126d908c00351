// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/cache_entry.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <system_error>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "sim/rtl/content_hash.hpp"

namespace dragonfly {

namespace fs = std::filesystem;

namespace {

struct Seal {
  std::uintmax_t size = 0;
  std::string hash;
};

Seal seal_of(const fs::path& object) {
  const std::string content = read_text_file(object);
  ContentHash hash;
  hash.add_bytes(content);
  return {content.size(), hash.hex()};
}

}  // namespace

bool CacheEntry::exists() const {
  std::error_code error;
  return fs::exists(object(), error);
}

void CacheEntry::seal() const {
  const Seal seal = seal_of(object());
  write_file(seal_file(), fmt::format("{} {}\n", seal.size, seal.hash));
}

std::string CacheEntry::damage() const {
  Seal sealed;
  if (!(std::ifstream(seal_file()) >> sealed.size >> sealed.hash))
    return "nothing says what it was";
  std::error_code error;
  const std::uintmax_t size = fs::file_size(object(), error);
  if (error) return error.message();
  if (size != sealed.size) return fmt::format("it has {} bytes instead of {}", size, sealed.size);
  try {
    return seal_of(object()).hash == sealed.hash ? "" : "its content is another";
  } catch (const InputError& failure) {
    return failure.what();
  }
}

}  // namespace dragonfly
