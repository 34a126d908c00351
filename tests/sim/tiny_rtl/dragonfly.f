// SPDX-License-Identifier: Apache-2.0
-Wno-style
-Wno-UNUSED
-Wno-SYNCASYNCNET
df_node.sv
