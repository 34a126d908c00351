// SPDX-License-Identifier: Apache-2.0
// What routers share that decide when a packet is at the front of its input VC.
+incdir+front
-F common.f
front/df_queue_estimator.sv
front/df_route_allocator.sv
front/df_decisions.sv
