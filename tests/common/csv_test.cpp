// SPDX-License-Identifier: Apache-2.0
#include "models/common/csv.hpp"

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("fields are quoted where RFC 4180 asks for it, and only there") {
  CHECK(csv_field("") == "");
  CHECK(csv_field("2007, Table 2") == "\"2007, Table 2\"");
  CHECK(csv_field("$/signal; a + b = 'c'") == "$/signal; a + b = 'c'");
  CHECK(csv_field("the \"whole\" router") == "\"the \"\"whole\"\" router\"");
  CHECK(csv_field("\"") == "\"\"\"\"");
  CHECK(csv_field("two\nlines") == "\"two\nlines\"");
  CHECK(csv_field("two\r\nlines") == "\"two\r\nlines\"");
}

}  // namespace
}  // namespace dragonfly
