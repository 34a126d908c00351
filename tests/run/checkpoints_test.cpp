// SPDX-License-Identifier: Apache-2.0
// Checkpoints in files: what is refused, and what becomes of the files.
#include "models/run/checkpoints.hpp"

#include <atomic>
#include <functional>
#include <nlohmann/json.hpp>

#include "models/common/archive_file.hpp"
#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/run/simulate_model.hpp"
#include "models/statistics/result_io.hpp"
#include "tests/catch.hpp"
#include "tests/network/rank_threads.hpp"
#include "tests/run/run_directory.hpp"

namespace dragonfly {
namespace {

const std::atomic<bool> kInterrupted{true};

Configuration short_run() {
  Configuration config;
  config.topology = {"dragonfly", {{"p", {2}}, {"a", {4}}, {"h", {2}}}};
  config.routing.algorithm = "ugal-l-vch";
  config.measurement.warmup_min = config.measurement.warmup_max = 100;
  config.measurement.window = 100;
  return config;
}

std::string text_of(RunResult result) {
  result.wall_seconds = result.cycles_per_second = 0;
  return to_json(result).dump();
}

/// A run with a checkpoint, in a directory of its own.
class CheckpointTest {
 public:
  CheckpointTest() {
    options_.checkpoint_path = path_;
    options_.packet_trace_path = directory_ / "trace";
  }

 protected:
  /// The message of what the run ends with; empty if it ends well.
  std::string message(const Configuration& config, const RunOptions& options, ExitCode code) {
    try {
      result_ = text_of(simulate_model(config, options));
      return "";
    } catch (const Error& error) {
      CHECK(error.code() == code);
      return error.what();
    }
  }
  /// Runs until the interrupt, which is heard after the first cycle.
  void save() {
    RunOptions interrupted = options_;
    interrupted.interrupted = &kInterrupted;
    CHECK_THAT(message(config_, interrupted, ExitCode::kInterrupted),
               ContainsSubstring("saved in " + path_ + ": the same command goes on"));
  }
  /// Checks that the run is refused with these words, and the file stays as it is.
  void check_refused(const Configuration& config, const RunOptions& options,
                     const std::vector<std::string>& words) {
    const std::string before = content(path_);
    const std::string found = message(config, options, ExitCode::kBadInput);
    for (const std::string& word : words) CHECK_THAT(found, ContainsSubstring(word));
    CHECK(content(path_) == before);
    CHECK_FALSE(std::filesystem::exists(path_ + ".part"));
  }

