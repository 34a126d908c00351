# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT, a C++ source that defines kVersion: PROJECT_VERSION and a hash of the sources under
# ROOT. Run by the build whenever one of them has changed; no version control is needed.
include(${CMAKE_CURRENT_LIST_DIR}/source_files.cmake)
dragonfly_source_files(${ROOT} files)
set(hashes "")
foreach(file IN LISTS files)
  file(SHA256 ${ROOT}/${file} hash)
  string(APPEND hashes "${file} ${hash}\n")
endforeach()
string(SHA256 hash "${hashes}")
string(SUBSTRING ${hash} 0 12 hash)
file(WRITE ${OUTPUT} "#include \"models/common/version.hpp\"

namespace dragonfly {
const char* const kVersion = \"${PROJECT_VERSION}+${hash}\";
}  // namespace dragonfly
")
