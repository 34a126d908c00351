// SPDX-License-Identifier: Apache-2.0
// Bench of df_router (docs/microarchitecture.md, "Ports"): the router whose outputs are registers.
#include "tb/variants/df_router.hpp"

#include "tb/router/protocol.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

// Checks: PT-6
TEMPLATE_LIST_TEST_CASE("At zero load a flit takes one cycle", "[df_router]", Variants) {
  run_zero_load<TestType>();
}

// Checks: PT-1
TEMPLATE_LIST_TEST_CASE("Reset in the middle of traffic", "[df_router]", Variants) {
  run_reset<TestType>();
}

// Checks: PT-6, PT-8
TEMPLATE_LIST_TEST_CASE("Outputs change at clock edges only", "[df_router]", Variants) {
  run_outputs_are_registers<TestType>();
}

// Checks: CR-1, PT-9, PT-14
TEMPLATE_LIST_TEST_CASE("A write counts for flits two cycles later", "[df_router]", Variants) {
  run_writes_are_registered<TestType>(2);
}

// Checks: CR-6
TEMPLATE_LIST_TEST_CASE("A write in reset is lost", "[df_router]", Variants) {
  run_writes_in_reset<TestType>();
}

TEMPLATE_LIST_TEST_CASE("The wires of a port that sends nothing rest", "[df_router]", Variants) {
  run_flits_stay<TestType>();
}

TEMPLATE_LIST_TEST_CASE("What comes on a VC that does not exist is ignored", "[df_router]",
                        Variants) {
  run_vcs_that_do_not_exist<TestType>();
}
