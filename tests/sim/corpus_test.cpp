// SPDX-License-Identifier: Apache-2.0
// Random lockstep that is steered by what it reaches, without simulation.
#include "sim/lockstep/fuzz/corpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <random>

#include "models/common/error.hpp"
#include "models/config/choices.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

std::string text_of(const FuzzRun& run) {
  std::string text = trace_text(run.trace);
  for (const Key& key : keys()) text += to_text(key.get(run.config)) + " ";
  for (const int router : run.routers) text += std::to_string(router) + ",";
  return text;
}

/// Points of RTL that exists in the tests only: by pattern, and one for a rare pair of keys.
RtlCoverage reached_by(const FuzzRun& run) {
  const ScratchDirectory scratch;
  const auto pattern = static_cast<int>(run.config.traffic.pattern);
  const bool rare = run.config.router.vcs == 3 && run.config.traffic.packet_size > 4;
  std::ofstream file(scratch / "data");
  file << "# SystemC::Coverage-3\n";
  for (int point = 0; point < 20; ++point)
    file << fmt::format("C '\1f\2x.sv\1l\2{}' {}\n", point, point == pattern ? 7 : 0);
  file << fmt::format("C '\1f\2y.sv\1l\2{}' {}\n", 1, rare ? 1 : 0);
  file.close();
  RtlCoverage coverage;
  coverage.add_file(scratch / "data");
  return coverage;
}

/// The texts of so many configurations. Those under way end in an order that `order` decides.
std::vector<std::string> drawn(SteeredDraw& source, int count, unsigned order) {
  std::vector<std::string> texts;
  std::map<int, FuzzRun> running;
  std::minstd_rand random(order);
  int next = 0;
  while (next < count || !running.empty()) {
    if (next < count && source.ready(next) && (running.empty() || random() % 3 != 0)) {
      for (const int end = std::min(count, source.end_of_batch(next)); next < end; ++next) {
        running.emplace(next, source.run(next));
        texts.push_back(text_of(running.at(next)));
      }
      continue;
    }
    REQUIRE_FALSE(running.empty());
    const auto ended =
        std::next(running.begin(), static_cast<std::ptrdiff_t>(random() % running.size()));
    const RtlCoverage reached = reached_by(ended->second);
    // Every tenth fails, and says nothing of what it has reached.
    source.ended(ended->first, ended->second, ended->first % 10 == 9 ? nullptr : &reached);
    running.erase(ended);
  }
  return texts;
}

std::size_t files_in(const std::string& directory) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    count += entry.path().extension() == ".toml" ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("a seed draws the same configurations, whatever ends first") {
  const auto texts = [](std::uint64_t seed, unsigned order) {
    const ScratchDirectory scratch;
    const Corpus corpus(scratch / "corpus", {}, {});
    SteeredDraw source(seed, {}, {}, {}, corpus);
    return drawn(source, 200, order);
  };
  const auto first = texts(1, 1);
  CHECK(texts(1, 2) == first);
  CHECK(texts(1, 3) == first);
  CHECK(texts(2, 1) != first);
}

TEST_CASE("what reaches something new is kept, and a later run begins with it") {
  const ScratchDirectory scratch;
  const std::string directory = scratch / "corpus";
  std::size_t points = 0;
  {
    const Corpus corpus(directory, {}, {});
    SteeredDraw source(3, {}, {}, {}, corpus);
    static_cast<void>(drawn(source, 240, 1));
    CHECK(source.inherited() == 0);
    CHECK(static_cast<std::size_t>(source.added()) == files_in(directory));
    // A point each but for those that reach two at once.
    CHECK(source.added() <= static_cast<int>(source.points()));
    CHECK(source.added() > 20);
    points = source.points();
  }
  const Corpus corpus(directory, {}, {});
  CHECK(corpus.read().size() == files_in(directory));
  CHECK(corpus.left_out() == 0);
  for (const FuzzRun& run : corpus.read()) CHECK(complaint(run).empty());
  SteeredDraw source(4, {}, {}, {}, corpus);
  for (int number = 0; number < source.inherited(); ++number) {
    REQUIRE(source.ready(number));
    const FuzzRun run = source.run(number);
    const RtlCoverage reached = reached_by(run);
    source.ended(number, run, &reached);
  }
  CHECK(source.inherited_points() == points);
  CHECK(source.added() == 0);
}

TEST_CASE("half of the batches stay near what was kept") {
  const ScratchDirectory scratch;
  const Corpus corpus(scratch / "corpus", {}, {});
  SteeredDraw source(5, {}, {}, {}, corpus);
  FuzzDraw fresh(5, {}, {}, {});
  std::vector<FuzzRun> before;
  // The largest share of its keys that a configuration has in common with one before it.
  const auto nearness = [&](const FuzzRun& run) {
    double most = 0;
    for (const FuzzRun& other : before) {
      int same = 0, all = 0;
      for (const Key& key : keys()) {
        if (is_none(key.get(run.config))) continue;
        ++all;
        if (key.get(run.config) == key.get(other.config)) ++same;
      }
      most = std::max(most, static_cast<double>(same) / all);
    }
    return most;
  };
  int near = 0, fresh_and_near = 0;
  constexpr int kBatches = 60;
  for (int number = 0; number < kBatches * FuzzDraw::kBatch; ++number) {
    const FuzzRun run = source.run(number);
    INFO(number);
    CHECK(complaint(run).empty());
    if (number % FuzzDraw::kBatch == 0 && text_of(run) != text_of(fresh.run(number))) {
      ++near;
      CHECK(nearness(run) >= 0.7);
      if (nearness(fresh.run(number)) >= 0.7) ++fresh_and_near;
    }
    before.push_back(run);
    const RtlCoverage reached = reached_by(run);
    source.ended(number, run, &reached);
  }
  CHECK(near > kBatches / 4);
  CHECK(near < kBatches * 3 / 4);
  CHECK(fresh_and_near < near / 4);
}

TEST_CASE("keys that are given stay; what does not go with them is left out") {
  const ScratchDirectory scratch;
  const std::string directory = scratch / "corpus";
  {
    const Corpus corpus(directory, {}, {});
    SteeredDraw source(6, {}, {}, {}, corpus);
    static_cast<void>(drawn(source, 160, 1));
  }
  Configuration base;
  base.routing.algorithm = "ugal-l";
  const std::vector<const Key*> given = {find_key("routing", "algorithm")};
  const Corpus corpus(directory, base, given);
  CHECK(corpus.left_out() > 0);
  REQUIRE_FALSE(corpus.read().empty());
  SteeredDraw source(7, base, given, {}, corpus);
  for (int number = 0; number < source.inherited() + 80; ++number) {
    const FuzzRun run = source.run(number);
    CHECK(run.config.routing.algorithm == "ugal-l");
    const RtlCoverage reached = reached_by(run);
    source.ended(number, run, &reached);
  }
}

TEST_CASE("a corpus that cannot be read is told") {
  const ScratchDirectory scratch;
  std::filesystem::create_directory(scratch / "corpus");
  std::ofstream(scratch / "corpus/x.toml") << "[router]\nvcz = 3\n";
  CHECK_THROWS_WITH(Corpus(scratch / "corpus", {}, {}),
                    ContainsSubstring("corpus/x.toml") && ContainsSubstring("vcz"));
  std::ofstream(scratch / "file") << "";
  CHECK_THROWS_AS(Corpus(scratch / "file", {}, {}), InputError);
}
