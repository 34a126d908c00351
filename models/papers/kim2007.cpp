// SPDX-License-Identifier: Apache-2.0
#include "models/papers/kim2007.hpp"

namespace dragonfly {

Paper kim2007_paper() {
  using namespace kim2007;
  return {
      "kim2007",
      "Kim, Dally, Abts: Flattened Butterfly, a Cost-Efficient Topology for High-Radix Networks, "
      "ISCA 2007",
      {
          {"fig1", "Figure 1", "butterflies and flattened butterflies, drawn", 1, 1, figure1},
          {"fig2", "Figure 2", "size of flattened butterflies by radix and dimensions", 1, 1,
           figure2},
          {"fig4", "Figure 4", "latency under five routing algorithms", 220, 960, figure4},
          {"fig5", "Figure 5", "time to deliver batches", 60, 200, figure5},
          {"fig6", "Figure 6", "latency of four topologies", 200, 900, figure6},
          {"fig7", "Figure 7", "cost of cables by length", 1, 1, figure7},
          {"fig8", "Figure 8", "packaging of a 16-ary 4-flat, drawn", 1, 1, figure8},
          {"fig9", "Figure 9", "packaging of folded Clos and hypercube of 1K, drawn", 1, 1,
           figure9},
          {"fig10", "Figure 10", "share of links in the cost, and cable lengths", 1, 1, figure10},
          {"fig11", "Figure 11", "cost of four topologies by size", 1, 1, figure11},
          {"fig12", "Figure 12", "latency of flattened butterflies of 4K by dimensions", 720, 4000,
           figure12},
          {"fig13", "Figure 13", "cost of flattened butterflies of 4K by dimensions", 1, 1,
           figure13},
          {"fig14", "Figure 14", "a 4-ary 2-flat with unused ports put to use, drawn", 1, 1,
           figure14},
          {"fig15", "Figure 15", "power of four topologies by size", 1, 1, figure15},
          {"table1", "Table 1", "routings and virtual channels of four topologies", 1, 1, table1},
          {"table2", "Table 2", "cost of routers and links", 1, 1, table2},
          {"table3", "Table 3", "technology and packaging", 1, 1, table3},
          {"table4", "Table 4", "flattened butterflies of 4K", 1, 1, table4},
          {"table5", "Table 5", "power of routers and links", 1, 1, table5},
          {"text", "Text", "statements beside the figures", 30, 90, text},
      }};
}

}  // namespace dragonfly
