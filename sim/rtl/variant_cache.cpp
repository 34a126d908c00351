// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/variant_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <future>
#include <mutex>
#include <sstream>
#include <thread>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "models/common/interrupt.hpp"
#include "models/common/subprocess.hpp"
#include "sim/rtl/content_hash.hpp"
#include "sim/rtl/generated_step.hpp"
#include "sim/rtl/rtl_signals.hpp"
#include "sim/rtl/variant.hpp"
#include "sim/rtl/variant_abi.hpp"
#include "sim/rtl/verilator_messages.hpp"

namespace dragonfly {

namespace fs = std::filesystem;

namespace {

/// Changes with what there is in the folder of a variant besides the object.
constexpr int kCacheFormat = 3;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

std::string compiler() {
  const std::string chosen = environment("CXX");
  return chosen.empty() ? "g++" : chosen;
}

/// The compiler may be several words, as in CXX="ccache g++".
std::string version_of_compiler() {
  const ToolResult result = run_tool({"sh", "-c", compiler() + " --version"}, ".");
  if (result.exit_code != 0)
    throw InputError("cannot run the C++ compiler '" + compiler() + "': " + result.output +
                     "Router variants are compiled with it. Install it, or set CXX to another.");
  return result.output;
}

[[noreturn]] void cannot_write(const fs::path& path, const std::string& reason) {
  throw InputError("cannot write " + path.string() + ": " + reason +
                   ". Router variants are kept there; set DRAGONFLY_CACHE to a directory that can "
                   "be written.");
}

/// Holds the lock of one variant among processes, and frees it when it goes.
class BuildLock {
 public:
  BuildLock(const fs::path& path, const std::function<void()>& on_wait)
      : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (file_ < 0) cannot_write(path, std::strerror(errno));
    try {
      if (lock(path)) return;
      on_wait();
      do {
        if (interrupted())
          throw Error(ExitCode::kInterrupted, "interrupted while another process builds");
        constexpr std::chrono::milliseconds kLookEvery{50};
        std::this_thread::sleep_for(kLookEvery);
      } while (!lock(path));
    } catch (...) {
      ::close(file_);
      throw;
    }
  }
  BuildLock(const BuildLock&) = delete;
  BuildLock& operator=(const BuildLock&) = delete;
  ~BuildLock() { ::close(file_); }

