// SPDX-License-Identifier: Apache-2.0
// What a checkpoint says of the run that it was saved from.
#pragma once

#include <cstdint>
#include <string>

#include "models/common/archive.hpp"
#include "models/common/archive_file.hpp"

namespace dragonfly {

struct Configuration;

/// The first line of a checkpoint, and the number of its format.
inline constexpr const char* kCheckpointLine = "dragonfly checkpoint 1";

/// The beginning of a checkpoint.
struct CheckpointHeader {
  /// Of a run of `config`, without what follows here.
  explicit CheckpointHeader(const Configuration& config);
  /// Of a file. Throws InputError if it is damaged.
  explicit CheckpointHeader(ArchiveReader& file);

  void serialize(Archive& archive) {
    archive(version, configuration, inputs, ranks, rank, threads, packet_trace, cycle, second);
  }

  std::string version;
  std::string configuration;  ///< TOML
  std::uint64_t inputs = 0;   ///< checksum of the files that the configuration names
  int ranks = 1, rank = 0;
  int threads = 1;  ///< of each rank
  bool packet_trace = false;
  std::int64_t cycle = 0;  ///< the one that follows
  /// Which of two files each of the other ranks has saved to.
  bool second = false;
};

/// Throws InputError if a run cannot go on from the checkpoint `path`.
void require_same_run(const CheckpointHeader& saved, const CheckpointHeader& run,
                      const std::string& path);

}  // namespace dragonfly
