// The router of the family dragonfly: what all share, and its folder.
+incdir+dragonfly
-F common.f
dragonfly/df_route_unit.sv