  RunDirectory directory_;
  std::string path_ = directory_ / "checkpoint";
  Configuration config_ = short_run();
  RunOptions options_;
  std::string result_;
};

TEST_CASE_METHOD(CheckpointTest, "a run goes on from its checkpoint, which is then removed") {
  RunOptions plain;
  plain.packet_trace_path = directory_ / "plain";
  const std::string expected = text_of(simulate_model(config_, plain));
  save();
  save();  // goes on for a cycle
  CHECK(std::filesystem::exists(path_));
  std::vector<std::string> messages;
  options_.on_message = [&](const std::string& text) { messages.push_back(text); };
  CHECK(message(config_, options_, ExitCode::kSuccess).empty());
  CHECK(messages == std::vector<std::string>{"goes on from cycle 2, saved in " + path_});
  CHECK(result_ == expected);
  CHECK(content(directory_ / "trace") == content(directory_ / "plain"));
  CHECK(std::filesystem::exists(path_));  // until the result is in place
  remove_checkpoint(options_);
  CHECK(directory_.files() == 2);
}

TEST_CASE_METHOD(CheckpointTest, "a run that is saved all the time has the same result") {
  const std::string expected = text_of(simulate_model(config_, {}));
  options_.checkpoint_seconds = 0;
  CHECK(message(config_, options_, ExitCode::kSuccess).empty());
  CHECK(result_ == expected);
}

TEST_CASE_METHOD(CheckpointTest, "a checkpoint of another run is refused") {
  config_.traffic.trace_file = directory_ / "packets";
  config_.traffic.pattern = Pattern::kTrace;
  put(config_.traffic.trace_file, "0 1 2\n900 3 4\n");
  save();
  Configuration other = config_;
  other.router.buffer_depth = 17;
  check_refused(other, options_,
                {path_, "router.buffer_depth was 16, and is 17", "name another file"});
  other = config_;
  other.measurement.seed = 2;
  check_refused(other, options_, {"measurement.seed was 1, and is 2"});
  RunOptions options = options_;
  options.threads = 2;
  check_refused(config_, options,
                {"a run with 1 thread has saved this, and this one has 2 threads"});
  options = options_;
  options.packet_trace_path.clear();
  check_refused(config_, options, {"a run with a packet trace has saved this"});
  put(config_.traffic.trace_file, "0 1 2\n901 3 4\n");
  check_refused(config_, options_, {"a file that the configuration names has changed"});
}

TEST_CASE_METHOD(CheckpointTest, "a checkpoint of another program is refused") {
  std::ofstream file(path_);
  ArchiveWriter archive(file, kCheckpointLine);
  CheckpointHeader header(config_);
  const std::string version = header.version;
  header.version = "0.0.9+abc";
  archive(header);
  archive.finish();
  file.close();
  check_refused(config_, options_,
                {"version 0.0.9+abc of this program has saved this, and this is " + version});
}

TEST_CASE_METHOD(CheckpointTest, "what is no checkpoint, or a part of one, is refused") {
  save();
  const std::string whole = content(path_);
  for (const std::string& text : {std::string(), std::string("{}"), whole.substr(1)}) {
    put(path_, text);
    check_refused(config_, options_, {path_ + ": this is no checkpoint"});
  }
  for (std::size_t part = 1; part < 8; ++part) {
    put(path_, whole.substr(0, whole.size() * part / 8));
    check_refused(config_, options_, {path_ + ": the file is cut off or damaged"});
    std::string changed = whole;
    changed[whole.size() * part / 8] ^= 16;
    put(path_, changed);
    check_refused(config_, options_, {path_ + ": the file is cut off or damaged"});
  }
  put(path_, whole);
  CHECK(message(config_, options_, ExitCode::kSuccess).empty());
}

TEST_CASE_METHOD(CheckpointTest, "a place that cannot be written, or is taken, is refused") {
  RunOptions options = options_;
  options.checkpoint_path = directory_ / "nowhere/checkpoint";
  CHECK_THAT(message(config_, options, ExitCode::kBadInput), ContainsSubstring("no directory"));
  options.checkpoint_path = "/dev/null";
  CHECK_THAT(message(config_, options, ExitCode::kBadInput), ContainsSubstring("no regular file"));
  const AtomicFile other(path_, Uncommitted::kKept);
  CHECK_THAT(message(config_, options_, ExitCode::kBadInput),
             ContainsSubstring(path_) && ContainsSubstring("another process"));
}

/// Results of all ranks, or messages.
std::vector<std::string> run_ranks(int ranks, const Configuration& config,
                                   const RunOptions& options, int interrupted_rank) {
  std::vector<std::string> found(static_cast<std::size_t>(ranks));
  RankThreads(ranks).run([&](Transport& transport) {
    RunOptions mine = options;
    mine.transport = &transport;
    if (transport.rank() == interrupted_rank) mine.interrupted = &kInterrupted;
    std::string& text = found[static_cast<std::size_t>(transport.rank())];
    try {
      text = text_of(simulate_model(config, mine));
      remove_checkpoint(mine);
    } catch (const Error& error) {
      text = std::to_string(static_cast<int>(error.code())) + " " + error.what();
    }
  });
  for (const std::string& text : found) CHECK(text == found.front());
  return found;
}

TEST_CASE_METHOD(CheckpointTest, "ranks save and go on together") {
  config_.traffic.packet_size = GENERATE(1, 3);
  config_.channels.global_latency = 9;
  options_.threads = GENERATE(1, 2);
  RunOptions plain;
  plain.packet_trace_path = directory_ / "plain";
  const std::string expected = text_of(simulate_model(config_, plain));
  for (int pieces = 0; pieces < 5; ++pieces)
    CHECK_THAT(run_ranks(3, config_, options_, 1).front(),
               ContainsSubstring("130 ") && ContainsSubstring("saved in " + path_));
  // The plain trace, its own, and three checkpoints, two of which have a former one.
  CHECK(directory_.files() == 7);

  // All of them are needed, from the same time.
  check_refused(config_, options_, {"a run with 3 processes"});
  CHECK_THAT(run_ranks(2, config_, options_, -1).front(), ContainsSubstring("2 processes"));
  const std::string last = content(path_ + ".1b");
  put(path_ + ".1b", content(path_ + ".1a"));
  CHECK_THAT(run_ranks(3, config_, options_, -1).front(),
             ContainsSubstring(path_ + ".1b: this was not saved together with " + path_));
  std::filesystem::remove(path_ + ".1b");
  CHECK_THAT(run_ranks(3, config_, options_, -1).front(),
             ContainsSubstring(path_ + ".1b is missing") &&
                 ContainsSubstring("delete " + path_ + " to begin anew"));
  put(path_ + ".1b", last);
  CHECK(run_ranks(3, config_, options_, -1).front() == expected);
  CHECK(content(directory_ / "trace") == content(directory_ / "plain"));
  CHECK(directory_.files() == 2);
}

}  // namespace
}  // namespace dragonfly
