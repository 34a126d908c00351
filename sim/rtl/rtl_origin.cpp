// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/rtl_origin.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "models/common/input_file.hpp"
#include "sim/rtl/content_hash.hpp"
#include "sim/rtl/file_list.hpp"

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

std::vector<std::string> changed_files(const std::vector<SourceFile>& sources) {
  std::map<std::string, std::string> shipped;  // hash, by name
  std::ifstream checksum(rtl_directory() / "CHECKSUM");
  std::string hash, name;
  checksum >> hash;  // of all
  while (checksum >> hash >> name) shipped.emplace(name, hash);
  std::vector<std::string> changed;
  for (const SourceFile& file : sources) {
    if (!file.name.starts_with("rtl/")) continue;
    ContentHash content;
    content.add(file.name);
    content.add(file.content);
    const auto known = shipped.find(file.name);
    if (known == shipped.end() || known->second != content.hex()) changed.push_back(file.name);
  }
  return changed;
}

bool may_read(const FamilyRtl& family, const std::string& file) {
  const fs::path rtl = rtl_directory(), folder = fs::path(file).parent_path().filename();
  const std::string list = list_among_sources(family);
  // A folder that some families share, or one has, has a list of its own.
  if (!list.starts_with("rtl/") || !fs::exists(rtl / (folder.string() + ".f"))) return true;
  const std::vector<std::string> named = read_file_list(rtl / fs::path(list).filename());
  return std::any_of(named.begin(), named.end(), [&](const std::string& argument) {
    return fs::path(argument).parent_path().filename() == folder;
  });
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
