// SPDX-License-Identifier: Apache-2.0
// Runs the netlist that Yosys makes of df_router: what Yosys reads is what Verilator reads, and
// both are what the specification says.
#include <tb/verilated/VNetlist_df_router/VNetlist_df_router.h>

#include "tb/router/campaign.hpp"
#include "tb/support/parameter_sets.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

using Netlist = Variant<VNetlist_df_router, kSmall>;

}  // namespace

TEST_CASE("The netlist does what the specification says", "[netlist]") {
  run_all_algorithms<Netlist>(2, 840);
}

TEST_CASE("At zero load a flit takes one cycle", "[netlist]") { run_zero_load<Netlist>(); }

TEST_CASE("Reset in the middle of traffic", "[netlist]") { run_reset<Netlist>(); }
