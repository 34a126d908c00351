// SPDX-License-Identifier: Apache-2.0
#include "sim/command/lists.hpp"

#include "models/common/error.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("loads come as lists, ranges, or both") {
  CHECK(parse_loads("--loads", "0.5") == std::vector<double>{0.5});
  CHECK(parse_loads("--loads", "0.5,0.1,0.5") == std::vector<double>{0.1, 0.5});
  CHECK(parse_loads("--loads", "0.1:0.5:0.1") == std::vector<double>{0.1, 0.2, 0.3, 0.4, 0.5});
  CHECK(parse_loads("--loads", "0.1:0.35:0.1") == std::vector<double>{0.1, 0.2, 0.3});
  CHECK(parse_loads("--loads", "0.2:0.2:0.1,0.15") == std::vector<double>{0.15, 0.2});
  // Found by fuzzing: it was a load of 1.000000001.
  CHECK(parse_loads("--loads", "1e-9:1:1") == std::vector<double>{1e-9, 1});
  // 0.05, 0.10, ..., 0.95: as many as the closed form says, and none of them off by rounding.
  const std::vector<double> loads = parse_loads("--loads", "0.05:0.95:0.05");
  REQUIRE(loads.size() == 19);
  CHECK(loads[2] == 0.15);
  CHECK(loads[18] == 0.95);
}

TEST_CASE("what is no list of loads is refused with the option") {
  for (const char* text : {"", "x", "0.1,,0.2", "1.5", "-0.1", "nan", "0.1:0.2", "0.1:0.2:0",
                           "0.5:0.1:0.1", "0.1 0.2", "0.1,"}) {
    INFO(text);
    CHECK_THROWS_WITH(parse_loads("--loads", text), ContainsSubstring("--loads"));
    CHECK_THROWS_AS(parse_loads("--loads", text), InputError);
  }
}

TEST_CASE("integers between limits, or above one") {
  CHECK(parse_integer("--n", "7", 7, 7) == 7);
  CHECK(parse_integer("--n", "9223372036854775807", 0) == INT64_MAX);
  CHECK_THROWS_WITH(parse_integer("--n", "8", 1, 7),
                    ContainsSubstring("--n 8: allowed: an integer from 1 to 7"));
  for (const char* text : {"", "-1", "x", "1.5", " 1", "9223372036854775808"}) {
    INFO(text);
    CHECK_THROWS_WITH(parse_integer("--n", text, 0), ContainsSubstring("an integer, 0 or more"));
  }
}

TEST_CASE("spans of cycles") {
  CHECK(parse_cycles("--cycles", "0:500") == std::pair<std::int64_t, std::int64_t>{0, 500});
  CHECK(parse_cycles("--cycles", "7:7") == std::pair<std::int64_t, std::int64_t>{7, 7});
  for (const char* text : {"", "5", "5:", ":5", "6:5", "-1:5", "1:2:3", "a:b"}) {
    INFO(text);
    CHECK_THROWS_WITH(parse_cycles("--cycles", text), ContainsSubstring("first:last"));
  }
}

TEST_CASE("lists of integers keep their order and write ranges out") {
  using List = std::vector<std::int64_t>;
  CHECK(parse_integers("--n", "8,4-6,5", 1, 8) == List{8, 4, 5, 6, 5});
  CHECK(parse_integers("--n", "-2-1", -2, 8) == List{-2, -1, 0, 1});
  CHECK(parse_integers("--n", "-3--2", -3, 8) == List{-3, -2});
  CHECK(parse_integers("--n", "9223372036854775806-9223372036854775807", 0, INT64_MAX).size() == 2);
  for (const char* text : {"9", "0-3", "6-5", "4-9", "x-3", "", "1,,2", "1-2-3"}) {
    INFO(text);
    CHECK_THROWS_WITH(parse_integers("--n", text, 1, 8), ContainsSubstring("--n"));
  }
  CHECK_THROWS_WITH(parse_integers("--n", "0-9000000000000000000", 0, INT64_MAX),
                    ContainsSubstring("--n: the range 0-9000000000000000000"));
  // Each range is short enough.
  CHECK(parse_integers("--n", "0-499999,1-500000", 0, INT64_MAX).size() == 1'000'000);
  CHECK_THROWS_WITH(parse_integers("--n", "0-499999,1-500000,7-8", 0, INT64_MAX),
                    ContainsSubstring("--n: the list has more than 1000000 numbers"));
}

TEST_CASE("indices are checked against the limit") {
  CHECK(parse_indices("--routers", "5,0,5", "router", 6) == std::vector<int>{0, 5});
  CHECK(parse_indices("--routers", "3,17-20", "router", 21) == std::vector<int>{3, 17, 18, 19, 20});
  CHECK(parse_indices("--routers", "2-4,0-2,3-3", "router", 5) == std::vector<int>{0, 1, 2, 3, 4});
  for (const char* text : {"6", "-1", "x", "", "1,", "4-6", "3-1", "-1-2", "1-", "1-2-3", "1:3"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_indices("--routers", text, "router", 6), InputError);
  }
  CHECK_THROWS_WITH(parse_indices("--routers", "0,6", "router", 6),
                    ContainsSubstring("no router '6'; allowed: 0 to 5"));
}

}  // namespace
}  // namespace dragonfly
