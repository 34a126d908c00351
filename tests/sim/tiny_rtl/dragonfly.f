df_node.sv
