// SPDX-License-Identifier: Apache-2.0
#include "models/keys/toml.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_parameters.hpp"
#include "models/keys/json.hpp"
#include "tests/catch.hpp"
#include "tests/keys/random_configuration.hpp"

namespace dragonfly {
namespace {

Configuration read(const std::string& text) {
  Configuration config;
  apply_toml(text, "net.toml", config);
  return config;
}

std::string complaint(const std::string& text) {
  try {
    static_cast<void>(read(text));
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST_CASE("a file sets the keys it names and leaves the others") {
  const Configuration config = read(
      "[topology]\np = 2\na = 4\nh = 2\narrangement = \"absolute\"\n"
      "[routing]\nalgorithm = 'UGAL_L'\n"
      "[traffic]\nload = 1\nhotspots = [3, 1]\n"
      "[measurement]\nseed = 0x10\n");
  CHECK(dragonfly_parameters(config.topology).p == 2);
  CHECK(dragonfly_parameters(config.topology).arrangement == Arrangement::kAbsolute);
  CHECK(config.routing.algorithm == "ugal-l");
  CHECK(config.traffic.load == 1.0);
  CHECK(config.traffic.hotspots == std::vector<int>{3, 1});
  CHECK(config.measurement.seed == 16);
  CHECK(config.router.buffer_depth == 16);
  CHECK(dragonfly_parameters(read("topology.p = 3").topology).p == 3);
  CHECK(read(" [ \"traffic\" ]\r\nhotspots = [\n  1,\n  2\n]\n").traffic.hotspots ==
        std::vector<int>{1, 2});
  CHECK(values_of(read("")) == values_of(Configuration{}));
}

TEST_CASE("mistakes are named with file, line, column, key and remedy") {
  struct Case {
    std::string text;
    std::vector<std::string> expected;
  };
  const std::vector<Case> cases = {
      {"[router]\nbuffer_depth = 5000\n",
       {"net.toml:2:16: router.buffer_depth = 5000: out of range", "an integer from 1 to 1024"}},
      {"[router]\nbuffer_depth = \"4\"\n",
       {"net.toml:2:16: router.buffer_depth", "this is a text", "an integer from 1 to 1024"}},
      {"[router]\nbuffer_depth = 4.0\n", {"2:16", "this is a real number", "an integer"}},
      {"[router]\nbuffer_depth = true\n", {"2:16", "this is a truth value", "an integer"}},
      {"[router]\nbuffer_depth = 2020-01-01\n", {"2:16", "this is a date or time"}},
      {"[router]\nbuffer_depth = {x = 1}\n", {"2:16", "this is a table"}},
      {"[router]\nbuffer_depth = [1]\n", {"2:16", "this is a list of integers"}},
      {"[traffic]\nhotspots = [1, 'x']\n", {"2:12", "a list that holds something else"}},
      {"[traffic]\nhotspots = []\n", {"2:12", "the list is empty"}},
      {"[traffic]\nload = nan\n", {"2:8", "out of range", "from 0 to 1"}},
      {"[routing]\nalgorithm = \"ugl-l\"\n", {"2:13", "did you mean ugal-l?", "one of min, val"}},
      {"[router]\n  bufer_depth = 4\n",
       {"net.toml:2:3: unknown key 'bufer_depth' in section [router]", "did you mean buffer_depth?",
        "keys: vcs, buffer_depth"}},
      {"[router]\nload = 0.5\n", {"2:1", "'load' belongs to section [traffic]"}},
      {"load = 0.5\n", {"net.toml:1:1", "outside of the sections", "section [traffic]"}},
      {"\n[toplogy]\np = 1\n",
       {"net.toml:2:", "unknown section [toplogy]", "did you mean topology?"}},
      {"topology = 3\n", {"1:1", "'topology' stands outside of the sections"}},
      {"[[topology]]\np = 1\n", {"net.toml:1:", "sections: topology, channels"}},
      {"[router]\nvcs = \n", {"net.toml:2:", "this is not TOML"}},
      {"[router]\nvcs = 1\nvcs = 2\n", {"net.toml:3:", "this is not TOML"}},
      {"[router\n", {"net.toml:1:", "this is not TOML"}},
      {"[!]\n", {"net.toml:1:2", "this is not TOML"}},
      {"\n [[ \n", {"net.toml:2:", "this is not TOML"}},
      {"[", {"net.toml:1:", "this is not TOML"}},
      {"[\xc3\xa4]", {"net.toml:1:2", "this is not TOML"}},
      {"[measurement]\nseed = 99999999999999999999\n", {"net.toml:2:", "this is not TOML"}},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    const std::string message = complaint(c.text);
    for (const std::string& part : c.expected) CHECK_THAT(message, ContainsSubstring(part));
  }
}

TEST_CASE("a network of another family, in whatever order its keys stand") {
  const Configuration config =
      read("[topology]\nconcentration = 2\nsizes = [4, 3]\nfamily = 'Torus'\n");
  CHECK(config.topology.family == "torus");
  CHECK(config.topology.parameters == FamilyParameters{{"concentration", {2}}, {"sizes", {4, 3}}});
  const std::string text = to_toml(config);
  CHECK_THAT(text, ContainsSubstring("family = 'torus'\n"));
  CHECK_THAT(text, ContainsSubstring("sizes = [4,3]\n"));
  CHECK_THAT(text, !ContainsSubstring("\np = "));
  CHECK(values_of(read(text)) == values_of(config));
  CHECK(
      read("[topology]\nfamily = 'file'\nwiring = 'a b.csv'\n").topology.parameters.at("wiring") ==
      ParameterValue(std::string("a b.csv")));
}

TEST_CASE("parameters of another family are refused with their place") {
  const std::string message = complaint("[topology]\nfamily = 'torus'\nsizes = [4]\np = 4\n");
  for (const char* part : {"net.toml:4:5: topology.p = 4: the family torus has no parameter p",
                           "torus has: sizes, concentration"})
    CHECK_THAT(message, ContainsSubstring(part));
  const std::string unknown = complaint("[topology]\nfamily = 'torus'\nsize = [4]\n");
  for (const char* part : {"net.toml:3:1: unknown key 'size'", "did you mean sizes?",
                           "keys: family, sizes, concentration"})
    CHECK_THAT(unknown, ContainsSubstring(part));
  CHECK_THAT(complaint("[topology]\nfamily = 'tours'\n"),
             ContainsSubstring(
                 "net.toml:2:10: topology.family = 'tours': no such choice (did you mean torus?)"));
}

TEST_CASE("results of builds that knew dragonflies only are read") {
  const auto json = nlohmann::ordered_json::parse(
      R"({"topology": {"p": 2, "a": 4, "h": 2, "g": 0, "arrangement": "absolute"}})");
  const Configuration config = configuration_from_json(json, "old.json");
  CHECK(config.topology.family == "dragonfly");
  CHECK(dragonfly_parameters(config.topology) ==
        DragonflyParameters{2, 4, 2, 0, Arrangement::kAbsolute});
  CHECK(to_json(config)["topology"].dump() ==
        R"({"family":"dragonfly","p":2,"a":4,"h":2,"g":0,"arrangement":"absolute"})");
}

TEST_CASE("JSON names the family and its parameters only, standard values filled in") {
  Configuration config;
  config.topology = {"torus", {{"sizes", {4, 4}}}};
  const auto json = to_json(config);
  CHECK(json["topology"].dump() == R"({"family":"torus","sizes":[4,4],"concentration":1})");
  CHECK(values_of(configuration_from_json(json, "x.json")) == values_of(config));
}

TEST_CASE("integers of JSON that do not fit are refused, not cut") {
  using Json = nlohmann::ordered_json;
  // 2^64 - 5 is -5 in 64 bits.
  for (const char* text :
       {R"({"routing": {"threshold": 18446744073709551611}})",
        R"({"traffic": {"hotspots": [3, 18446744073709551615]}})", R"({"traffic": 3})"})
    CHECK_THROWS_AS(configuration_from_json(Json::parse(text), "x.json"), InputError);
}

TEST_CASE("every key is refused by name and with what is allowed") {
  for (const Key& key : keys()) {
    INFO(full_name(key));
    const std::string message = complaint("[" + key.section + "]\n" + key.name + " = false\n");
    CHECK_THAT(message, ContainsSubstring("net.toml:2:"));
    CHECK_THAT(message, ContainsSubstring(full_name(key)));
    CHECK_THAT(message, ContainsSubstring(allowed(key)));
  }
}

TEST_CASE("every key with one letter missing is met with a suggestion") {
  for (const Key& key : keys()) {
    if (key.name.size() < 4) continue;
    std::string misspelt = key.name;
    misspelt.erase(misspelt.size() / 2, 1);
    INFO(misspelt);
    CHECK_THAT(complaint("[" + key.section + "]\n" + misspelt + " = 1\n"),
               ContainsSubstring("did you mean " + key.name + "?"));
  }
}

TEST_CASE("what is written reads back to the same configuration") {
  std::mt19937_64 random(3);
  CHECK(values_of(read(to_toml(Configuration{}))) == values_of(Configuration{}));
  for (int round = 0; round < 200; ++round) {
    const Configuration config = random_configuration(random);
    const std::string text = to_toml(config);
    INFO(text);
    CHECK(values_of(read(text)) == values_of(config));
  }
}

TEST_CASE("damaged files are refused, never more than that") {
  std::mt19937_64 random(4);
  const std::string text = to_toml(Configuration{});
  for (int round = 0; round < 2000; ++round) {
    std::string damaged = text;
    for (int i = 0; i < 3; ++i) {
      damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
    }
    try {
      static_cast<void>(read(damaged));
    } catch (const InputError& error) {
      CHECK_THAT(error.what(), ContainsSubstring("net.toml:"));
    }
  }
}

TEST_CASE("a file that cannot be read is named") {
  Configuration config;
  CHECK_THROWS_WITH(apply_toml_file("/no/such.toml", config), ContainsSubstring("/no/such.toml"));
}

TEST_CASE("JSON reads back to the same configuration") {
  std::mt19937_64 random(5);
  for (int round = 0; round < 200; ++round) {
    const Configuration config = random_configuration(random);
    const std::string text = to_json(config).dump();
    const auto json = nlohmann::ordered_json::parse(text);
    CHECK(values_of(configuration_from_json(json, "x.json")) == values_of(config));
  }
}

TEST_CASE("JSON that is no configuration is refused") {
  const auto complaint_of = [](const std::string& text) -> std::string {
    try {
      static_cast<void>(configuration_from_json(nlohmann::ordered_json::parse(text), "x.json"));
      return "";
    } catch (const InputError& error) {
      return error.what();
    }
  };
  CHECK(complaint_of("{}").empty());
  CHECK_THAT(complaint_of("[]"), ContainsSubstring("x.json"));
  CHECK_THAT(complaint_of(R"({"router": {"vc": 1}})"), ContainsSubstring("x.json: router.vc"));
  CHECK_THAT(complaint_of(R"({"router": {"vcs": 9}})"), ContainsSubstring("from 1 to 8"));
  CHECK_THAT(complaint_of(R"({"router": {"vcs": null}})"), ContainsSubstring("from 1 to 8"));
  CHECK_THAT(complaint_of(R"({"router": 3})"), ContainsSubstring("x.json"));
}

TEST_CASE("files without sections give their values with the place of each") {
  const auto values =
      flat_toml("optical-cost = 5.5\n# of routers\nradices = [36, 48]\nk = 2\n", "c.toml");
  REQUIRE(values.size() == 3);
  std::map<std::string, std::pair<std::string, std::string>> by_name;
  for (const TomlValue& value : values) by_name[value.name] = {value.text, value.place};
  CHECK(by_name["optical-cost"] == std::pair<std::string, std::string>("5.5", "c.toml:1:1"));
  CHECK(by_name["radices"].first == "36,48");
  CHECK(by_name["radices"].second == "c.toml:3:1");
  CHECK(by_name["k"].first == "2");
  CHECK(flat_toml("", "c.toml").empty());
  for (const char* text : {"[a]\nb = 1", "a = true", "a = [1.5]", "a = ", "a = 1\na = 2"}) {
    INFO(text);
    CHECK_THROWS_AS(flat_toml(text, "c.toml"), InputError);
    CHECK_THROWS_WITH(flat_toml(text, "c.toml"), ContainsSubstring("c.toml:"));
  }
}

}  // namespace
}  // namespace dragonfly
