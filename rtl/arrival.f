// SPDX-License-Identifier: Apache-2.0
// What routers share that decide when a packet arrives.
+incdir+arrival
-F common.f
arrival/df_queue_counters.sv
arrival/df_set_allocator.sv
arrival/df_arrival_vcs.sv
arrival/df_decisions.sv
