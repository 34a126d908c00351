// SPDX-License-Identifier: Apache-2.0
// Models and parameters by name.
#include "models/cost/cost_model.hpp"

#include <limits>
#include <set>

#include "models/common/error.hpp"
#include "models/cost/part_lists.hpp"
#include "models/cost/parts_by_size.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("every parameter can be read and set by its name, and says what it is") {
  for (const std::string& name : cost_model_names()) {
    const CostModel original = make_cost_model(name);
    std::set<std::string> names;
    for (const ParameterInfo& info : describe_parameters(original)) {
      CAPTURE(name, info.name);
      CHECK(names.insert(info.name).second);
      CHECK_FALSE(info.source.empty());
      CHECK_FALSE(info.meaning.empty());
      CHECK(info.value == info.default_value);
      CHECK(info.default_value >= info.minimum);
      CHECK(info.default_value <= info.maximum);
      CostModel changed = original;
      set_parameter(changed, info.name, info.maximum);
      CHECK(parameter(changed, info.name) == info.maximum);
      // Only this one has changed.
      for (const ParameterInfo& other : describe_parameters(changed)) {
        CHECK((other.name == info.name || other.value == other.default_value));
      }
      CHECK_THROWS_AS(set_parameter(changed, info.name, info.minimum - 1), InputError);
      CHECK_THROWS_AS(set_parameter(changed, info.name, 2 * info.maximum + 1), InputError);
      CHECK_THROWS_AS(set_parameter(changed, info.name, std::numeric_limits<double>::quiet_NaN()),
                      InputError);
      if (info.whole) {
        CHECK_THROWS_WITH(set_parameter(changed, info.name, info.minimum + 0.5),
                          ContainsSubstring("whole number"));
      }
    }
  }
}

TEST_CASE("text as on a command line") {
  CostModel model = make_cost_model("Teh2017");
  set_parameter(model, "optical_cost", "80");
  CHECK(parameter(model, "optical-cost") == 80);
  set_parameter(model, "offered-radices", "24,96");
  CHECK(std::get<Teh2017>(model).offered_radices == std::vector<std::int64_t>{24, 96});
  CHECK_THROWS_WITH(set_parameter(model, "optical-cost", "cheap"), ContainsSubstring("cheap"));
  CHECK_THROWS_WITH(set_parameter(model, "optical-cost", ""), ContainsSubstring("number"));
  CHECK_THROWS_WITH(set_parameter(model, "optcal-cost", "1"),
                    ContainsSubstring("did you mean optical-cost?"));
  CHECK_THROWS_WITH(set_parameter(model, "optcal-cost", "x"),
                    ContainsSubstring("did you mean optical-cost?"));
  CHECK_THROWS_WITH(make_cost_model("kim2006"), ContainsSubstring("kim2007"));
}

TEST_CASE("a changed parameter changes the price") {
  CostModel model = make_cost_model("kim2008");
  const NetworkParts before = parts_for_terminals("dragonfly", 16384, {}, packaging_of(model));
  const double cost = evaluate(model, before).total_cost;
  set_parameter(model, "router-cost", 490);
  CHECK(evaluate(model, before).total_cost == Approx(cost + 100 * 1024));
  // Packaging parameters act where the parts are listed.
  set_parameter(model, "density", 150);
  CHECK(packaging_of(model).density == 150);
  CHECK(packaging_of(model).neighbour_cabinets == 4);
  CHECK(packaging_of(make_cost_model("kim2007")).neighbour_cabinets == 2);
}

TEST_CASE("every model prices every topology") {
  for (const std::string& name : cost_model_names()) {
    CostModel model = make_cost_model(name);
    if (Teh2017* teh = std::get_if<Teh2017>(&model)) teh->offered_radices.clear();
    for (const std::string& topology : cost_topologies()) {
      const CostResult r =
          evaluate(model, parts_for_terminals(topology, 5000, {}, packaging_of(model)));
      CAPTURE(name, topology);
      CHECK(r.model == name);
      CHECK(r.cost_per_terminal * static_cast<double>(r.terminals) == Approx(r.total_cost));
      CHECK(r.total_cost > 0);
      CHECK(r.has_power == (name == "kim2007"));
    }
  }
}

}  // namespace
}  // namespace dragonfly
