// SPDX-License-Identifier: Apache-2.0
#include "models/papers/kim2008.hpp"

namespace dragonfly {

Paper kim2008_paper() {
  using namespace kim2008;
  return {
      "kim2008",
      "Kim, Dally, Scott, Abts: Technology-Driven, Highly-Scalable Dragonfly Topology, ISCA 2008",
      {
          {"fig1", "Figure 1", "router radix for networks of one global hop", 1, 1, figure1},
          {"fig2", "Figure 2", "cost of optical and electrical cables by length", 1, 1, figure2},
          {"fig4", "Figure 4", "size of balanced dragonflies by router radix", 1, 1, figure4},
          {"fig5", "Figure 5", "a dragonfly of 72 terminals, drawn", 1, 1, figure5},
          {"fig6", "Figure 6", "groups that are flattened butterflies, drawn", 25, 75, figure6},
          {"fig7", "Figure 7", "virtual channels of minimal and non-minimal routes, drawn", 1, 1,
           figure7},
          {"fig8", "Figure 8", "latency under MIN, VAL, UGAL-G, UGAL-L", 100, 400, figure8},
          {"fig9", "Figure 9", "utilisation of the global channels of a group", 2, 5, figure9},
          {"fig10", "Figure 10", "latency under UGAL-L_VC and UGAL-L_VCH", 100, 400, figure10},
          {"fig11", "Figure 11", "latency of minimal and non-minimal packets", 20, 80, figure11},
          {"fig12", "Figure 12", "histogram of latency under UGAL-L", 10, 30, figure12},
          {"fig14", "Figure 14", "latency under UGAL-L by buffer depth", 20, 80, figure14},
          {"fig16", "Figure 16", "latency under UGAL-L_CR", 150, 600, figure16},
          {"fig18", "Figure 18", "flattened butterfly and dragonfly of 64K, ports and cables", 1, 1,
           figure18},
          {"fig19", "Figure 19", "cost of four topologies by size", 1, 1, figure19},
          {"table1", "Table 1", "cables, and the parameters of the cost model", 1, 1, table1},
          {"table2", "Table 2", "diameters and cable lengths of flattened butterfly and dragonfly",
           1, 1, table2},
          {"text", "Text", "statements beside the figures", 2, 5, text},
      }};
}

}  // namespace dragonfly
