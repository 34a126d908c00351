// SPDX-License-Identifier: Apache-2.0
// Takes what the Verilated code prints (messages of assertions) before it reaches the terminal: the
// message becomes part of the error that ends the run. Included before everything else in the files
// of Verilator's run-time library.
#pragma once

extern "C" int dragonfly_capture(const char* format, ...) __attribute__((format(printf, 1, 2)));

#define VL_PRINTF dragonfly_capture
