// SPDX-License-Identifier: Apache-2.0
#include "sim/simulation/lockstep_routers.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/temporary_files.hpp"
#include "models/config/configuration.hpp"
#include "models/router/control_registers.hpp"
#include "models/router/routes.hpp"
#include "sim/rtl/random_draws.hpp"
#include "sim/waves/wave_scope.hpp"

namespace dragonfly {

LockstepVariants::LockstepVariants(const VariantParameters& parameters, LockstepPurpose purpose,
                                   const LockstepOptions& lockstep, const RunOptions& options) {
  const std::vector<SourceFile> sources = variant_sources(parameters.family);
  const std::optional<Fault>& fault = lockstep.fault;
  std::optional<UserRtl> user;
  if (lockstep.user) user = inspect_user_router(*lockstep.user, parameters, sources);
  origin = user ? rtl_origin(*user) : rtl_origin(sources);
  random_draws = dragonfly::random_draws(sources, user);
  if (fault) check_fault(*fault, user ? user->signals : rtl_signals(parameters, sources));
  // A user's router is always a traced one: another build would draw other random values for its
  // registers, and a difference that comes of them could not be repeated for a wave. Ours is half
  // as fast with tracing, and takes twice as long to build, so it is built when there is something
  // to show.
  const auto kind = [&](bool with_fault) {
    return VariantKind{.traced = purpose == LockstepPurpose::kReplay || user,
                       .state = !user,
                       .counted = lockstep.coverage,
                       .bits = lockstep.coverage_bits,
                       .profiled = lockstep.locate,
                       .forced = with_fault ? fault->signal : std::string()};
  };
  std::vector<VariantKind> kinds;
  // With a fault, the router that has it is the first to differ.
  if (purpose == LockstepPurpose::kRun || !fault) kinds.push_back(kind(false));
  if (fault) kinds.push_back(kind(true));
  VariantCache cache(cache_directory(), sources, user);
  if (options.strict_rtl) cache.be_strict();
  const auto objects = cache.get(parameters, kinds, options.on_message);
  sound = objects.front();
  if (fault) faulty = objects.back();
}

namespace {

FirstLife::Traffic first_traffic(const Configuration& config, const Fabric& fabric) {
  FirstLife::Traffic traffic;
  for (int terminal = 0; terminal < fabric.wiring.terminals(); ++terminal)
    traffic.destinations.push_back(fabric.routes->destination(terminal));
  traffic.packet_size = config.traffic.packet_size;
  traffic.credits = config.router.buffer_depth;
  traffic.whole_packets = config.router.flow_control == FlowControl::kVirtualCutThrough;
  traffic.with_oracle = fabric.routes->needs().oracle;
  return traffic;
}

}  // namespace

LockstepRouters::LockstepRouters(const Configuration& config, const Fabric& fabric,
                                 const VariantParameters& parameters,
                                 const LockstepVariants& variants, const LockstepOptions& options)
    : config_(config),
      fabric_(fabric),
      shape_(parameters.shape()),
      depth_(parameters.depth),
      format_(fabric.routes->design().header),
      state_every_(options.user ? 0 : options.state_every),
      checked_(static_cast<std::size_t>(fabric.wiring.routers()), options.routers.empty()),
      places_(fabric.wiring),
      first_life_(shape_, format_, first_traffic(config, fabric)),
      on_difference_([](Difference difference) { throw DifferenceFound(std::move(difference)); }),
      recorded_(options.recorded_router),
      counts_(static_cast<std::size_t>(fabric.wiring.routers())),
      audits_(counts_.size()),
      fault_(options.fault),
      sound_(variants.sound) {
  for (const int router : options.routers) {
    if (router < 0 || router >= fabric.wiring.routers()) {
      throw InputError("lockstep of router " + std::to_string(router) +
                       ": the network has routers 0 to " +
                       std::to_string(fabric.wiring.routers() - 1));
    }
    checked_[static_cast<std::size_t>(router)] = true;
  }
  if (options.recording != nullptr) {
    if (recorded_ < 0 || recorded_ >= fabric.wiring.routers() ||
        !checked_[static_cast<std::size_t>(recorded_)]) {
      throw InputError(fmt::format(
          "--record-router: router {} is not among those that are compared", recorded_));
    }
    recording_.emplace(*options.recording, shape_);
  }
  if (!fault_) return;
  if (!checked_[static_cast<std::size_t>(fault_->router)])
    throw InputError("--inject-fault: router " + std::to_string(fault_->router) +
                     " is not among those that are compared");
  faulty_.emplace(variants.faulty);
}

std::unique_ptr<Router> LockstepRouters::make(int router) {
  RouterSizes sizes = router_sizes(config_, fabric_);
  sizes.depth = depth_;
  std::unique_ptr<RouterModel> model =
      make_router_model(sizes, [this] { return fabric_.routes->make_unit(); });
  std::unique_ptr<Router> made;
  if (checked_[static_cast<std::size_t>(router)]) {
    std::optional<CreditAudit>& audit = audits_[static_cast<std::size_t>(router)];
    if (state_every_ > 0)
      audit.emplace(model->layout(), sizes.design, sizes.vcs, config_.router.buffer_depth);
    const LockstepRouter::Settings settings{
        .number = router,
        .seed = config_.measurement.seed,
        .state_every = state_every_,
        .look_ahead = look_ahead_,
        .first_life = &first_life_,
        .terminal_ports = terminal_ports(router),
        .delayed = fabric_.routes->needs().delays_credits ? sizes.design.delayed : PortRange{},
        .published = sizes.design.published,
        .recording = recording_ && router == recorded_ ? &*recording_ : nullptr,
        .audit = audit ? &*audit : nullptr};
    const bool has_fault = fault_ && fault_->router == router;
    VariantSession& session = has_fault ? faulty_->session() : sound_.session();
    auto both = std::make_unique<LockstepRouter>(
        session.make_router(wave_scope(fabric_.wiring, router), config_.measurement.seed),
        std::move(model), shape_, format_, settings, counts_[static_cast<std::size_t>(router)],
        on_difference_);
    if (has_fault) both->inject(*fault_);
    if (recorder_ != nullptr) {
      recorder_->add(router, session, both->rtl());
      both->show(*shown_);
    }
    made = std::move(both);
  } else {
    made = std::move(model);
  }
  made->configure(control_registers(config_, fabric_, router),
                  configuration_edges(config_, fabric_) + LockstepRouter::kMoreWrites);
  return made;
}

std::vector<int> LockstepRouters::terminal_ports(int router) const {
  std::vector<int> ports;
  for (std::size_t port = 0; port < places_.ports(); ++port)
    if (places_.injecting(static_cast<std::size_t>(router), port) >= 0)
      ports.push_back(static_cast<int>(port));
  return ports;
}

LockstepCount LockstepRouters::count() const {
  LockstepCount sum;
  for (const LockstepCount& count : counts_) {
    sum.router_cycles += count.router_cycles;
    sum.state_compared += count.state_compared;
    sum.fault_changed = sum.fault_changed || count.fault_changed;
  }
  return sum;
}

RtlCoverage LockstepRouters::coverage() {
  const TemporaryFile data((std::filesystem::temp_directory_path() /
                            fmt::format("dragonfly-coverage-{}.dat", ::getpid()))
                               .string());
  RtlCoverage coverage;
  if (sound_.session().write_coverage(data.path())) coverage.add_file(data.path());
  return coverage;
}

}  // namespace dragonfly
