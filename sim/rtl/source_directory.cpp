// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/source_directory.hpp"

#include <unistd.h>

#include <string>
#include <system_error>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"

namespace dragonfly {

namespace fs = std::filesystem;

SourceDirectory::SourceDirectory(const std::vector<SourceFile>& sources) {
  std::string name = (fs::temp_directory_path() / "dragonfly_rtl_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw InputError("cannot make a directory in " + fs::temp_directory_path().string());
  path_ = name;
  for (const SourceFile& source : sources) {
    const fs::path target = path_ / source.name;
    fs::create_directories(target.parent_path());
    write_file(target.string(), source.content);
  }
}

SourceDirectory::~SourceDirectory() {
  std::error_code error;
  fs::remove_all(path_, error);
}

}  // namespace dragonfly
