// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/rtl_origin.hpp"

#include <filesystem>
#include <fstream>

#include "models/common/input_file.hpp"
#include "sim/rtl/content_hash.hpp"

namespace dragonfly {

namespace fs = std::filesystem;

RtlOrigin rtl_origin(const std::vector<SourceFile>& sources) {
  ContentHash hash;
  for (const SourceFile& file : sources) {
    if (!file.name.starts_with("rtl/") && !file.name.starts_with("family/")) continue;
    hash.add(file.name);
    hash.add(file.content);
  }
  return {fs::absolute(rtl_directory()).lexically_normal().string(), {}, hash.hex()};
}

bool is_shipped(const std::vector<SourceFile>& sources) {
  std::ifstream checksum(rtl_directory() / "CHECKSUM");
  std::string shipped;
  return checksum >> shipped && shipped == rtl_origin(sources).content;
}

RtlOrigin rtl_origin(const UserRtl& user) {
  ContentHash hash;
  for (const fs::path& file : user.files) {
    hash.add(file.filename().string());
    hash.add(read_text_file(file.string()));
  }
  return {fs::absolute(user.file_list).lexically_normal().string(), user.top, hash.hex()};
}

}  // namespace dragonfly
