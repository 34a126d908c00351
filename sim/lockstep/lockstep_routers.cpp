#include "sim/lockstep/lockstep_routers.hpp"

#include <string>
#include <utility>

#include "models/common/error.hpp"
#include "models/router/control_registers.hpp"

namespace dragonfly {

LockstepVariants::LockstepVariants(const VariantParameters& parameters, Purpose purpose,
                                   const LockstepOptions& options,
                                   const MessageCallback& on_message) {
  const std::vector<SourceFile> sources = variant_sources();
  const std::optional<Fault>& fault = options.fault;
  std::optional<UserRtl> user;
  if (options.user) user = inspect_user_router(*options.user, parameters, sources);
  origin = user ? rtl_origin(*user) : rtl_origin(sources);
  if (fault) check_fault(*fault, user ? user->signals : rtl_signals(parameters, sources));
  // A user's router is always a traced one: another build would draw other random values for its
  // registers, and a difference that comes of them could not be repeated for a wave. Ours is half
  // as fast with tracing.
  const auto kind = [&](bool traced, bool with_fault) {
    return VariantKind{.traced = traced || user,
                       .state = !user,
                       .profiled = options.locate,
                       .forced = with_fault ? fault->signal : std::string()};
  };
  std::vector<VariantKind> kinds;
  if (purpose == Purpose::kRun) {
    kinds.push_back(kind(false, false));
    if (fault) kinds.push_back(kind(false, true));
  }
  // With a fault, the router that has it is the first to differ.
  if (purpose == Purpose::kReplay || (options.wave_later && !user))
    kinds.push_back(kind(true, fault.has_value()));
  const auto objects =
      VariantCache(cache_directory(), sources, user).get(parameters, kinds, on_message);
  sound = objects.front();
  if (fault) faulty = purpose == Purpose::kRun ? objects[1] : sound;
}

LockstepRouters::LockstepRouters(const Configuration& config, const Dragonfly& network,
                                 const VcPolicy& policy, const VariantParameters& parameters,
                                 const LockstepVariants& variants, const LockstepOptions& options)
    : config_(config),
      network_(network),
      policy_(policy),
      shape_(parameters.shape()),
      depth_(parameters.depth),
      layout_(network),
      state_every_(options.user ? 0 : options.state_every),
      checked_(static_cast<std::size_t>(network.routers()), options.routers.empty()),
      on_difference_([](Difference difference) { throw DifferenceFound(std::move(difference)); }),
      fault_(options.fault),
      sound_(variants.sound) {
  for (const int router : options.routers) {
    if (router < 0 || router >= network.routers())
      throw InputError("lockstep of router " + std::to_string(router) +
                       ": the network has routers 0 to " + std::to_string(network.routers() - 1));
    checked_[static_cast<std::size_t>(router)] = true;
  }
  if (!fault_) return;
  if (!checked_[static_cast<std::size_t>(fault_->router)])
    throw InputError("--inject-fault: router " + std::to_string(fault_->router) +
                     " is not among those that are compared");
  faulty_.emplace(variants.faulty);
}

std::unique_ptr<Router> LockstepRouters::make(int router) {
  std::unique_ptr<RouterModel> model = make_router_model({.terminals = network_.p(),
                                                          .routers = network_.a(),
                                                          .globals = network_.h(),
                                                          .vcs = config_.router.vcs,
                                                          .speedup = config_.router.speedup,
                                                          .depth = depth_});
  std::unique_ptr<Router> made;
  if (checked_[static_cast<std::size_t>(router)]) {
    const LockstepRouter::Settings settings{
        .number = router, .state_every = state_every_, .look_ahead = look_ahead_};
    const bool has_fault = fault_ && fault_->router == router;
    VariantSession& session = has_fault ? faulty_->session() : sound_.session();
    auto both = std::make_unique<LockstepRouter>(session.make_router(wave_scope(network_, router)),
                                                 std::move(model), shape_, layout_, settings,
                                                 count_, on_difference_);
    if (has_fault) both->inject(*fault_);
    if (recorder_ != nullptr) {
      recorder_->add(router, session, both->rtl());
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
