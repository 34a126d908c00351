// SPDX-License-Identifier: Apache-2.0
#include "models/keys/keys.hpp"

#include <limits>
#include <set>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_parameters.hpp"
#include "models/families/family_registry.hpp"
#include "tests/catch.hpp"
#include "tests/keys/random_configuration.hpp"

namespace dragonfly {
namespace {

const Key& key_of(const char* section, const char* name) {
  const Key* key = find_key(section, name);
  REQUIRE(key != nullptr);
  return *key;
}

/// The message of the InputError that the value leads to; empty if it is taken.
template <class Set>
std::string complaint(Set set, Configuration config = {}) {
  try {
    set(config);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST_CASE("keys and options are unique, and every section has keys") {
  std::set<std::string> names, options, filled;
  for (const Key& key : keys()) {
    INFO(full_name(key));
    CHECK(names.insert(full_name(key)).second);
    CHECK_FALSE(key.options.empty());
    for (const std::string& option : key.options) CHECK(options.insert(option).second);
    CHECK_FALSE(key.help.empty());
    CHECK(find_key(key.section, key.name) == &key);
    filled.insert(key.section);
  }
  for (const Section& section : sections()) CHECK(filled.count(section.name) == 1);
  CHECK(filled.size() == sections().size());
  CHECK(find_key("topology", "load") == nullptr);
}

TEST_CASE("each key is a field of its own") {
  std::mt19937_64 random(1);
  for (std::size_t i = 0; i < keys().size(); ++i) {
    const Key& key = keys()[i];
    INFO(full_name(key));
    Configuration config = configuration_with(key);
    const auto before = values_of(config);
    Value value = random_value(key, random);
    while (value == before[i]) value = random_value(key, random);
    assign(key, value, config, "place");
    const auto after = values_of(config);
    for (std::size_t other = 0; other < keys().size(); ++other) {
      // With another family there are other parameters, and another routing is its first.
      if (i == 0 && (!keys()[other].families.empty() || keys()[other].by_family)) continue;
      CHECK((after[other] == before[other]) == (other != i));
    }
    CHECK(after[i] == value);
  }
}

TEST_CASE("the routing where none is given is the family's first") {
  const Key& key = key_of("routing", "algorithm");
  Configuration config;
  CHECK(key.get(config) == Value("min"));
  config.topology.family = "k-ary-n-flat";
  CHECK(key.get(config) == Value("min-ad"));
  CHECK(standard(key, config) == Value("min-ad"));
  CHECK(is_none(standard(key)));  // families do not agree
  assign(key, Value("val"), config, "place");
  CHECK(key.get(config) == Value("val"));
}

TEST_CASE("defaults are allowed, and are those of Configuration") {
  Configuration config;
  for (const Key& key : keys()) {
    INFO(full_name(key));
    Configuration with = configuration_with(key);
    const Value value = key.get(with);
    if (!is_none(value)) CHECK_NOTHROW(assign(key, value, with, "place"));
  }
  CHECK(std::get<std::int64_t>(key_of("topology", "a").get(config)) == 8);
  CHECK(std::get<double>(key_of("traffic", "burst_length").get(config)) == 8.0);
  CHECK(std::get<std::string>(key_of("router", "flow_control").get(config)) ==
        "virtual-cut-through");
}

TEST_CASE("families have keys for all of their parameters, and no others") {
  for (const Family& family : families()) {
    Configuration config;
    config.topology.family = family.name;
    std::set<std::string> names;
    for (const Key& key : keys())
      if (!key.families.empty() && applies(key, config)) names.insert(key.options.front());
    const std::vector<std::string> parameters = parameter_names(family);
    INFO(family.name);
    CHECK(names == std::set<std::string>(parameters.begin(), parameters.end()));
  }
  CHECK(key_of("topology", "family").choices == family_names());
  CHECK(key_of("topology", "group_sizes").options.front() == "group-sizes");
  CHECK(key_of("topology", "wiring").is_file);
  CHECK(key_of("topology", "concentration").families ==
        std::vector<std::string>{"flattened-butterfly", "hypercube", "torus"});
}

TEST_CASE("a parameter that is not given has the standard value of the family, or none") {
  Configuration config;
  const Key& concentration = key_of("topology", "concentration");
  CHECK(is_none(concentration.get(config)));  // of a dragonfly
  config.topology.family = "flattened-butterfly";
  CHECK(is_none(concentration.get(config)));  // required
  config.topology.family = "torus";
  CHECK(concentration.get(config) == Value(std::int64_t{1}));
  CHECK(standard(concentration, config) == Value(std::int64_t{1}));
  assign_text(concentration, "3", config, "place");
  CHECK(concentration.get(config) == Value(std::int64_t{3}));
  CHECK(standard(concentration, config) == Value(std::int64_t{1}));
}

TEST_CASE("another family has other parameters, the same family keeps them") {
  Configuration config;
  assign_text(key_of("topology", "p"), "2", config, "place");
  assign_text(key_of("topology", "family"), "Dragonfly", config, "place");
  CHECK(config.topology.parameters.at("p") == ParameterValue{2});
  assign_text(key_of("topology", "family"), "k_ary_n_flat", config, "place");
  CHECK(config.topology.family == "k-ary-n-flat");
  CHECK(config.topology.parameters.empty());
}

TEST_CASE("a parameter of another family is refused with those there are") {
  const std::string message =
      complaint([](Configuration& c) { assign_text(key_of("topology", "k"), "4", c, "--k 4"); });
  for (const char* part :
       {"--k 4: the family dragonfly has no parameter k", "belongs to k-ary-n-flat, butterfly",
        "dragonfly has: p, a, h, g, arrangement, group_sizes, group_parallel", "--topology"})
    CHECK_THAT(message, ContainsSubstring(part));
  Configuration butterfly;
  butterfly.topology.family = "butterfly";
  CHECK_THAT(
      complaint(
          [](Configuration& c) { assign(key_of("topology", "p"), std::int64_t{1}, c, "f:1:1"); },
          butterfly),
      ContainsSubstring("f:1:1: the family butterfly has no parameter p"));
}

TEST_CASE("names of choices") {
  using Names = std::vector<std::string>;
  CHECK(key_of("routing", "algorithm").choices ==
        Names{"min", "val", "ugal-l", "ugal-g", "ugal-l-vc", "ugal-l-vch", "ugal-l-cr", "min-ad",
              "dor", "ugal", "ugal-s", "clos-ad", "destination", "adaptive", "e-cube"});
  CHECK(key_of("routing", "allocator").choices == Names{"by-routing", "greedy", "sequential"});
  CHECK(key_of("routing", "hop_metric").choices == Names{"global", "all"});
  CHECK(key_of("router", "flow_control").choices == Names{"virtual-cut-through", "wormhole"});
  CHECK(key_of("topology", "arrangement").choices ==
        Names{"relative", "absolute", "circulant", "helix", "nautilus", "greedy"});
  CHECK(key_of("traffic", "injection").choices == Names{"bernoulli", "burst", "batch"});
  CHECK(key_of("traffic", "pattern").choices ==
        Names{"uniform", "worst-case", "bit-complement", "bit-reverse", "transpose", "shuffle",
              "tornado", "neighbor", "permutation", "worst-permutation", "hotspot", "trace"});
  CHECK(name_of(Pattern::kTrace) == "trace");
  CHECK(name_of(Allocator::kSequential) == "sequential");
  CHECK(name_of(FlowControl::kWormhole) == "wormhole");
  CHECK(name_of(HopMetric::kAll) == "all");
  CHECK(name_of(Injection::kBatch) == "batch");
}

TEST_CASE("choices may be written in any case and with underscores") {
  Configuration config;
  assign_text(key_of("routing", "algorithm"), "UGAL_L_Vch", config, "place");
  CHECK(config.routing.algorithm == "ugal-l-vch");
  assign_text(key_of("traffic", "pattern"), "Worst_Case", config, "place");
  CHECK(config.traffic.pattern == Pattern::kWorstCase);
}

TEST_CASE("other names of arrangements") {
  Configuration config;
  assign_text(key_of("topology", "arrangement"), "Circulant_based", config, "place");
  CHECK(dragonfly_parameters(config.topology).arrangement == Arrangement::kCirculant);
  assign_text(key_of("topology", "arrangement"), "palmtree", config, "place");
  CHECK(dragonfly_parameters(config.topology).arrangement == Arrangement::kRelative);
  assign_text(key_of("topology", "arrangement"), "consecutive", config, "place");
  CHECK(dragonfly_parameters(config.topology).arrangement == Arrangement::kAbsolute);
}

TEST_CASE("the routing algorithm is --routing or --algorithm, the pattern --pattern or --traffic") {
  using Names = std::vector<std::string>;
  CHECK(key_of("routing", "algorithm").options == Names{"routing", "algorithm"});
  CHECK(key_of("traffic", "pattern").options == Names{"pattern", "traffic"});
  CHECK(key_of("router", "buffer_depth").options == Names{"buffer-depth"});
}

TEST_CASE("numbers are taken from the lowest to the highest, and not beyond") {
  for (const Key& key : keys()) {
    if (key.type != ValueType::kInteger && key.type != ValueType::kReal) continue;
    INFO(full_name(key));
    const auto with = [&](const Value& value) {
      return complaint([&](Configuration& config) { assign(key, value, config, "the place"); },
                       configuration_with(key));
    };
    CHECK(with(key.lowest).empty());
    CHECK(with(key.highest).empty());
    const std::string low = with(key.lowest - 1);
    CHECK_THAT(low, ContainsSubstring("the place: out of range"));
    CHECK_THAT(low, ContainsSubstring(allowed(key)));
    if (key.highest < std::numeric_limits<std::int64_t>::max()) {
      CHECK_THAT(with(key.highest + 1), ContainsSubstring(allowed(key)));
    }
  }
}

bool fits_type(ValueType type, const Value& value) {
  const bool is_integer = std::holds_alternative<std::int64_t>(value);
  switch (type) {
    case ValueType::kInteger:
      return is_integer;
    case ValueType::kReal:
      return is_integer || std::holds_alternative<double>(value);
    case ValueType::kChoice:
    case ValueType::kText:
      return std::holds_alternative<std::string>(value);
    case ValueType::kIntegers:
      return std::holds_alternative<std::vector<std::int64_t>>(value);
  }
  return false;
}

TEST_CASE("values of a wrong type are refused with what is allowed") {
  const Value values[] = {std::int64_t{1}, 0.5, std::string("x"), std::vector<std::int64_t>{0}};
  for (const Key& key : keys()) {
    for (const Value& value : values) {
      const bool fits = fits_type(key.type, value);
      if (fits) continue;
      INFO(full_name(key) << " = " << to_text(value));
      const std::string message =
          complaint([&](Configuration& config) { assign(key, value, config, "the place"); },
                    configuration_with(key));
      CHECK_THAT(message, ContainsSubstring("the place: this is a"));
      CHECK_THAT(message, ContainsSubstring("allowed: " + allowed(key)));
    }
  }
}

TEST_CASE("text that is no value is refused with what is allowed") {
  for (const Key& key : keys()) {
    if (key.type == ValueType::kText) continue;
    for (const char* text :
         {"", "x", "1x", " 1", "1 ", "+1", "--1", "1,,2", "99999999999999999999"}) {
      INFO(full_name(key) << " = '" << text << "'");
      const std::string message =
          complaint([&](Configuration& config) { assign_text(key, text, config, "the place"); },
                    configuration_with(key));
      CHECK_THAT(message, ContainsSubstring("the place: "));
      CHECK_THAT(message, ContainsSubstring("allowed: " + allowed(key)));
    }
  }
}

TEST_CASE("numbers that are none are out of range") {
  const Key& load = key_of("traffic", "load");
  for (const char* text : {"nan", "inf", "-inf", "-0.1", "1.0001"}) {
    INFO(text);
    CHECK_THAT(complaint([&](Configuration& c) { assign_text(load, text, c, "--load"); }),
               ContainsSubstring("--load: out of range; allowed: a number from 0 to 1"));
  }
}

TEST_CASE("misspelt choices are met with a suggestion") {
  const auto with = [](const std::string& text) {
    return complaint([&](Configuration& config) {
      assign_text(key_of("routing", "algorithm"), text, config, "--routing " + text);
    });
  };
  CHECK_THAT(with("ugla-l"), ContainsSubstring("--routing ugla-l: no such choice"));
  CHECK_THAT(with("ugla-l"), ContainsSubstring("did you mean ugal-l?"));
  CHECK_THAT(with("ugal-l-vhc"), ContainsSubstring("did you mean ugal-l-vch?"));
  CHECK_THAT(with("minimal-adaptive"), !ContainsSubstring("did you mean"));
}

TEST_CASE("a list may not be empty, and each element is checked") {
  const Key& hotspots = key_of("traffic", "hotspots");
  Configuration config;
  assign_text(hotspots, "0,5,7", config, "place");
  CHECK(config.traffic.hotspots == std::vector<int>{0, 5, 7});
  assign_text(hotspots, "9,2-4", config, "place");
  CHECK(config.traffic.hotspots == std::vector<int>{9, 2, 3, 4});
  for (const char* text : {"4-2", "1-", "-1-2", "1-x"})
    CHECK_THROWS_AS(assign_text(hotspots, text, config, "place"), InputError);
  CHECK_THROWS_AS(assign(hotspots, std::vector<std::int64_t>{}, config, "place"), InputError);
  CHECK_THROWS_AS(assign(hotspots, std::vector<std::int64_t>{0, -1}, config, "place"), InputError);
}

TEST_CASE("text reads back to the same value") {
  std::mt19937_64 random(2);
  for (int round = 0; round < 50; ++round) {
    const Configuration config = random_configuration(random);
    Configuration copy;
    for (const Key& key : keys())
      if (const Value value = key.get(config); !is_none(value))
        assign_text(key, to_text(value), copy, "place");
    CHECK(values_of(copy) == values_of(config));
  }
}

}  // namespace
}  // namespace dragonfly
