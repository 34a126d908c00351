+incdir+.
-F ../../../rtl/front.f
df_route_unit.sv
