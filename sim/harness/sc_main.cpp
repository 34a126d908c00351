// SPDX-License-Identifier: Apache-2.0
// The SystemC library refers to it, for programs that leave main() to SystemC. These do not.
#include <systemc>

extern "C" int sc_main(int, char*[]) { return 0; }
