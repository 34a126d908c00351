// SPDX-License-Identifier: Apache-2.0
// The router of the family flattened_butterfly: what all share that decide on arrival, and its folder.
+incdir+flattened_butterfly
-F arrival.f
flattened_butterfly/df_route_unit.sv
