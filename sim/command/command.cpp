// SPDX-License-Identifier: Apache-2.0
#include "sim/command/command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <new>
#include <sstream>
#include <vector>

#include "models/common/error.hpp"
#include "models/common/interrupt.hpp"
#include "models/common/printable.hpp"
#include "models/common/spelling.hpp"
#include "models/common/streams.hpp"
#include "models/common/version.hpp"
#include "sim/command/failure.hpp"
#include "sim/command/progress_line.hpp"
#include "sim/command/subcommand.hpp"

namespace dragonfly {
namespace {

constexpr const char* kFooter =
    "`dragonfly SUBCOMMAND --help` lists options. Exit codes: 0 success, 1 a defect of this "
    "program,\n2 bad input, 3 an RTL assertion failed, 4 a packet was lost, duplicated or "
    "misdelivered,\n5 no progress, 6 deadlock is possible, 7 RTL and model differ, 130 "
    "interrupted,\n141 the reader of the output has gone.";

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back(name);
  }
  return names;
}

std::vector<std::string> subcommand_names(const CLI::App& root) {
  std::vector<std::string> names;
  for (const CLI::App* app : root.get_subcommands(nullptr)) names.push_back(app->get_name());
  return names;
}

/// Says what is wrong with the first argument that nothing took.
void refuse_extras(const CLI::App& app, const std::string& command) {
  const std::vector<std::string> extras = app.remaining();
  if (extras.empty()) return;
  const std::string& extra = extras.front();
  if (extra.starts_with("-")) {
    const std::string name = extra.substr(extra.find_first_not_of('-') == std::string::npos
                                              ? extra.size()
                                              : extra.find_first_not_of('-'));
    throw InputError(fmt::format(
        "unknown option {}{}; `{} --help` lists the options", extra,
        did_you_mean(name.substr(0, name.find('=')), option_names(app), "--"), command));
  }
  throw InputError(fmt::format("'{}' is no option; `{} --help` lists the options", extra, command));
}

void refuse_root_extras(const CLI::App& root) {
  const std::vector<std::string> extras = root.remaining();
  if (!extras.empty() && !extras.front().starts_with("-")) {
    const auto names = subcommand_names(root);
    throw InputError(fmt::format("unknown subcommand '{}'{}; subcommands: {}", extras.front(),
                                 did_you_mean(extras.front(), names), fmt::join(names, ", ")));
  }
  refuse_extras(root, "dragonfly");
}

/// The arguments, last first, as CLI11 takes them. It cannot have -h beside the key h's --h, so -h
/// is replaced.
std::vector<std::string> arguments(int argc, const char* const* argv) {
  std::vector<std::string> list;
  for (int i = argc - 1; i > 0; --i) {
    list.emplace_back(std::string_view(argv[i]) == "-h" ? "--help" : argv[i]);
  }
  return list;
}

class Command {
 public:
  Command() : root_("RTL-level simulation of dragonfly networks", "dragonfly") {
    root_.set_help_flag("--help", "print this and exit");  // also -h, see below
    root_.set_version_flag("--version", std::string("dragonfly ") + kVersion,
                           "print the version and exit");
    root_.footer(kFooter);
    root_.allow_extras();
    root_.require_subcommand(0, 1);
    root_.get_formatter()->column_width(40);
    subcommands_.push_back(make_run(root_));
    subcommands_.push_back(make_sweep(root_));
    subcommands_.push_back(make_topology(root_));
    subcommands_.push_back(make_cost(root_));
    subcommands_.push_back(make_explore(root_));
    subcommands_.push_back(make_paper(root_));
    subcommands_.push_back(make_waves(root_));
    subcommands_.push_back(make_lockstep(root_));
    subcommands_.push_back(make_compare(root_));
    subcommands_.push_back(make_config(root_));
    subcommands_.push_back(make_rtl(root_));
  }

  void execute(int argc, const char* const* argv) {
    root_.parse(arguments(argc, argv));
    refuse_root_extras(root_);
    for (const auto& subcommand : subcommands_) {
      const CLI::App& parser = subcommand->app().parser();
      if (!parser.parsed()) continue;
      refuse_extras(parser, "dragonfly " + subcommand->name());
      subcommand->execute();
      flush_output();
      return;
    }
    throw InputError(fmt::format("a subcommand is missing: {}; see `dragonfly --help`",
                                 fmt::join(subcommand_names(root_), ", ")));
  }

  /// Prints what CLI11 has to say: help, version, or an error. Returns the exit code.
  int report(const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      std::ostringstream text;
      const int code = root_.exit(error, text, text);
      write_output(text.str());
      flush_output();
      return code;
    }
    const std::string text = error.what();
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
      // CLI11 says "NAME: At Most 1 required but received 2" and "NAME: 1 required TYPE missing".
      const std::string name = text.substr(0, text.find(':'));
      if (text.find("At Most") != std::string::npos)
        throw InputError(name + ": it was given more than once; give it once, with one value");
      if (name != text)
        throw InputError(name + ": its value is missing; give it once, with one value");
    }
    throw InputError(text);
  }

 private:
  CLI::App root_;
  std::vector<std::unique_ptr<Subcommand>> subcommands_;
};

int execute(int argc, const char* const* argv) {
  Command command;
  try {
    command.execute(argc, argv);
  } catch (const CLI::ParseError& error) {
    return command.report(error);
  }
  return static_cast<int>(ExitCode::kSuccess);
}

void complain(const char* message) {
  if (*message != '\0') print_message("dragonfly: {}\n", printable(message));
}

}  // namespace

int report_failure() {
  try {
    throw;
  } catch (const Error& error) {
    complain(error.what());
    // Whatever failed after Ctrl-C failed because of it: the tools that build a variant get it too.
    return static_cast<int>(interrupted() ? ExitCode::kInterrupted : error.code());
  } catch (const std::bad_alloc&) {
    complain("not enough memory for this; choose a smaller network or a shorter run");
    return static_cast<int>(ExitCode::kBadInput);
  } catch (const std::exception& error) {
    complain(error.what());
    complain("this is a defect of the program; please report it with the command that led here");
    return static_cast<int>(ExitCode::kInternal);
  }
}

int run_command(int argc, const char* const* argv) {
  prepare_streams();
  catch_interrupts();
  show_long_work();
  try {
    return execute(argc, argv);
  } catch (...) {
    return report_failure();
  }
}

}  // namespace dragonfly
