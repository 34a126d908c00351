// SPDX-License-Identifier: Apache-2.0
#include "models/run/checkpoints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "models/common/archive_file.hpp"
#include "models/common/bytes.hpp"
#include "models/common/transport.hpp"
#include "models/network/regions.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

/// The wall clock is read once in so many cycles, and processes ask each other what they want.
constexpr std::int64_t kLookEvery = 16;

std::string path_of(const std::string& path, int rank, bool second) {
  return rank == 0 ? path : fmt::format("{}.{}{}", path, rank, second ? 'b' : 'a');
}

CheckpointHeader header_of(const Configuration& config, const RunOptions& options,
                           const Fabric& fabric) {
  CheckpointHeader header(config);
  if (options.transport != nullptr) {
    header.ranks = options.transport->ranks();
    header.rank = options.transport->rank();
  }
  header.threads = regions_of_rank(fabric.wiring, header.ranks, options.threads);
  header.packet_trace = !options.packet_trace_path.empty();
  return header;
}

/// The file of a process, of a run that saves to `first`.
std::ifstream open_saved(const std::string& path, const std::string& first) {
  std::ifstream file(path, std::ios::binary);
  if (file) return file;
  const int error = errno;
  if (path != first && error == ENOENT) {
    throw InputError(
        fmt::format("{} is missing: a process of the run in {} has saved its part there. Put it "
                    "back, or delete {} to begin anew",
                    path, first, first));
  }
  throw InputError(fmt::format("cannot read {}: {}", path, std::strerror(error)));
}

/// A checkpoint that is read.
class Checkpoint {
 public:
  /// `first`: the file of the first process. Throws InputError.
  Checkpoint(const std::string& path, const std::string& first, const CheckpointHeader& run)
      : file_(open_saved(path, first)),
        archive(file_, path, kCheckpointLine, "checkpoint"),
        header(archive) {
    require_same_run(header, run, path);
  }

 private:
  std::ifstream file_;

 public:
  ArchiveReader archive;
  CheckpointHeader header;
};

/// What each process tells, by rank.
template <class Value>
std::vector<Value> gathered(Transport* transport, const Value& mine) {
  if (transport == nullptr) return {mine};
  Bytes bytes;
  ByteWriter writer(bytes);
  if constexpr (std::is_trivially_copyable_v<Value>)
    writer.put(mine);
  else
    writer.put_list(mine);
  std::vector<Value> all;
  for (const Bytes& each : transport->gather(bytes)) {
    ByteReader reader(each);
    if constexpr (std::is_trivially_copyable_v<Value>)
      all.push_back(reader.take<Value>());
    else
      all.push_back(reader.take_list<Value>());
  }
  return all;
}

}  // namespace

Checkpoints::Checkpoints(const Configuration& config, const RunOptions& options,
                         const Fabric& fabric)
    : options_(options), header_(header_of(config, options, fabric)), saved_(Clock::now()) {
  const std::string problem = complaint([&] {
    if (rank() != 0) return;
    take_place();
    next_name_.emplace(next_->written_path());
    found_ = fs::exists(options.checkpoint_path);
    if (!found_) return;
    const Checkpoint first(options.checkpoint_path, options.checkpoint_path, header_);
    header_.cycle = first.header.cycle;
    header_.second = first.header.second;
  });
  if (!problem.empty()) throw InputError(problem);
  found_ = gathered(options.transport, found_).front();
  header_.cycle = gathered(options.transport, header_.cycle).front();
  header_.second = gathered(options.transport, header_.second).front();
}

std::string Checkpoints::path() const {
  return path_of(options_.checkpoint_path, rank(), header_.second);
}

void Checkpoints::take_place() {
  next_.reset();
  next_.emplace(options_.checkpoint_path, Uncommitted::kKept);
  next_->go_on_at(0);
}

void Checkpoints::resume(ModelRun& run) {
  if (!found_) return;
  if (const std::string problem = complaint([&] { load(run); }); !problem.empty())
    throw InputError(problem);
  if (options_.on_message)
    options_.on_message(
        fmt::format("goes on from cycle {}, saved in {}", header_.cycle, options_.checkpoint_path));
}

