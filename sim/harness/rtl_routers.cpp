// SPDX-License-Identifier: Apache-2.0
#include "sim/harness/rtl_routers.hpp"

#include <algorithm>
#include <string>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/router/control_registers.hpp"
#include "models/router/routes.hpp"
#include "sim/waves/wave_scope.hpp"

namespace dragonfly {

RtlRouters::RtlRouters(const Configuration& config, const Fabric& fabric,
                       const std::filesystem::path& plain, const std::filesystem::path& traced,
                       const WaveRequest& request, WaveRecorder* wave)
    : config_(config),
      fabric_(fabric),
      wave_(wave),
      traced_routers_(static_cast<std::size_t>(fabric.wiring.routers())),
      edges_(configuration_edges(config, fabric)),
      plain_object_(plain) {
  if (wave_ == nullptr) return;
  traced_.emplace(traced);
  for (const int router : request.routers) {
    if (router < 0 || router >= fabric.wiring.routers()) {
      throw InputError("a wave of router " + std::to_string(router) +
                       ": the network has routers 0 to " +
                       std::to_string(fabric.wiring.routers() - 1));
    }
    traced_routers_[static_cast<std::size_t>(router)] = true;
  }
}

std::unique_ptr<Router> RtlRouters::make(int router, std::size_t place) {
  const std::string scope = wave_scope(fabric_.wiring, router);
  std::unique_ptr<VariantRouter> made;
  if (traced_routers_[static_cast<std::size_t>(router)]) {
    made = traced_->session().make_router(scope, config_.measurement.seed);
    wave_->add(router, traced_->session(), *made);
  } else {
    while (plain_.size() <= place) plain_.emplace_back(plain_object_);
    made = plain_[place].session().make_router(scope, config_.measurement.seed);
  }
  const auto writes = control_registers(config_, fabric_, router);
  made->configure(writes, edges_);
  return made;
}

}  // namespace dragonfly
