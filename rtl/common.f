// SPDX-License-Identifier: Apache-2.0
// What the routers of all families share.
+incdir+.
prim/df_known.sv
prim/df_memory.sv
prim/df_pick.sv
prim/df_queue_memory.sv
df_pkg.sv
df_control_registers.sv
df_random_registers.sv
df_input_unit.sv
df_route_decoder.sv
df_easy_grants.sv
df_switch_allocator.sv
df_datapath.sv
df_output_pauses.sv
df_credit_tracker.sv
df_credit_timestamp_queue.sv
df_td_registers.sv
df_credit_return.sv
df_router_core.sv
df_router.sv
df_view.sv
df_lockstep_view.sv
df_node.sv
