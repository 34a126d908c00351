// SPDX-License-Identifier: Apache-2.0
// Lockstep as a library.
#include <cstdlib>
#include <systemc>

#include "sim/lockstep/battery/battery.hpp"

int sc_main(int, char*[]) { return EXIT_SUCCESS; }

int main() { return dragonfly::battery_entries().empty() ? EXIT_FAILURE : EXIT_SUCCESS; }
