// SPDX-License-Identifier: Apache-2.0
// The router of the family adaptive_table: what all share that decide on arrival, and its folder.
+incdir+adaptive_table
-F arrival.f
adaptive_table/df_route_unit.sv
