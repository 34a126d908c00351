// SPDX-License-Identifier: Apache-2.0
#include "models/common/input_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"

namespace dragonfly {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail(const std::string& path, int error) {
  throw InputError(fmt::format("cannot read {}: {}", path,
                               error == 0 ? "unknown reason" : std::strerror(error)));
}

std::unique_ptr<std::ifstream> open_file(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) fail(path, EISDIR);
  errno = 0;
  auto file = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!file->is_open()) fail(path, errno);
  return file;
}

std::string content_of(std::istream& file, const std::string& path) {
  std::ostringstream content;
  errno = 0;
  if (file.peek() != std::istream::traits_type::eof()) content << file.rdbuf();
  if (file.bad()) fail(path, errno);
  return content.str();
}

}  // namespace

bool can_be_read_once_only(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

std::unique_ptr<std::istream> open_input(const std::string& path) {
  static std::mutex mutex;
  static std::map<std::string, std::string> kept;
  const std::scoped_lock lock(mutex);
  auto known = kept.find(path);
  if (known == kept.end()) {
    auto file = open_file(path);
    if (!can_be_read_once_only(path)) return file;
    known = kept.emplace(path, content_of(*file, path)).first;
  }
  return std::make_unique<std::istringstream>(known->second);
}

std::string readable_again(const std::string& path, const std::string& copy) {
  if (!can_be_read_once_only(path)) return path;
  write_file(copy, read_text_file(path));
  return copy;
}

std::string read_text_file(const std::string& path) { return content_of(*open_input(path), path); }

}  // namespace dragonfly