 private:
  /// False if another process has it.
  [[nodiscard]] bool lock(const fs::path& path) const {
    if (::flock(file_, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK && errno != EINTR) cannot_write(path, std::strerror(errno));
    return false;
  }

  int file_;
};

/// A directory that is removed with everything in it, unless it has been renamed away.
class TemporaryDirectory {
 public:
  explicit TemporaryDirectory(fs::path path) : path_(std::move(path)) {
    std::error_code error;
    fs::remove_all(path_, error);
    if (!fs::create_directories(path_, error)) cannot_write(path_, error.message());
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void write_file(const fs::path& path, const std::string& content) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  if (!file) cannot_write(path, std::strerror(errno));
}

/// In front of "router variant"; ends with a space, or is empty.
std::string name_of(const VariantKind& kind) {
  return std::string(kind.state ? "checked " : "") + (kind.traced ? "traced " : "") +
         (kind.counted ? kind.bits ? "bit-counting " : "counting " : "") +
         (kind.assertions ? "" : "assertion-free ") + (kind.profiled ? "unoptimised " : "") +
         (kind.forced.empty() ? "" : "faulty ");
}

/// The folder of cover points, which are bound to our modules in variants that count.
constexpr const char* kCoverPoints = "sim/rtl/cover/";

/// Verilator's order to let a signal be forced.
constexpr const char* kForcedFile = "forced.vlt";
std::string forced_file(const std::string& signal) {
  const std::size_t dot = signal.find('.');
  const std::string where =
      " -module \"" + signal.substr(0, dot) + "\" -var \"" + signal.substr(dot + 1) + "\"\n";
  return "`verilator_config\nforceable" + where + "public_flat_rw" + where;
}

/// Whether a variant does nothing but simulate, so that a step of its own can be written for it.
bool has_own_step(const VariantKind& kind, const std::optional<UserRtl>& user) {
  return !kind.traced && !kind.state && !kind.counted && !kind.profiled && kind.forced.empty() &&
         !user;
}

/// What builders leave in the environment would change the result behind the back of its name.
const std::vector<std::string> kCleanEnvironment = {
    "env", "-u", "MAKEFLAGS", "-u", "CPPFLAGS", "-u", "CXXFLAGS", "-u", "LDFLAGS"};

/// The command line of Verilator, relative to the build directory.
std::vector<std::string> verilate_command(const VariantParameters& parameters,
                                          const VariantKind& kind,
                                          const std::optional<UserRtl>& user) {
  std::string flags =
      "-std=c++20 -fPIC -fvisibility=hidden -I.. -DVL_TIME_CONTEXT -DVL_USER_STOP "
      "-DVL_USER_FINISH -DVL_USER_FATAL";
  for (const auto& [name, value] : parameters.macros())
    flags += fmt::format(" -D{}={}", name, value);
  flags += std::string(" -DDF_STATE=") + (kind.state ? "1" : "0");
  flags += std::string(" -DDF_USER_ROUTER=") + (user ? "1" : "0");
  flags += std::string(" -DDF_COUNTS_BITS=") + (kind.bits ? "1" : "0");
  // For tests: what routers share is destroyed before each step.
  if (!environment("DRAGONFLY_POISON").empty()) flags += " -DDF_POISON=1";

  std::vector<std::string> command = kCleanEnvironment;
  command.insert(command.end(),
                 {"verilator", "--cc", "--exe", "--Mdir", "obj", "--prefix", "Vdf_router",
                  "--top-module", "df_node", "--timescale", "1ns/1ps", "-O3",
                  // Warnings are kept and shown. There are none of our RTL: its own checks see to
                  // that.
                  "-Wall", "-Wno-fatal"});
  // Said both ways, as the default depends on the version of Verilator.
  if (kind.assertions)
    command.emplace_back("--assert");
  else
    // What only assertions read is not.
    command.insert(command.end(), {"--no-assert", "-DDF_NO_ASSERTIONS", "-Wno-UNUSEDSIGNAL"});
  // What is not reset has a value that the session chooses.
  command.insert(command.end(), {"--x-assign", "unique", "--x-initial", "unique"});
  // Trees of operators on bits, which a netlist of gates is made of: Verilator 5.006 gets some of
  // them wrong when it puts them together.
  if (user) command.emplace_back("-fno-const-bit-op-tree");
  if (kind.traced) command.insert(command.end(), {"--trace-fst", "--trace-structs", "-DDF_VIEW"});
  if (kind.state) command.emplace_back("-DDF_STATE");
  // Where processes are split, or their statements get another order, Verilator 5.006 counts
  // branches by what their variables hold at the end of the process.
  if (kind.counted)
    command.insert(command.end(),
                   {"--coverage-line", "--coverage-user", "-fno-split", "-fno-reorder"});
  if (kind.bits) command.emplace_back("--coverage-toggle");
  if (kind.profiled) command.emplace_back("--prof-cfuncs");
  if (!kind.forced.empty()) {
    command.emplace_back(kForcedFile);
    flags +=
        " -DDF_FORCED=" + (user ? generated_name(*user, kind.forced) : generated_name(kind.forced));
  }
  for (const auto& [name, value] : parameters.defines())
    command.push_back(fmt::format("-D{}={}", name, value));
  command.insert(command.end(),
                 {"-CFLAGS", flags, "-LDFLAGS", "-shared", "sim/rtl/verilated_router.cpp", "-o",
                  (".." / CacheEntry("").object()).string()});
  if (user) {
    command.insert(command.end(), {"-DDF_USER_TOP=" + user->top, "rtl/df_pkg.sv",
                                   "rtl/df_lockstep_view.sv", "sim/rtl/df_user_node.sv"});
    command.insert(command.end(), user->arguments.begin(), user->arguments.end());
  } else {
    command.insert(command.end(), {"-F", list_among_sources(parameters.family)});
    if (kind.counted) {
      const std::string folder = kCoverPoints;
      command.insert(command.end(),
                     {"-I" + folder, folder + "common.sv",
                      folder + (parameters.decides_on_arrival ? "arrival.sv" : "front.sv")});
      // Of route units we have those of our own families.
      const FamilyRtl& family = parameters.family;
      if (folder_among_sources(family) == "rtl/" + family.family)
        command.push_back(folder + family.family + ".sv");
    }
  }
  // Last, so that a user's own files are found first.
  command.insert(command.end(), {"-Irtl", "-I" + folder_among_sources(parameters.family)});
  return command;
}

/// The command line that compiles what Verilator has written, by the makefile that it writes
/// beside: that knows which of its run-time files a model needs.
std::vector<std::string> compile_command(const VariantKind& kind) {
  const bool quickly = kind.profiled || kind.bits;
  std::vector<std::string> command = kCleanEnvironment;
  command.insert(
      command.end(),
      {"make", "-C", "obj", "-f", "Vdf_router.mk", "-j", "2",
       quickly ? "OPT_FAST=-O0" : "OPT_FAST=-O2", quickly ? "OPT_SLOW=-O0" : "OPT_SLOW=-O1",
       // All printing is in Verilator's run-time library. Generated code could not have
       // the include: later versions precompile a header for it, which must come first.
       "OPT_GLOBAL=-O2 -include ../sim/rtl/capture_output.hpp", "CXX=" + compiler(),
       "LINK=" + compiler()});
  return command;
}

ToolResult run_build(const std::vector<std::string>& command, const fs::path& directory) {
  try {
    return run_tool(command, directory);
  } catch (const Error& error) {
    if (error.code() != ExitCode::kInterrupted) throw;
    throw Error(error.code(), "interrupted while a router variant was built");
  }
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words)
    text += word.find_first_of(" '") == std::string::npos ? word + " " : "\"" + word + "\" ";
  return text;
}

}  // namespace

fs::path cache_directory() {
  if (const auto chosen = environment("DRAGONFLY_CACHE"); !chosen.empty())
    return fs::absolute(chosen);
  if (const auto xdg = environment("XDG_CACHE_HOME"); !xdg.empty())
    return fs::absolute(xdg) / "dragonfly";
  if (const auto home = environment("HOME"); !home.empty())
    return fs::absolute(home) / ".cache" / "dragonfly";
  throw InputError(
      "no place for router variants: neither DRAGONFLY_CACHE nor XDG_CACHE_HOME nor HOME is set. "
      "Set DRAGONFLY_CACHE to a directory that can be written.");
}

VariantCache::VariantCache(fs::path directory, std::vector<SourceFile> sources,
                           std::optional<UserRtl> user)
    : directory_(std::move(directory)), sources_(std::move(sources)), user_(std::move(user)) {}

std::string VariantCache::name() const {
  return user_ ? "the router of " + user_->file_list : name_of_rtl(sources_);
}

std::string VariantCache::key(const VariantParameters& parameters, const VariantKind& kind) const {
  ContentHash hash;
  for (const auto& source : sources_) {
    if (!kind.counted && source.name.starts_with(kCoverPoints)) continue;
    hash.add(source.name);
    hash.add(source.content);
  }
  if (user_) {
    for (const fs::path& file : user_->files) {
      hash.add(file.string());
      hash.add(read_text_file(file.string()));
    }
  }
  for (const auto& word : verilate_command(parameters, kind, user_)) hash.add(word);
  for (const auto& word : compile_command(kind)) hash.add(word);
  hash.add(std::to_string(kGeneratedStepFormat));
  hash.add(std::to_string(kVariantAbi));
  hash.add(std::to_string(kCacheFormat));
  hash.add(run_tool({"verilator", "--version"}, ".").output);
  hash.add(version_of_compiler());
  return hash.hex();
}

fs::path VariantCache::get(const VariantParameters& parameters, const VariantKind& kind,
                           const MessageCallback& on_message) const {
  return get(parameters, std::vector<VariantKind>{kind}, on_message).front();
}

std::vector<fs::path> VariantCache::get(const VariantParameters& parameters,
                                        const std::vector<VariantKind>& kinds,
                                        const MessageCallback& on_message) const {
  std::mutex speaking;
  const MessageCallback one_by_one = [&](const std::string& message) {
    const std::lock_guard lock(speaking);
    if (on_message) on_message(message);
  };
  std::vector<std::future<CacheEntry>> builds;
  builds.reserve(kinds.size());
  for (const VariantKind& kind : kinds)
    builds.push_back(std::async(std::launch::async,
                                [&] { return find_or_build(parameters, kind, one_by_one); }));
  std::vector<CacheEntry> entries;
  entries.reserve(builds.size());
  for (auto& build : builds) entries.push_back(build.get());
  // They all come from the same sources.
  tell_warnings(entries.front(), one_by_one);
  std::vector<fs::path> objects;
  objects.reserve(entries.size());
  for (const CacheEntry& entry : entries) objects.push_back(entry.object());
  return objects;
}

CacheEntry VariantCache::find_or_build(const VariantParameters& parameters, const VariantKind& kind,
                                       const MessageCallback& say) const {
  const std::string hash = key(parameters, kind);
  const fs::path target = directory_ / hash;
  CacheEntry entry(target);
  if (entry.exists() && entry.damage().empty()) return entry;

  std::error_code error;
  fs::create_directories(directory_, error);
  if (error) cannot_write(directory_, error.message());
  const BuildLock lock(target.string() + ".lock",
                       [&] { say("waiting for another process that builds this router variant"); });
  const std::string what = name_of(kind) + "router variant " +
                           (user_ ? "of " + user_->top + ", " : std::string()) +
                           parameters.describe();
  if (entry.exists()) {
    const std::string damage = entry.damage();
    if (damage.empty()) return entry;
    say("the " + what + " in the cache is damaged (" + entry.object().string() + ": " + damage +
        "); it is built again");
  }
  say("building the " + what + " (once; kept in " + directory_.string() + ")");
  const auto start = std::chrono::steady_clock::now();
  build(target, parameters, kind);
  if (user_ && key(parameters, kind) != hash) {
    // Its files are read where they are, so another content than that of the name may be built.
    fs::remove_all(target, error);
    throw InputError("the files of " + user_->file_list +
                     " were changed while the router was built; start again");
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  say("built in " + std::to_string(std::max(1L, std::lround(took.count()))) + " s");
  if (const std::string note = note_of_variant(entry.object()); !note.empty()) say(note);
  return entry;
}

void VariantCache::tell_warnings(const CacheEntry& entry, const MessageCallback& say) const {
  std::error_code error;
  if (!fs::exists(entry.warnings(), error)) return;
  const auto warnings = verilator_messages(read_text_file(entry.warnings()), sources_).warnings;
  const std::string text = fmt::format("{} warning{} of Verilator about {}", warnings.size(),
                                       warnings.size() == 1 ? "" : "s", name());
  const std::string all = "all are in " + entry.warnings().string();
  if (strict_) throw InputError("--strict: " + text + ":\n" + listed(warnings, all));
  say(text + " (with --strict an error):\n" + listed(warnings, all));
}

void VariantCache::build(const fs::path& target, const VariantParameters& parameters,
                         const VariantKind& kind) const {
  // Whoever holds the lock owns this name, so what an earlier, killed process left there goes too.
  const TemporaryDirectory work(target.string() + ".work");
  for (const auto& source : sources_) write_file(work.path() / source.name, source.content);

  if (!kind.forced.empty()) write_file(work.path() / kForcedFile, forced_file(kind.forced));

  const auto command = verilate_command(parameters, kind, user_);
  ToolResult result = run_build(command, work.path());
  std::string step;
  if (result.exit_code == 0) {
    if (has_own_step(kind, user_)) {
      // An assertion looks at what the logic says of the cycle before it, in the step after.
      const GeneratedStep written = write_generated_step(work.path() / "obj", !kind.assertions);
      if (written.shared)
        step = "What its routers compute in a step is in one place.\n";
      else if (!kind.assertions)
        step = "What its routers compute in a step is in each of them: " + written.why + "\n";
    }
    const ToolResult compiled = run_build(compile_command(kind), work.path());
    result.exit_code = compiled.exit_code;
    result.output += compiled.output;
  }
  const fs::path built = work.path() / CacheEntry("").object();
  const fs::path log = target.string() + ".log";  // of a build that failed
  if (result.exit_code != 0 || !fs::exists(built)) {
    write_file(log, joined(command) + "\n" + joined(compile_command(kind)) + "\n" + result.output);
    refuse(parameters, result, log);
  }
  std::error_code error;
  fs::remove(log, error);

  // Only a complete folder ever appears under the final name.
  const fs::path folder = work.path() / "finished";
  const CacheEntry finished(folder);
  write_file(finished.description(), name_of(kind) + "router variant, " + parameters.describe() +
                                         "\n" + joined(command) + "\n" +
                                         joined(compile_command(kind)) + "\n" + step);
  const auto warnings = verilator_messages(result.output, {}).warnings;
  if (!warnings.empty())
    write_file(finished.warnings(), fmt::format("{}\n", fmt::join(warnings, "\n")));
  fs::rename(built, finished.object());
  finished.seal();
  fs::remove_all(target, error);  // what is left of a variant that was damaged
  fs::rename(folder, target, error);
  if (error) cannot_write(target, error.message());
}

void VariantCache::refuse(const VariantParameters& parameters, const ToolResult& result,
                          const fs::path& log) const {
  const std::string all = "all that was said, and the command, are in " + log.string();
  const auto errors = verilator_messages(result.output, sources_).errors;
  if (!errors.empty())
    throw InputError(fmt::format("Verilator refuses {}, for {}:\n{}", name(), parameters.describe(),
                                 listed(errors, all)));
  constexpr std::size_t kLines = 10;
  std::vector<std::string> last;
  std::istringstream lines(result.output);
  for (std::string line; std::getline(lines, line);) {
    // Neither the command again, nor that it failed.
    if (line.starts_with("%Error: ") || line.starts_with("make")) continue;
    if (last.size() == kLines) last.erase(last.begin());
    last.push_back(line);
  }
  throw Error(
      user_ ? ExitCode::kBadInput : ExitCode::kInternal,
      fmt::format("{} could not be built, for {}: exit code {} of Verilator. Its last "
                  "words were\n{}\n{}",
                  name(), parameters.describe(), result.exit_code, fmt::join(last, "\n"), all));
}

}  // namespace dragonfly
