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

TEST_CASE("lines of fields are read as RFC 4180 writes them") {
  using Lines = std::vector<std::vector<std::string>>;
  CHECK(csv_lines("").empty());
  CHECK(csv_lines("a,b\r\n1,\n\n,2") == Lines{{"a", "b"}, {"1", ""}, {"", "2"}});
  CHECK(csv_lines("\"a, \"\"b\"\"\nc\",d\n") == Lines{{"a, \"b\"\nc", "d"}});
  // Whatever was written is read.
  const std::vector<std::string> fields = {"", "\"", "two\nlines", ",", "plain", "\"\",\""};
  std::string text = "x";
  std::vector<std::string> line = {"x"};
  for (const std::string& field : fields) {
    text += "," + csv_field(field);
    line.push_back(field);
  }
  CHECK(csv_lines(text + "\n") == Lines{line});
}

}  // namespace
}  // namespace dragonfly
