// SPDX-License-Identifier: Apache-2.0
#include "models/router/decisions.hpp"

namespace dragonfly {

void fail_at_front(const RouterParameters& parameters, const char* what, unsigned input_vc) {
  throw RouterFailure(std::string(what) + " is at the front of input port " +
                      std::to_string(input_vc >> parameters.vc_bits) + " VC" +
                      std::to_string(input_vc & static_cast<unsigned>(parameters.vc_mask)));
}

}  // namespace dragonfly
