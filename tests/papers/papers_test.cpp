// SPDX-License-Identifier: Apache-2.0
// The items of the papers: which there are, and that those without simulations can be made.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "models/config/configuration.hpp"
#include "models/papers/paper.hpp"
#include "models/papers/simulated.hpp"
#include "models/run/validate.hpp"
#include "models/statistics/run_result.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

/// Gives empty results and keeps what was asked for.
class AskedRuns : public Runs {
 public:
  const RunResult& operator()(const Configuration& config) override {
    asked.push_back(config);
    return nothing;
  }
  std::vector<Configuration> asked;
  RunResult nothing;
};

const Statement& statement(const Figure& figure, const std::string& beginning) {
  const auto found =
      std::find_if(figure.statements.begin(), figure.statements.end(),
                   [&](const Statement& s) { return s.about.starts_with(beginning); });
  INFO(beginning);
  REQUIRE(found != figure.statements.end());
  return *found;
}

/// What is there of an item without results of simulations; made once for all tests.
const Figure& unsimulated(const std::string& paper, const std::string& item) {
  static std::map<std::string, Figure> made_before;
  const auto [known, is_new] = made_before.try_emplace(paper + "/" + item);
  if (is_new) {
    AskedRuns runs;
    known->second = item_named(paper_named(paper), item).make(runs, Extent::kAll);
  }
  return known->second;
}

/// An item that takes no simulation, but for a table of 2008's Figure 6.
const Figure& made(const std::string& paper, const std::string& item) {
  return unsimulated(paper, item);
}

TEST_CASE("items are found by several spellings, and others are refused with a suggestion") {
  const Paper& paper = paper_named("kim2008");
  for (const char* name : {"fig8", "Figure 8", "figure8", "FIG. 8"})
    CHECK(item_named(paper, name).name == "fig8");
  CHECK(item_named(paper, "Table 2").name == "table2");
  CHECK_THROWS_WITH(item_named(paper, "fig3"), ContainsSubstring("kim2008 has no 'fig3'"));
  CHECK_THROWS_WITH(item_named(paper, "tabel2"), ContainsSubstring("did you mean table2?"));
  CHECK_THROWS_WITH(paper_named("kim208"), ContainsSubstring("did you mean kim2008?"));
}

TEST_CASE("names of papers and items are different, and every item says what it shows") {
  std::set<std::string> names;
  for (const Paper& paper : papers()) {
    for (const PaperItem& item : paper.items) {
      CHECK(names.insert(paper.name + item.name).second);
      CHECK_FALSE(item.shows.empty());
      CHECK(item.seconds >= item.quick_seconds);
      CHECK(item_named(paper, item.printed).name == item.name);
    }
  }
}

TEST_CASE("items ask for runs that are possible, and for the same ones each time") {
  for (const Paper& paper : papers()) {
    for (const PaperItem& item : paper.items) {
      if (paper.name == "teh2017" || item.quick_seconds < 2) continue;  // nothing is simulated
      INFO(paper.name << " " << item.name);
      AskedRuns first, second;
      static_cast<void>(item.make(first, Extent::kQuick));
      static_cast<void>(item.make(second, Extent::kAll));
      REQUIRE(!first.asked.empty());
      CHECK(first.asked.size() < second.asked.size());
      validate(first.asked.front());
      validate(first.asked.back());
    }
  }
}

TEST_CASE("loads of a figure: from the first to the last, as people write them") {
  CHECK(loads_from(0.1, 0.4, 0.1) == std::vector<double>{0.1, 0.2, 0.3, 0.4});
}

TEST_CASE("kim2008: Figure 9 draws the two routings of the paper") {
  AskedRuns runs;
  const Figure nine = item_named(paper_named("kim2008"), "fig9").make(runs, Extent::kQuick);
  REQUIRE(nine.panels[0].curves.size() == 2);
  CHECK(nine.panels[0].curves[0].name == "UGAL-L");
  CHECK(nine.panels[0].curves[1].name == "UGAL-G");
}

