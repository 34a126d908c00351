// SPDX-License-Identifier: Apache-2.0
// `dragonfly compare`: what differs between the traces or results of two runs.
#include "models/statistics/compare.hpp"

#include <fmt/format.h>

#include "models/common/error.hpp"
#include "models/common/streams.hpp"
#include "sim/command/subcommand.hpp"

namespace dragonfly {
namespace {

class CompareCommand : public Subcommand {
 public:
  explicit CompareCommand(CLI::App& root)
      : Subcommand(root, "compare", "tell the first difference of two packet traces or results") {
    app().add_option("A", a_, "packet trace, or result in JSON or CSV")->type_name("")->required();
    app()
        .add_option("B", b_, "another packet trace, or result in JSON or CSV")
        ->type_name("")
        ->required();
  }

  void execute() override {
    const auto difference = compare_files(a_, b_);
    if (difference) throw Error(ExitCode::kDifference, "they differ\n" + *difference);
    print_output("{} and {} say the same\n", a_, b_);
  }

 private:
  std::string a_, b_;
};

}  // namespace

std::unique_ptr<Subcommand> make_compare(CLI::App& root) {
  return std::make_unique<CompareCommand>(root);
}

}  // namespace dragonfly
