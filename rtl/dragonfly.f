// SPDX-License-Identifier: Apache-2.0
// The router of the family dragonfly: what all share that decide at the front, and its folder.
+incdir+dragonfly
-F front.f
dragonfly/df_table_claims.sv
dragonfly/df_route_unit.sv
