#include "sim/lockstep/lockstep_routers.hpp"

#include <string>
#include <utility>

#include "models/common/error.hpp"
#include "models/router/control_registers.hpp"

namespace dragonfly {

LockstepRouters::LockstepRouters(const Configuration& config, const Dragonfly& network,
                                 const VcPolicy& policy, const RouterShape& shape,
                                 const std::filesystem::path& variant,
                                 const LockstepOptions& options)
    : config_(config),
      network_(network),
      policy_(policy),
      shape_(shape),
      layout_(network),
      state_every_(options.state_every),
      checked_(static_cast<std::size_t>(network.routers()), options.routers.empty()),
      on_difference_([](Difference difference) { throw DifferenceFound(std::move(difference)); }),
      variant_(variant) {
  for (const int router : options.routers) {
    if (router < 0 || router >= network.routers())
      throw InputError("lockstep of router " + std::to_string(router) +
                       ": the network has routers 0 to " + std::to_string(network.routers() - 1));
    checked_[static_cast<std::size_t>(router)] = true;
  }
}

std::unique_ptr<Router> LockstepRouters::make(int router) {
  std::unique_ptr<RouterModel> model = make_router_model({.terminals = network_.p(),
                                                          .routers = network_.a(),
                                                          .globals = network_.h(),
                                                          .vcs = config_.router.vcs,
                                                          .speedup = config_.router.speedup});
  std::unique_ptr<Router> made;
  if (checked_[static_cast<std::size_t>(router)]) {
    const LockstepRouter::Settings settings{
        .number = router,
        .state_every = state_every_,
        .with_occupancy = config_.routing.algorithm == Routing::kUgalG};
    auto both = std::make_unique<LockstepRouter>(
        variant_.session().make_router(wave_scope(network_, router)), std::move(model), shape_,
        layout_, settings, count_, on_difference_);
    if (recorder_ != nullptr) {
      recorder_->add(router, variant_.session(), both->rtl());
      both->show(*shown_);
    }
    made = std::move(both);
  } else {
    made = std::move(model);
  }
  made->configure(control_registers(config_, network_, policy_, router),
                  configuration_edges(network_));
  return made;
}

}  // namespace dragonfly
