// SPDX-License-Identifier: Apache-2.0
#include "models/config/names.hpp"

namespace dragonfly {

using Names = std::vector<std::string>;

const Names& names(Allocator) {
  static const Names list = {"by-routing", "greedy", "sequential"};
  return list;
}
const Names& names(FlowControl) {
  static const Names list = {"virtual-cut-through", "wormhole"};
  return list;
}
const Names& names(HopMetric) {
  static const Names list = {"global", "all"};
  return list;
}
const Names& names(Pattern) {
  static const Names list = {"uniform",     "worst-case",        "bit-complement", "bit-reverse",
                             "transpose",   "shuffle",           "tornado",        "neighbor",
                             "permutation", "worst-permutation", "hotspot",        "trace"};
  return list;
}
const Names& names(Injection) {
  static const Names list = {"bernoulli", "burst", "batch"};
  return list;
}

}  // namespace dragonfly
