// SPDX-License-Identifier: Apache-2.0
// The plain router. Names are relative to this file.
plain_router.sv
