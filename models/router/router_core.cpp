// SPDX-License-Identifier: Apache-2.0
#include "models/router/router_core.hpp"

namespace dragonfly {

void fail_surplus_credit(const RouterParameters& parameters, unsigned output_vc) {
  throw RouterFailure("a credit came for output port " +
                      std::to_string(output_vc >> parameters.vc_bits) + " VC" +
                      std::to_string(output_vc & static_cast<unsigned>(parameters.vc_mask)) +
                      ", which has all " + std::to_string(parameters.depth) + " already");
}

}  // namespace dragonfly
