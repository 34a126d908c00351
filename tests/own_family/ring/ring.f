// SPDX-License-Identifier: Apache-2.0
+incdir+.
-F ../../../rtl/front.f
df_route_unit.sv
