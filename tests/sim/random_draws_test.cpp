// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/random_draws.hpp"

#include <fstream>

#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

const std::vector<SourceFile> kOurs = variant_sources();

}  // namespace

TEST_CASE("RTL that asks for random numbers is found, with its file and the word") {
  CHECK(random_draws(kOurs, {}).empty());
  std::vector<SourceFile> sources = kOurs;
  sources.push_back({"rtl/x.sv", "wire a = $urandom_range(3);", "/copy/x.sv"});
  CHECK_THAT(random_draws(sources, {}), ContainsSubstring("/copy/x.sv has $urandom,"));
  // What is not RTL does not matter.
  sources.back().name = "sim/rtl/x.sv";
  CHECK(random_draws(sources, {}).empty());
}

TEST_CASE("of a user's router all files are looked at, and ours are not") {
  const ScratchDirectory scratch;
  const std::string plain = scratch / "plain.sv", drawing = scratch / "drawing.sv";
  std::ofstream(plain) << "module a; endmodule\n";
  std::ofstream(drawing) << "module b; initial x = $random; endmodule\n";
  UserRtl user;
  user.files = {plain};
  std::vector<SourceFile> sources = {{"rtl/x.sv", "$random", "x.sv"}};
  CHECK(random_draws(sources, user).empty());
  user.files.emplace_back(drawing);
  CHECK_THAT(random_draws(sources, user), ContainsSubstring("drawing.sv has $random,"));
}
