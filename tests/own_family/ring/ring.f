+incdir+.
-F ../../../rtl/common.f
df_route_unit.sv
