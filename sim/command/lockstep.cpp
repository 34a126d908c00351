// `dragonfly lockstep`: RTL and model side by side, until they differ.
#include "sim/lockstep/lockstep.hpp"

#include <fmt/format.h>

#include "models/common/error.hpp"
#include "models/config/validate.hpp"
#include "models/topology/dragonfly.hpp"
#include "sim/command/key_options.hpp"
#include "sim/command/lists.hpp"
#include "sim/command/subcommand.hpp"

namespace dragonfly {
namespace {

class Lockstep : public Subcommand {
 public:
  explicit Lockstep(CLI::App& root)
      : Subcommand(root, "lockstep", "compare the RTL with the model in every cycle"),
        key_options_(app()) {
    app()
        .add_option("--routers", routers_,
                    "numbers of the routers that are compared, as in 3,17-20; the others are "
                    "models only")
        ->type_name("LIST=all");
    app()
        .add_option("--state", state_,
                    "when the architectural state is compared as well: every (cycle), off, or once "
                    "in so many cycles")
        ->type_name("every|N|off");
    app()
        .add_option("--packet-trace", options_.packet_trace_path,
                    "write a line for every delivered packet")
        ->type_name("FILE");
  }

  void execute() override {
    const Configuration config = key_options_.configuration();
    validate(config);
    const int routers = Dragonfly(config.topology).routers();
    LockstepOptions lockstep;
    if (routers_ != "all")
      lockstep.routers = parse_indices("--routers", routers_, "router", routers);
    const LockstepOutcome outcome = simulate_lockstep(config, options_, lockstep);
    fmt::print(
        "{} cycles, no difference: {} routers compared in {} router-cycles, their state in {}\n",
        outcome.result.cycles,
        lockstep.routers.empty() ? routers : static_cast<int>(lockstep.routers.size()),
        outcome.count.router_cycles, outcome.count.state_compared);
  }

 private:
  KeyOptions key_options_;
  RunOptions options_;
  std::string routers_ = "all", state_ = "every";
};

}  // namespace

std::unique_ptr<Subcommand> make_lockstep(CLI::App& root) {
  return std::make_unique<Lockstep>(root);
}

}  // namespace dragonfly
