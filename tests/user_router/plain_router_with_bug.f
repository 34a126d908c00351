// SPDX-License-Identifier: Apache-2.0
// The plain router with its bug.
+define+PLAIN_ROUTER_LOSES_CREDITS
-F plain_router.f
