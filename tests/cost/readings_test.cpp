// SPDX-License-Identifier: Apache-2.0
#include "models/cost/readings.hpp"

#include <set>

#include "models/common/error.hpp"
#include "models/cost/parts_by_size.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("readings have names of their own, and change what they say") {
  for (const std::string& model : cost_model_names()) {
    const CostModel defaults = make_cost_model(model);
    std::set<std::string> names;
    for (const Reading& reading : readings(model)) {
      INFO(model << " " << reading.name);
      CHECK(names.insert(reading.name).second);
      CHECK_FALSE(reading.text.empty());
      const CostModel read = read_as(model, reading.name);
      bool differs = false;
      for (const auto& [name, value] : reading.changes) {
        CHECK(parameter(read, name) == value);
        differs = differs || parameter(defaults, name) != value;
      }
      CHECK(differs == (reading.name != "12x-line"));  // that is the default
    }
  }
}

TEST_CASE("a reading changes prices, power or both, as it says") {
  for (const Reading& reading : readings("kim2007")) {
    const auto costs = [](const CostModel& model) {
      return evaluate(model,
                      parts_for_terminals("flattened-butterfly", 16384, {}, packaging_of(model)));
    };
    const CostResult before = costs(make_cost_model("kim2007"));
    const CostResult after = costs(read_as("kim2007", reading.name));
    INFO(reading.name);
    if (reading.of == Reading::Of::kPower) {
      CHECK(after.cost_per_terminal == before.cost_per_terminal);
      CHECK(after.watts_per_terminal != before.watts_per_terminal);
    } else if (reading.of == Reading::Of::kBoth) {
      CHECK(after.cost_per_terminal != before.cost_per_terminal);
      CHECK(after.watts_per_terminal != before.watts_per_terminal);
    }
  }
}

TEST_CASE("both lines of Figure 7 are there by name") {
  const auto at = [](const char* reading, double metres) {
    return mean_cable_cost_per_signal(std::get<Kim2007>(read_as("kim2007", reading)), metres);
  };
  CHECK(at("12x-line", 10) == Approx(2.16 + 14));
  CHECK(at("4x-line", 10) == Approx(5.8519 + 7.261));
}

TEST_CASE("a name that no reading has is refused with those that there are") {
  CHECK_THROWS_AS(read_as("kim2007", "5x-line"), InputError);
  CHECK_THROWS_WITH(read_as("kim2007", "5x-line"), ContainsSubstring("12x-line, 4x-line"));
  CHECK_THROWS_WITH(read_as("kim2008", "4x-line"), ContainsSubstring("unit-cables"));
  CHECK_THROWS_WITH(read_as("teh2017", "4x-line"), ContainsSubstring("no readings"));
}

}  // namespace
}  // namespace dragonfly
