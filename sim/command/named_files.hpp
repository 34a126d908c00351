// SPDX-License-Identifier: Apache-2.0
// The files that a command line names, to read and to write.
#pragma once

#include <string>
#include <vector>

namespace dragonfly {

/// A file that an option names. An empty one is none; for an output kStandardOutput is possible.
struct NamedFile {
  std::string option, path;
};

/// To be called before anything is opened for writing. Throws InputError if an output is one of the
/// inputs, or two outputs are the same file, however they are named (paths, links); or if two
/// outputs would go to standard output. Devices may be named as often as one likes.
void check_files(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

}  // namespace dragonfly
