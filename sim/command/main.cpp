// SPDX-License-Identifier: Apache-2.0
#include "sim/command/command.hpp"

int main(int argc, char** argv) { return dragonfly::run_command(argc, argv); }
