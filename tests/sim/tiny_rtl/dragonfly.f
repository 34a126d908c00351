-Wno-style
-Wno-UNUSED
-Wno-SYNCASYNCNET
df_node.sv
