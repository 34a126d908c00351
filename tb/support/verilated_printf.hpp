// SPDX-License-Identifier: Apache-2.0
// Included before everything else where Verilator's run time is compiled, with VL_PRINTF defined as
// this function: what it prints goes to the bench instead of the terminal.
#pragma once

int dragonfly_verilated_printf(const char* format, ...) __attribute__((format(printf, 1, 2)));
