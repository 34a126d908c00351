// Views of waves: where they look for their files, and what comes first.
#include "sim/waves/gtkwave_save.hpp"

#include "models/common/input_file.hpp"
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
  CHECK(std::filesystem::exists(folder + "/algorithms.filter"));
}

TEST_CASE("the view of a difference in a credit shows credits first and flits last") {
  const ScratchDirectory scratch;
  const WaveRequest wave{(scratch.path() / "difference.fst").string(), {5}, 70, 120};
  const std::string path = (scratch.path() / "difference.gtkw").string();
  const auto places = [&](const char* output) {
    Difference difference{5, 100, {}};
    difference.values.push_back({.name = output, .port = 4, .vc = 1, .expected = 0, .actual = 1});
    write_difference_save(small_network(), wave, difference, false, path);
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
