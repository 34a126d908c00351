// SPDX-License-Identifier: Apache-2.0
#include "sim/command/point_store.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "models/families/fabric.hpp"
#include "models/keys/json.hpp"
#include "models/keys/keys.hpp"
#include "models/statistics/result_io.hpp"
#include "sim/rtl/content_hash.hpp"
#include "sim/rtl/variant_sources.hpp"

namespace dragonfly {
PointStore::PointStore(std::string directory, std::string engine, std::string version)
    : directory_(std::move(directory)), engine_(std::move(engine)), version_(std::move(version)) {
  make_directory(directory_);
}

const std::string& PointStore::program(const Configuration& config) const {
  std::optional<FamilyRtl> rtl;  // the model's sources are those of the program
  if (engine_ != "model") rtl = make_routes(config)->rtl();
  const auto [known, is_new] = programs_.try_emplace(rtl ? rtl->file_list : "");
  if (!is_new) return known->second;
  ContentHash hash;
  hash.add(version_);
  hash.add(engine_);
  if (rtl) {
    for (const SourceFile& file : variant_sources(*rtl)) {
      hash.add(file.name);
      hash.add(file.content);
    }
  }
  return known->second = hash.hex();
}

std::string PointStore::stem(const Configuration& config) const {
  ContentHash hash;
  hash.add(program(config));
  hash.add(dump(to_json(config)));
  for (const Key& key : keys()) {
    if (!key.is_file) continue;
    const std::string path = to_text(key.get(config));
    if (!path.empty()) hash.add(read_text_file(path));
  }
  return (std::filesystem::path(directory_) / hash.hex()).string();
}

std::optional<RunResult> PointStore::find(const std::string& stem) {
  const std::string path = stem + ".json";
  if (!std::filesystem::exists(path)) return std::nullopt;
  try {
    return result_from_json(read_json_file(path), path);
  } catch (const InputError&) {
    return std::nullopt;  // somebody has damaged the file: the point is run again
  }
}

}  // namespace dragonfly