void Checkpoints::load(ModelRun& run) {
  Checkpoint checkpoint(path(), options_.checkpoint_path, header_);
  if (checkpoint.header.cycle != header_.cycle) {
    throw InputError(
        fmt::format("{}: this was not saved together with {}; delete that to begin "
                    "anew",
                    path(), options_.checkpoint_path));
  }
  checkpoint.archive(run);
  checkpoint.archive.finish();
}

void Checkpoints::end_of_cycle(ModelRun& run) {
  const Wish wished = wish();
  if (wished == Wish::kGoOn) return;
  const bool stop = wished == Wish::kSaveAndStop;
  if (stop && options_.on_message) {
    options_.on_message(
        fmt::format("interrupted: the run is being saved in {}; a second interrupt ends it at once",
                    options_.checkpoint_path));
  }
  const std::string problem = save(run);
  if (stop) {
    const std::string outcome =
        problem.empty() ? fmt::format("saved in {}: the same command goes on from there",
                                      options_.checkpoint_path)
                        : fmt::format("not saved: {}", problem);
    throw AgreedInterrupt(
        fmt::format("interrupted after cycle {}, and {}", run.next_cycle() - 1, outcome));
  }
  if (!problem.empty() && options_.on_message)
    options_.on_message("the run goes on without being saved: " + problem);
  saved_ = Clock::now();
}

Checkpoints::Wish Checkpoints::wish() {
  const bool looks = ++cycles_ % kLookEvery == 0;
  if (!looks && options_.transport != nullptr) return Wish::kGoOn;
  Wish mine = Wish::kGoOn;
  if (looks && Clock::now() - saved_ >= std::chrono::duration<double>(options_.checkpoint_seconds))
    mine = Wish::kSave;
  if (options_.interrupted != nullptr && options_.interrupted->load(std::memory_order_relaxed))
    mine = Wish::kSaveAndStop;
  if (options_.transport == nullptr) return mine;
  const std::vector<Wish> all = gathered(options_.transport, mine);
  return *std::max_element(all.begin(), all.end());
}

std::string Checkpoints::save(ModelRun& run) {
  const std::int64_t saved_cycle = header_.cycle;
  header_.cycle = run.next_cycle();
  header_.second = !header_.second;
  std::string problem = complaint([&] {
    if (rank() == 0) {
      if (!next_) take_place();
      write(run, *next_);
    } else {
      AtomicFile file(path(), Uncommitted::kKept);
      file.go_on_at(0);
      write(run, file);
      file.commit();
    }
  });
  if (problem.empty()) {
    problem = complaint([&] {
      if (rank() == 0) next_->commit();
    });
  }
  if (!problem.empty()) {
    header_.cycle = saved_cycle;
    header_.second = !header_.second;
  }
  // Nothing is lost if that fails: the next time will tell.
  if (rank() == 0) {
    try {
      take_place();
    } catch (const InputError&) {
      next_.reset();
    }
  }
  return problem;
}

void Checkpoints::write(ModelRun& run, AtomicFile& file) {
  ArchiveWriter archive(file.stream(), kCheckpointLine);
  archive(header_, run);
  archive.finish();
  file.secure();
}

std::string Checkpoints::complaint(const std::function<void()>& work) const {
  std::string mine;
  try {
    work();
  } catch (const InputError& error) {
    mine = error.what();
  }
  const std::vector<std::string> all = gathered(options_.transport, mine);
  const auto first =
      std::find_if(all.begin(), all.end(), [](const std::string& text) { return !text.empty(); });
  return first == all.end() ? "" : *first;
}

void remove_checkpoint(const RunOptions& options) {
  const std::string& path = options.checkpoint_path;
  if (path.empty()) return;
  std::error_code ignored;
  const int rank = options.transport == nullptr ? 0 : options.transport->rank();
  if (rank == 0) fs::remove(path, ignored);
  gathered(options.transport, rank);  // those of the others mean nothing from now on
  if (rank == 0) return;
  for (const bool second : {false, true}) fs::remove(path_of(path, rank, second), ignored);
}

}  // namespace dragonfly
