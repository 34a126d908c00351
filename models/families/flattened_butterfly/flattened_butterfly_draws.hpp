// How random tests draw flattened butterflies and hypercubes.
#pragma once

#include "models/families/table/table_draw.hpp"

namespace dragonfly {

[[nodiscard]] TableDraw flattened_butterfly_draw();
[[nodiscard]] TableDraw k_ary_n_flat_draw();
[[nodiscard]] TableDraw hypercube_draw();
[[nodiscard]] TableDraw generalized_hypercube_draw();

}  // namespace dragonfly
