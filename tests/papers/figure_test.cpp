// SPDX-License-Identifier: Apache-2.0
// Figures as JSON, CSV and Markdown, and verdicts.
#include "models/papers/figure.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "models/papers/judge.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("a value is judged by a bound, which says whose it is") {
  const Statement within = at_least({"UR", "near capacity", "a slow router"}, 0.9, 0.93);
  CHECK(within.holds);
  CHECK(verdict(within) == "holds");
  CHECK(within.bound == "at least 0.9 (ours)");
  CHECK(within.could_fail_by == "a slow router");
  const Statement below =
      at_least({"1K", "over 60%", "", Unit::kPercent, Source::kPaper, "prices"}, 0.6, 0.587);
  CHECK_FALSE(below.holds);
  CHECK(below.bound == "at least 60.0% (paper)");
  CHECK(below.ours == "58.7%");
  CHECK(verdict(below) == "differs: -1.3 points");
  CHECK(below.cause == "prices");
  CHECK(at_most({"", "", "", Unit::kFactor}, 2, 2.5).difference == "+0.50 x");
}

TEST_CASE("what is near a printed number differs by its distance from that number") {
  const Said said{"", "up to 35%", "", Unit::kPercent};
  CHECK(near(said, 0.35, 0.05, 0.39).holds);
  const Statement more = near(said, 0.35, 0.05, 0.475);
  CHECK(more.bound == "35.0% +- 5 points (ours)");
  CHECK(verdict(more) == "differs: +12.5 points");
  CHECK(between({"", "", ""}, 0.4, 0.5, 0.3).difference == "-0.1");
}

TEST_CASE("a cause is told of what differs only") {
  CHECK(near({"", "", "", Unit::kNumber, Source::kOurs, "why"}, 1, 0.1, 1.05).cause.empty());
}

TEST_CASE("what is not a number does not hold") {
  CHECK_FALSE(at_least({"", "", ""}, 0, NAN).holds);
  CHECK_FALSE(near({"", "", ""}, 0, 1, NAN).holds);
  CHECK_FALSE(equal({"", "", ""}, 0, NAN).holds);
  CHECK(at_most({"", "", ""}, 1, NAN).ours == "-");
}

TEST_CASE("counts are shown with commas") {
  CHECK(shown(7, Unit::kCount) == "7");
  CHECK(shown(262656, Unit::kCount) == "262,656");
  CHECK(shown(-1000, Unit::kCount) == "-1,000");
  CHECK(shown({1, 2.5}, Unit::kNumber) == "1, 2.5");
}

Figure example() {
  Figure figure{"Settings."};
  figure.panels = {{"(a)", {.label = "load"}, {.label = "latency"}, {{"MIN, greedy", {{0.1, 5}}}}}};
  figure.panels[0].curves[0].points.push_back({0.2, NAN, 0.5, true});
  figure.tables = {{"ports", {"name", "k"}, {{"a|b", "7"}}}};
  figure.diagrams = {{"net", {{"R0", 0, 0}, {"R1", 1, 0}}, {{0, 1, "local", "VC1"}}}};
  figure.statements = {judged({"x", "says", "a miscount"}, "more", "1", false, "by 1")};
  figure.statements[0].cause = "since";
  return figure;
}

TEST_CASE("the CSV of curves, tables, edges and statements") {
  const Figure figure = example();
  CHECK(curves_to_csv(figure) ==
        "panel,curve,x,y,error,saturated\n(a),\"MIN, greedy\",0.1,5,,false\n"
        "(a),\"MIN, greedy\",0.2,,0.5,true\n");
  CHECK(tables_to_csv(figure) == "name,k\na|b,7\n");
  CHECK(edges_to_csv(figure) == "diagram,kind,from,to,label\nnet,local,R0,R1,VC1\n");
  CHECK(statements_to_csv(figure) ==
        "statement,choice,paper,bound,here,verdict,could_fail_by,cause\n"
        "x,,says,more (ours),1,differs: by 1,a miscount,since\n");
  const Figure nothing;
  CHECK(curves_to_csv(nothing).empty());
  CHECK(tables_to_csv(nothing).empty());
  CHECK(edges_to_csv(nothing).empty());
  CHECK(statements_to_csv(nothing).empty());
}

TEST_CASE("the JSON has all of a figure, and null for what is not a number") {
  const nlohmann::json json = to_json(example());
  CHECK(json["settings"] == "Settings.");
  CHECK(json["panels"][0]["curves"][0]["points"][1] ==
        nlohmann::json::array({0.2, nullptr, 0.5, true}));
  CHECK(json["panels"][0]["kind"] == "lines");
  CHECK(json["panels"][0]["x"]["high"].is_null());
  CHECK(json["diagrams"][0]["edges"][0]["kind"] == "local");
  CHECK(json["tables"][0]["columns"].size() == 2);
  CHECK(json["statements"][0]["verdict"] == "differs: by 1");
  CHECK(json["statements"][0]["could_fail_by"] == "a miscount");
  CHECK(json["statements"][0]["choice"] == "");
}

TEST_CASE("Markdown has tables whose cells hold no bars, and causes below") {
  const std::string text = to_markdown(example());
  CHECK_THAT(text, ContainsSubstring("| a\\|b | 7 |"));
  CHECK_THAT(text,
             ContainsSubstring("| x | \"says\" | more (ours) | 1 | differs: by 1 | a miscount |"));
  CHECK_THAT(text, ContainsSubstring("- x: since"));
}

TEST_CASE("a row under a choice names it") {
  Figure figure;
  figure.statements = {with_choice("--threshold 4", judged({"x", "says", ""}, "more", "2", true))};
  CHECK(figure.statements[0].about == "x");
  CHECK_THAT(to_markdown(figure), ContainsSubstring("| x, with `--threshold 4` |"));
  CHECK_THAT(statements_to_csv(figure), ContainsSubstring("\nx,--threshold 4,says"));
}

}  // namespace
}  // namespace dragonfly
