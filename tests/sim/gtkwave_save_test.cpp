// SPDX-License-Identifier: Apache-2.0
// Views of waves: where they look for their files, and what comes first.
#include "sim/waves/gtkwave_save.hpp"

#include "models/common/input_file.hpp"
#include "models/config/configuration.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

TEST_CASE("a view names its files beside itself, so that its folder can be moved") {
  const ScratchDirectory scratch;
  const std::string folder = (scratch.path() / "waves").string();
  std::filesystem::create_directory(folder);
  const WaveRequest wave{folder + "/dragonfly.fst", {0, 5}, 100, 200};
  write_gtkwave_save(small_network(), wave, folder + "/dragonfly.gtkw");
  const std::string save = read_text_file(folder + "/dragonfly.gtkw");
  for (const char* line : {"[dumpfile] \"dragonfly.fst\"\n", "[savefile] \"dragonfly.gtkw\"\n",
                           "^1 algorithms.filter\n"})
    CHECK_THAT(save, ContainsSubstring(line));
  CHECK(save.find(folder) == std::string::npos);
  // docs/microarchitecture.md has the codes.
  CHECK(read_text_file(folder + "/algorithms.filter") ==
        "0 min\n1 val\n2 ugal-l\n3 ugal-g\n4 ugal-l-vc\n5 ugal-l-vch\n6 ugal-l-cr\n");
}

TEST_CASE("the view of a difference in a credit shows credits first and flits last") {
  const ScratchDirectory scratch;
  const WaveRequest wave{(scratch.path() / "difference.fst").string(), {5}, 70, 120};
  const std::string path = (scratch.path() / "difference.gtkw").string();
  const auto places = [&](const char* output) {
    Difference difference{5, 100, {}};
    difference.values.push_back({.name = output, .port = 4, .vc = 1, .expected = 0, .actual = 1});
    write_difference_save(small_network(), wave, difference, BuiltDepth::kAsked, false, path);
    const std::string save = read_text_file(path);
    // What is expected of either kind; all of the port is there, whatever differs.
    const auto credits = save.find("expected_in_credit_vc"), flits = save.find("expected_out_flit");
    REQUIRE(credits != std::string::npos);
    REQUIRE(flits != std::string::npos);
    return std::pair{credits, flits};
  };
  const auto [credit_first, flit_last] = places("credit");
  CHECK(credit_first < flit_last);
  const auto [credit_last, flit_first] = places("valid");
  CHECK(flit_first < credit_last);
}

TEST_CASE("a view of a network by table names what ports lead to, and the fields of its header") {
  const ScratchDirectory scratch;
  Configuration config;
  config.topology = {"folded-clos", {{"radix", {4}}, {"levels", {2}}, {"terminals", {7}}}};
  const WaveRequest wave{(scratch.path() / "waves.fst").string(), {0, 3, 4}, 0, 100};
  const std::string path = (scratch.path() / "waves.gtkw").string();
  const auto names = [&](const std::string& routing) {
    config.routing.algorithm = routing;
    write_gtkwave_save(config, wave, path);
    return read_text_file((scratch.path() / "algorithms.filter").string());
  };
  // Packets that adapt have routers of their own.
  CHECK(names("adaptive") == "0 adaptive\n");
  CHECK(names("min") == "0 min\n1 val\n");
  const std::string save = read_text_file(path);
  // Leaf routers 0 to 3, the last one with one terminal, below routers 4 and 5.
  for (const char* title : {"-router 0 (group 0, router 0)", "-port 0: terminal 0\n",
                            "-port 2: level-1 channel to group 4 router 0 port 0\n",
                            "-port 3: level-1 channel to group 3 router 0 port 1\n",
                            "destination node", "intermediate node", "destination terminal"})
    CHECK_THAT(save, ContainsSubstring(title));
  const auto from = save.find("-router 3 "), to = save.find("-router 4 ");
  REQUIRE(to != std::string::npos);
  const std::string lone = save.substr(from, to - from);
  CHECK_THAT(lone, ContainsSubstring("-port 0: terminal 6\n"));
  CHECK_THAT(lone, ContainsSubstring("-port 2: level-1 channel to group 4 router 1 port 3\n"));
  CHECK(lone.find("gen_port[3]") == std::string::npos);
}

TEST_CASE("a view of a grid names ports by dimension and coordinates") {
  const ScratchDirectory scratch;
  Configuration config;
  config.topology = {"flattened-butterfly", {{"sizes", {3, 2}}, {"concentration", {2}}}};
  const WaveRequest wave{(scratch.path() / "waves.fst").string(), {4}, 0, 100};
  const std::string path = (scratch.path() / "waves.gtkw").string();
  write_gtkwave_save(config, wave, path);
  const std::string save = read_text_file(path);
  for (const char* title : {"-router 4 (1, 1)\n", "-port 0: terminal 8\n",
                            "-port 2: dimension-1 channel to router 3 (0, 1) port 2\n",
                            "-port 3: dimension-1 channel to router 5 (2, 1) port 3\n",
                            "-port 4: dimension-2 channel to router 1 (1, 0) port 4\n"})
    CHECK_THAT(save, ContainsSubstring(title));
}

TEST_CASE("a view of channels of one way names both that a port has") {
  const ScratchDirectory scratch;
  Configuration config;
  config.topology = {"butterfly", {{"k", {2}}, {"n", {2}}}};
  const WaveRequest wave{(scratch.path() / "waves.fst").string(), {0, 3}, 0, 100};
  const std::string path = (scratch.path() / "waves.gtkw").string();
  write_gtkwave_save(config, wave, path);
  const std::string save = read_text_file(path);
  CHECK_THAT(save,
             ContainsSubstring("-port 1: rank-1 channel to group 1 router 1, in: terminal 1\n"));
  CHECK_THAT(save,
             ContainsSubstring("-port 0: terminal 2, in: rank-1 channel from group 0 router 0\n"));
}
