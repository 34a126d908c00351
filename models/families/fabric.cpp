#include "models/families/fabric.hpp"

#include "models/families/dragonfly/dragonfly_routes.hpp"

namespace dragonfly {

std::unique_ptr<const Routes> make_routes(const Configuration& config) {
  return std::make_unique<DragonflyRoutes>(config);
}

Fabric make_fabric(const Configuration& config) { return dragonfly_fabric(config); }

}  // namespace dragonfly
