// SPDX-License-Identifier: Apache-2.0
// The router of the family table: what all share that decide at the front, and its folder.
+incdir+table
-F front.f
table/df_route_unit.sv
