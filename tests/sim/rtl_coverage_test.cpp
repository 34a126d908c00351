// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/rtl_coverage.hpp"

#include <fmt/format.h>

#include <string>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

constexpr const char* kHeader = "# SystemC::Coverage-3\n";

constexpr const char* kSource = R"(module some (input wire clk_i);
  always_ff @(posedge clk_i)
    if (a) b <= 1'b1;
    else b <= 1'b0;
  `DF_CLAIM(both, a != b, "not both")
  cover_a : cover property (@(posedge clk_i) a);
endmodule
)";

struct Point {
  const char* page;
  int line, column;
  const char *what, *lines, *instance;
  int count;
};

std::string text_of(const Point& point) {
  return fmt::format("C '\1f\2rtl/some.sv\1l\2{}\1n\2{}\1page\2{}/some\1o\2{}\1S\2{}\1h\2{}' {}\n",
                     point.line, point.column, point.page, point.what, point.lines, point.instance,
                     point.count);
}

RtlCoverage read(const std::string& text) {
  const ScratchDirectory scratch;
  write_file(scratch / "one.dat", text);
  RtlCoverage coverage;
  coverage.add_file(scratch / "one.dat");
  return coverage;
}

std::string report(const RtlCoverage& coverage) {
  return coverage.report("this run", [](const std::string& name) {
    return name == "rtl/some.sv" ? std::string(kSource) : std::string();
  });
}

}  // namespace

TEST_CASE("counts of instances and runs are summed up, by place") {
  const std::string one = kHeader + text_of({"v_branch", 3, 5, "if", "3", "top.a", 2}) +
                          text_of({"v_branch", 3, 5, "if", "3", "top.b", 3}) +
                          text_of({"v_branch", 3, 6, "else", "4", "top.a", 0});
  RtlCoverage coverage = read(one);
  coverage.add(read(one));
  CHECK_THAT(report(coverage), ContainsSubstring("if (a) b <= 1'b1;  // if 10 else 0"));
  CHECK(coverage.data() ==
        kHeader +
            std::string(
                "C '\1f\2rtl/some.sv\1l\0023\1n\0025\1page\2v_branch/some\1o\2if\1S\0023' 10\n"
                "C '\1f\2rtl/some.sv\1l\0023\1n\0026\1page\2v_branch/some\1o\2else\1S\0024' 0\n"));
  // What is written can be read.
  CHECK(read(coverage.data()).data() == coverage.data());
}

TEST_CASE("a report has a table, and the sources with counts") {
  const std::string said =
      report(read(kHeader + text_of({"v_line", 2, 3, "block", "2-3", "top", 7}) +
                  text_of({"v_branch", 3, 5, "if", "3", "top", 7}) +
                  text_of({"v_branch", 3, 6, "else", "4", "top", 0}) +
                  text_of({"v_branch", 5, 3, "if", "5", "top", 0}) +
                  text_of({"v_user", 6, 3, "cover_a", "", "top", 4})));
  CHECK_THAT(said, ContainsSubstring("What this run reached of the RTL"));
  // Claims are left out.
  CHECK_THAT(said, ContainsSubstring("66.7% (2/3)        50.0% (1/2)       100.0% (1/1)"));
  CHECK_THAT(said, ContainsSubstring("\n           7     2 |   always_ff"));
  CHECK_THAT(said, ContainsSubstring("\n         ! 7     3 |     if (a)"));
  CHECK_THAT(said, ContainsSubstring("\n         ! 0     4 |     else b"));
  CHECK_THAT(said, ContainsSubstring("\n                 5 |   `DF_CLAIM"));
  CHECK_THAT(said, ContainsSubstring("a);  // cover_a 4\n"));
}

TEST_CASE("bits that toggle are told where they were counted") {
  const std::string text =
      report(read(kHeader + text_of({"v_toggle", 1, 33, "clk_i", "", "top", 9}) +
                  text_of({"v_toggle", 3, 0, "a[0]", "", "top", 0}) +
                  text_of({"v_toggle", 3, 0, "a[1]", "", "top", 0}) +
                  text_of({"v_toggle", 3, 0, "a[1]", "", "other", 2})));
  CHECK_THAT(text, ContainsSubstring("66.7% (2/3)"));
  CHECK_THAT(text, ContainsSubstring("    if (a) b <= 1'b1;  // no toggle: a[0]\n"));
  CHECK_THAT(report(read(kHeader)), !ContainsSubstring("toggle:"));
}

TEST_CASE("what is no file of counts is refused") {
  CHECK_THROWS_AS(read("something else\n"), InputError);
  CHECK_THROWS_AS(read(""), InputError);
  CHECK_THROWS_AS(read(kHeader + std::string("what is this\n")), InputError);
  CHECK_THROWS_AS(read(kHeader + std::string("C 'no count' \n")), InputError);
  CHECK(read(kHeader).empty());
}
