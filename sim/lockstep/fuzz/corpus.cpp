// SPDX-License-Identifier: Apache-2.0
#include "sim/lockstep/fuzz/corpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/common/random_source.hpp"
#include "models/keys/toml.hpp"
#include "sim/rtl/content_hash.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

/// Of the keys of a configuration that others are drawn near, so many of so many stay.
constexpr int kStay = 7, kOf = 8;

FuzzRun read_run(const fs::path& path) {
  FuzzRun run;
  apply_toml_file(path.string(), run.config);
  fs::path trace = path;
  trace.replace_extension(".trace");
  // The directory may have been moved.
  if (run.config.traffic.pattern == Pattern::kTrace && fs::exists(trace))
    run.config.traffic.trace_file = trace.string();
  return run;
}

}  // namespace

Corpus::Corpus(std::string directory, const Configuration& base,
               const std::vector<const Key*>& given)
    : directory_(std::move(directory)) {
  make_directory(directory_);
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(directory_))
    if (entry.path().extension() == ".toml") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    FuzzRun run = read_run(path);
    bool fits = true;
    for (const Key* key : given) {
      // A parameter may be one that only another family has.
      fits = fits && applies(*key, run.config) == applies(*key, base);
      if (fits) key->set(run.config, key->get(base));
    }
    if (fits && complaint(run).empty())
      read_.push_back(std::move(run));
    else
      ++left_out_;
  }
}

void Corpus::keep(const FuzzRun& run) const {
  const std::string trace = trace_text(run.trace);
  ContentHash hash;
  hash.add(to_toml(run.config));
  hash.add(trace);
  constexpr std::size_t kDigits = 12;
  const std::string stem = (fs::path(directory_) / hash.hex().substr(0, kDigits)).string();
  FuzzRun written = run;
  if (!run.trace.empty()) {
    write_file(stem + ".trace", trace);
    written.config.traffic.trace_file = stem + ".trace";
  }
  write_file(stem + ".toml", to_toml(written.config));
}

SteeredDraw::SteeredDraw(std::uint64_t seed, const Configuration& base,
                         const std::vector<const Key*>& given, const ComparedRouters& compared,
                         const Corpus& corpus)
    : seed_(seed),
      given_(given),
      compared_(compared),
      corpus_(corpus),
      anywhere_(seed, base, given, compared) {}

FuzzRun SteeredDraw::run(int number) {
  if (number < inherited()) {
    FuzzRun run = corpus_.read()[static_cast<std::size_t>(number)];
    RandomSource source(stream_key(seed_, Stream::kFuzz, static_cast<std::uint64_t>(number)));
    run.routers = compared_routers(source, run.config, compared_);
    return run;
  }
  const int drawn = number - inherited();
  if (drawn % FuzzDraw::kBatch == 0) begin_batch(number);
  return near_ ? near_->run(number - batch_) : anywhere_.run(drawn);
}

void SteeredDraw::begin_batch(int first) {
  batch_ = first;
  near_.reset();
  const auto known = static_cast<int>(std::count_if(
      kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.number < known_at(first); }));
  RandomSource source(stream_key(seed_, Stream::kFuzzCorpus, static_cast<std::uint64_t>(first)));
  if (known == 0 || source.chance(1, 2)) return;
  // The latest were the hardest to come to.
  const int from = source.chance(1, 2) ? known / 2 : 0;
  const Configuration& near =
      kept_[static_cast<std::size_t>(source.between(from, known - 1))].run.config;
  std::vector<const Key*> stay = given_;
  for (const Key& key : keys()) {
    const bool asked = std::find(given_.begin(), given_.end(), &key) != given_.end();
    // Packets of a trace are drawn, and so is a parameter of the network that has no value of its
    // own.
    const bool can_stay = !key.is_file && !is_none(key.get(near));
    if (!asked && can_stay && source.chance(kStay, kOf)) stay.push_back(&key);
  }
  Configuration base = near;
  base.traffic.trace_file.clear();
  near_.emplace(source.next(), base, stay, compared_);
  try {
    static_cast<void>(near_->run(0));
  } catch (const InputError&) {
    near_.reset();  // these keys leave nothing
  }
}

void SteeredDraw::ended(int number, const FuzzRun& run, const RtlCoverage* reached) {
  ended_[number] = {run, reached != nullptr ? std::optional(*reached) : std::nullopt};
  for (auto next = ended_.find(judged_); next != ended_.end(); next = ended_.find(++judged_)) {
    judge(judged_, next->second);
    ended_.erase(next);
  }
}

void SteeredDraw::judge(int number, const Ended& ended) {
  if (!ended.reached) return;
  const std::size_t more = reached_[ended.run.config.topology.family].add(*ended.reached);
  points_ += more;
  const bool is_inherited = number < inherited();
  if (is_inherited) inherited_points_ = points_;
  if (more == 0) return;
  kept_.push_back({number, ended.run});
  if (is_inherited) return;
  corpus_.keep(ended.run);
  ++added_;
}

}  // namespace dragonfly