TEST_CASE("kim2008: structure of Figures 5 to 7 and 18") {
  const Figure& five = made("kim2008", "fig5");
  REQUIRE(five.diagrams.size() == 1);
  CHECK(five.diagrams[0].nodes.size() == 36);
  CHECK(five.diagrams[0].edges.size() == 9 * 6 + 9 * 8 / 2);  // complete groups; ah+1 groups
  const Figure& six = made("kim2008", "fig6");
  CHECK(six.diagrams[0].nodes.size() == 4);
  CHECK(six.diagrams[0].edges.size() == 6);   // k' = 16: 3 local ports a router
  CHECK(six.diagrams[1].edges.size() == 12);  // a cube
  const Figure& seven = made("kim2008", "fig7");
  std::multiset<std::string> vcs;
  for (const Diagram::Edge& edge : seven.diagrams[0].edges) vcs.insert(edge.kind + edge.label);
  CHECK(vcs == std::multiset<std::string>{"minimalVC1", "minimalVC1", "minimalVC2",
                                          "non-minimalVC0", "non-minimalVC0", "non-minimalVC1",
                                          "non-minimalVC1", "non-minimalVC2"});
  const Figure& eighteen = made("kim2008", "fig18");
  CHECK(eighteen.diagrams[0].edges.size() == 15 + 15);
  CHECK(eighteen.diagrams[1].edges.size() == 255);
}

TEST_CASE("kim2008: what does not follow from the paper's own numbers differs") {
  const Figure& six = made("kim2008", "fig6");
  CHECK(statement(six, "(b): terminals").ours == "272");  // 17 groups of 8 routers, p = 2
  CHECK_FALSE(statement(six, "(b): terminals").holds);
  const Figure& table = made("kim2008", "table1");
  CHECK(statement(table, "Intel").holds);          // 1.2 W / 20 Gb/s
  CHECK_FALSE(statement(table, "Luxtera").holds);  // 2.2 W / 42 Gb/s is no 55 pJ
  CHECK(statement(table, "conventional").holds);   // 20 mW / 10 Gb/s
  for (const Statement& s : made("kim2008", "table2").statements)
    if (s.about.find("minimal") != std::string::npos) CHECK(s.holds);
}

TEST_CASE("kim2007: structure and misprints") {
  const Figure& one = made("kim2007", "fig1");
  CHECK(one.diagrams[1].edges.size() == 6);   // 4 routers, all joined
  CHECK(one.diagrams[3].edges.size() == 12);  // a cube
  for (const Statement& s : one.statements) CHECK(s.holds);
  const Figure& four = made("kim2007", "table4");
  for (const Statement& s : four.statements)
    CHECK(s.holds == (s.about.find("12-flat") == std::string::npos));  // 12 (2 - 1) + 1 = 13
  const Figure& seven = made("kim2007", "fig7");
  CHECK(statement(seven, "(a): overhead").ours == "36.4%");  // 1 - 3.72 / 5.8519
  CHECK(statement(seven, "(b): mean of the line").holds);
  CHECK(made("kim2007", "fig10").panels[0].y.high == 1);  // a share
}

const Statement& chosen(const Figure& figure, const std::string& beginning,
                        const std::string& choice) {
  const auto found = std::find_if(
      figure.statements.begin(), figure.statements.end(),
      [&](const Statement& s) { return s.about.starts_with(beginning) && s.choice == choice; });
  INFO(beginning << " " << choice);
  REQUIRE(found != figure.statements.end());
  return *found;
}

/// Explorations of seconds each: the test paper_docs makes them.
bool takes_long(const Paper& paper, const PaperItem& item) {
  return paper.name == "teh2017" && item.seconds >= 10;
}

TEST_CASE("every row says what could make it fail, and every one that differs why it does") {
  for (const Paper& paper : papers()) {
    for (const PaperItem& item : paper.items) {
      if (takes_long(paper, item)) continue;
      const Figure& figure = unsimulated(paper.name, item.name);
      // Rows of simulations differ here for want of results.
      const bool simulated = item.quick_seconds >= 2 && paper.name != "teh2017";
      for (const Statement& s : figure.statements) {
        INFO(paper.name << " " << item.name << ": " << s.about << ", " << s.choice);
        CHECK_FALSE(s.could_fail_by.empty());
        CHECK_FALSE(s.words.empty());
        if (!simulated && !s.holds && s.choice.empty()) CHECK_FALSE(s.cause.empty());
      }
    }
  }
}

