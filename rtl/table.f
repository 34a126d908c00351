// The router of the family table: what all share, and its folder.
+incdir+table
-F common.f
table/df_route_unit.sv
