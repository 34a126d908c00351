#include "models/families/fabric.hpp"

#include "models/families/dragonfly/dragonfly_routes.hpp"

namespace dragonfly {

Fabric make_fabric(const Configuration& config) { return dragonfly_fabric(config); }

}  // namespace dragonfly