/// docs/papers has the rows of this program, whatever the results of simulations were.
TEST_CASE("the pages have these rows, with these words and bounds") {
  for (const Paper& paper : papers()) {
    const std::string path =
        std::string(DRAGONFLY_SOURCE_ROOT) + "/docs/papers/" + paper.name + ".json";
    const nlohmann::json kept = nlohmann::json::parse(read_text_file(path));
    REQUIRE(kept.size() == paper.items.size());
    for (const PaperItem& item : paper.items) {
      if (takes_long(paper, item)) continue;
      INFO(paper.name << " " << item.name);
      const auto found = std::find_if(kept.begin(), kept.end(), [&](const nlohmann::json& each) {
        return each["item"] == item.name;
      });
      REQUIRE(found != kept.end());
      const Figure& figure = unsimulated(paper.name, item.name);
      const nlohmann::json& rows = (*found)["statements"];
      REQUIRE(rows.size() == figure.statements.size());
      for (std::size_t i = 0; i < rows.size(); ++i) {
        CHECK(rows[i]["statement"] == figure.statements[i].about);
        CHECK(rows[i]["choice"] == figure.statements[i].choice);
        CHECK(rows[i]["paper"] == figure.statements[i].words);
        CHECK(rows[i]["bound"] == figure.statements[i].bound);
        CHECK(rows[i]["could_fail_by"] == figure.statements[i].could_fail_by);
      }
    }
  }
}

TEST_CASE("kim2007: rows that differ hold under a choice, which says what it costs") {
  const Figure& ten = made("kim2007", "fig10");
  CHECK_FALSE(statement(ten, "8K to 64K: mean share of links, hypercube").holds);
  CHECK(chosen(ten, "8K to 64K: mean share of links, hypercube", "--reading whole-pins").holds);
  CHECK(chosen(ten, "1K to 64K: mean share of links, flattened", "--reading by-ports").ours ==
        "77.0%");
  const Figure& thirteen = made("kim2007", "fig13");
  const Statement& met = chosen(thirteen, "from n' = 1 to n' = 5", "--reading no-overhead");
  CHECK(met.ours == "276.9%");
  CHECK_THAT(met.cause, ContainsSubstring("Table 3"));
  // As drawn, cables of half a row and of 2.5 of its 9 cabinets.
  const Figure& nine = made("kim2007", "fig9");
  constexpr const char* kRow = "--routers-per-cabinet 16 --blocks-per-row 9";
  CHECK(chosen(nine, "folded Clos: longest", kRow).ours == "0.4444");
  CHECK(chosen(nine, "folded Clos: mean", kRow).ours == "0.2778");
  CHECK(chosen(nine, "hypercube", "--blocks-per-row 8").ours == "0.5");
}

TEST_CASE("kim2008: Figure 19's rows and what meets them") {
  const Figure& nineteen = made("kim2008", "fig19");
  CHECK(chosen(nineteen, "16K: saved over the folded Clos, at least", "--reading both-directions")
            .ours == "50.1%");
  CHECK(chosen(nineteen, "64K: saved over the folded Clos", "--clos-full").holds);
  CHECK_THAT(statement(nineteen, "8K: saved over the 3-D torus").cause,
             ContainsSubstring("electrical ones of 5.5 m"));
}

TEST_CASE("curtsinger: paths of Figure 1, and arrangements drawn without local links") {
  const Figure& one = made("curtsinger", "fig1");
  for (const Statement& s : one.statements) CHECK(s.holds);
  for (const char* item : {"fig1", "fig3", "fig5", "fig8", "fig9"})
    CHECK(made("curtsinger", item).diagrams[0].edges.size() == 36);  // (ah + 1) ah / 2
  // Of every switch at most 35 destinations, those of shorter paths among those no longer.
  const Panel four = made("curtsinger", "fig4").panels[0];
  for (std::size_t i = 0; i < 36; ++i) {
    CHECK(four.curves[0].points[i].y <= 35);
    CHECK(four.curves[1].points[i].y <= four.curves[0].points[i].y);
    CHECK(four.curves[2].points[i].y <= four.curves[1].points[i].y);
  }
}

TEST_CASE("teh2017: prices and shapes") {
  const Figure& seven = made("teh2017", "fig7");
  CHECK(statement(seven, "price of 24 ports").holds);
  CHECK_FALSE(statement(seven, "price of 64 ports, by the printed").holds);
  for (const Statement& s : made("teh2017", "fig1").statements) CHECK(s.holds);
  CHECK_FALSE(statement(made("teh2017", "fig4"), "2000 routers").holds);
}

TEST_CASE("teh2017: with an exponent the equations lead to the quoted designs") {
  constexpr const char* kMet = "--imbalance-exponent 0.55 --spare-terminals 0.5";
  CHECK(chosen(made("teh2017", "fig8"), "N = 10,000, $400: the design at", kMet).ours ==
        "a = 32, g = 17, h = 10, p = 19");
}

}  // namespace
}  // namespace dragonfly
