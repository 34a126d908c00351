// SPDX-License-Identifier: Apache-2.0
// The software model of the router, written from docs/microarchitecture.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "models/router/router.hpp"
#include "models/router/router_parameters.hpp"
#include "models/router/router_state.hpp"

namespace dragonfly {

/// A router in the packaging `df_node`: what is given to step() arrives in that cycle, and the
/// outputs are what leaves in it. Throws RouterFailure for what breaks the specification's "Rules
/// for the outside world". CTQ_DEPTH is what CTQ_ONE_IN needs; OQ_DEPTH what the credits allow.
class RouterModel : public Router {
 public:
  /// The state in force in the cycle that the next step() simulates: what the registers of another
  /// implementation hold after its next step. configure() must have been called.
  virtual void state(std::vector<std::uint32_t>& stream) const = 0;
  [[nodiscard]] virtual const StateLayout& layout() const = 0;
};

/// The shape of routers of these sizes.
[[nodiscard]] RouterShape router_shape(const RouterSizes& sizes);

/// Makes an empty route unit, Routes::make_unit() for one.
using MakeUnit = std::function<std::unique_ptr<RouteUnit>()>;

/// A model of a router with these sizes, up to 255 ports.
[[nodiscard]] std::unique_ptr<RouterModel> make_router_model(const RouterSizes& sizes,
                                                             MakeUnit make_unit);

}  // namespace dragonfly
