// SPDX-License-Identifier: Apache-2.0
// The router of the family torus: what all share that decide on arrival, and its folder.
+incdir+torus
-F arrival.f
torus/df_route_unit.sv
