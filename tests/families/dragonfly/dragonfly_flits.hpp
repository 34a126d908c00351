// SPDX-License-Identifier: Apache-2.0
// The flits of a dragonfly, with their fields by name.
#pragma once

#include <cstdint>

#include "models/families/dragonfly/dragonfly_routes.hpp"
#include "models/router/flit_format.hpp"

namespace dragonfly {

class DragonflyFlits : public FlitFormat {
 public:
  DragonflyFlits(int p, int a, int h) : FlitFormat(dragonfly_design(p, a, h).header) {}
  explicit DragonflyFlits(const Dragonfly& network)
      : DragonflyFlits(network.p(), network.a(), network.h()) {}

  [[nodiscard]] int mid_group(const std::uint64_t* flit) const { return value(flit, 0); }
  [[nodiscard]] int dst_group(const std::uint64_t* flit) const { return value(flit, 1); }
  [[nodiscard]] int dst_router(const std::uint64_t* flit) const { return value(flit, 2); }
  [[nodiscard]] int dst_term(const std::uint64_t* flit) const { return value(flit, 3); }

  [[nodiscard]] std::uint32_t destination_of(int group, int router, int terminal) const {
    return destination(static_cast<std::uint32_t>(group << fields()[2].width | router),
                       static_cast<std::uint32_t>(terminal));
  }

 private:
  [[nodiscard]] int value(const std::uint64_t* flit, std::size_t number) const {
    return static_cast<int>(field(header(flit), number));
  }
};

}  // namespace dragonfly
