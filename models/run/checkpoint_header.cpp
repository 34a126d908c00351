// SPDX-License-Identifier: Apache-2.0
#include "models/run/checkpoint_header.hpp"

#include <fmt/format.h>

#include "models/common/checksum.hpp"
#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "models/common/version.hpp"
#include "models/config/configuration.hpp"
#include "models/keys/keys.hpp"
#include "models/keys/toml.hpp"

namespace dragonfly {
namespace {

std::uint64_t checksum_of_inputs(const Configuration& config) {
  Checksum checksum;
  for (const Key& key : keys()) {
    if (!key.is_file) continue;
    const std::string path = to_text(key.get(config));
    if (!path.empty()) add_rest(*open_input(path), checksum);
  }
  return checksum.value();
}

/// "topology.p was 2, and is 4", of the first key that differs.
std::string difference(const std::string& saved, const std::string& now) {
  Configuration before, after;
  apply_toml(saved, "checkpoint", before);
  apply_toml(now, "run", after);
  for (const Key& key : keys()) {
    const std::string was = to_text(key.get(before)), is = to_text(key.get(after));
    if (was != is) return fmt::format("{} was {}, and is {}", full_name(key), was, is);
  }
  return "its keys are others";
}

std::string counted(int number, const char* what, const char* whats) {
  return fmt::format("{} {}", number, number == 1 ? what : whats);
}

std::string workers(const CheckpointHeader& run) {
  std::string threads = counted(run.threads, "thread", "threads");
  if (run.ranks == 1) return threads;
  return fmt::format("{} of {} each", counted(run.ranks, "process", "processes"), threads);
}

}  // namespace

CheckpointHeader::CheckpointHeader(const Configuration& config)
    : version(kVersion), configuration(to_toml(config)), inputs(checksum_of_inputs(config)) {}

CheckpointHeader::CheckpointHeader(ArchiveReader& file) { file(*this); }

void require_same_run(const CheckpointHeader& saved, const CheckpointHeader& run,
                      const std::string& path) {
  const auto refuse = [&](const std::string& reason, const std::string& remedy) {
    throw InputError(
        fmt::format("{}: {}; {}, or delete the file to begin anew", path, reason, remedy));
  };
  if (saved.version != run.version) {
    refuse(fmt::format("version {} of this program has saved this, and this is {}", saved.version,
                       run.version),
           "go on with that one");
  }
  if (saved.configuration != run.configuration) {
    refuse("a run of another configuration has saved this: " +
               difference(saved.configuration, run.configuration),
           "name another file for this run");
  }
  if (saved.inputs != run.inputs)
    refuse("a file that the configuration names has changed since this was saved", "restore that");
  if (saved.ranks != run.ranks || saved.threads != run.threads) {
    refuse(fmt::format("a run with {} has saved this, and this one has {}", workers(saved),
                       workers(run)),
           "start as many");
  }
  if (saved.packet_trace != run.packet_trace) {
    refuse(saved.packet_trace
               ? "a run with a packet trace has saved this, and this one has none"
               : "a run without a packet trace has saved this, and this one has one, which would "
                 "lack its beginning",
           "start it like that one");
  }
}

}  // namespace dragonfly
