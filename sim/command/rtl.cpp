// SPDX-License-Identifier: Apache-2.0
// `dragonfly rtl`: the RTL of one router, with its sizes and under names of its own.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/common/streams.hpp"
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/run/validate.hpp"
#include "sim/command/key_options.hpp"
#include "sim/command/subcommand.hpp"
#include "sim/rtl/renamed_rtl.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

class RtlCommand : public Subcommand {
 public:
  explicit RtlCommand(CLI::App& root)
      : Subcommand(root, "rtl",
                   "write the SystemVerilog of a network's router, sizes included, under names of "
                   "its own"),
        key_options_(app()) {
    app()
        .add_option("--name", name_,
                    "what the names of modules, packages, macros and files begin with")
        ->type_name("NAME")
        ->required();
    app().add_option("--out", directory_, "directory for the files")->type_name("DIR=NAME");
  }

  void execute() override {
    const Configuration config = key_options_.configuration();
    validate(config);
    const std::unique_ptr<const Routes> routes = make_routes(config);
    const VariantParameters parameters = variant_parameters(config, *routes, BuiltDepth::kAsked);
    const std::vector<SourceFile> files =
        renamed_rtl(parameters, variant_sources(parameters.family), name_);

    const std::string directory = directory_.empty() ? name_ : directory_;
    make_directory(directory);
    const auto path = [&](const SourceFile& file) {
      return (fs::path(directory) / file.name).string();
    };
    std::vector<NamedFile> outputs;
    outputs.reserve(files.size());
    for (const SourceFile& file : files) outputs.push_back({"--out", path(file)});
    check_files(key_options_.inputs(config), outputs);
    for (const SourceFile& file : files) write_file(path(file), file.content);
    print_output("{}_router, {}: {} files, listed in {}\n", name_, parameters.describe(),
                 files.size(), path(files.front()));
  }

 private:
  KeyOptions key_options_;
  std::string name_, directory_;
};

}  // namespace

std::unique_ptr<Subcommand> make_rtl(CLI::App& root) { return std::make_unique<RtlCommand>(root); }

}  // namespace dragonfly
