// SPDX-License-Identifier: Apache-2.0
// Wirings in files: what is written by hand is read as the docs say, and what is wrong is said.
#include "models/wiring/wiring_file.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "models/common/error.hpp"
#include "models/wiring/distances.hpp"
#include "models/wiring/wiring_graph.hpp"
#include "tests/catch.hpp"
#include "tests/families/graphs.hpp"

namespace dragonfly {
namespace {

Wiring read(const std::string& text) { return wiring_from_text(text, "net"); }

std::string refusal(const std::string& text) {
  try {
    static_cast<void>(read(text));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

/// A ring of three routers with a terminal each, as the docs have it.
const char* const kRing =
    "# three routers in a ring\n"
    "router,peer_router\n"
    "0,1\n"
    "1,2\n"
    "2,0\n"
    "0,terminal\n"
    "1,terminal\n"
    "2,terminal\n";

TEST_CASE("a file by hand: ports, classes, latencies and terminals follow from the rows") {
  const Wiring ring = read(kRing);
  REQUIRE(ring.routers() == 3);
  REQUIRE(ring.terminals() == 3);
  CHECK(ring.family() == "file");
  CHECK_FALSE(ring.directed());
  CHECK(ring.groups() == 0);
  // Ports in the order in which rows name the router.
  CHECK(ring.output(0, 0) == Peer{PeerKind::kRouter, 1, 0, -1});
  CHECK(ring.output(0, 1) == Peer{PeerKind::kRouter, 2, 1, -1});
  CHECK(ring.output(1, 1) == Peer{PeerKind::kRouter, 2, 0, -1});
  CHECK(ring.output(2, 2) == Peer{PeerKind::kTerminal, -1, -1, 2});
  CHECK(ring.classes() == std::vector<ChannelClass>{{"channel", 1}, {"terminal", 1}});
  CHECK(graph_of(ring).classes == std::vector<std::string>{"channel"});
}

TEST_CASE("a file by hand: all that can be said") {
  const Wiring wiring = read(
      "\xEF\xBB\xBF#: family two-groups\r\n"
      "#: class optical 20\r\n"
      "#: routers 0-1 ports 4 group 0\r\n"
      "#: routers 2 ports 5 group 1\r\n"
      "\r\n"
      "class, latency ,router,port,peer_router,peer_port\r\n"
      "optical,,0,3,2,0\r\n"
      "optical,7,1,,2,4\r\n"
      "\"copper\",2,\"0\",,1,\r\n"
      ",,terminal,,2,\r\n"
      ",3,0,1,terminal,\r\n");
  CHECK(wiring.family() == "two-groups");
  CHECK(wiring.routers() == 3);
  CHECK(wiring.ports(2) == 5);
  CHECK(wiring.output(0, 3) == Peer{PeerKind::kRouter, 2, 0, -1});
  CHECK(wiring.output_latency(0, 3) == 20);
  CHECK(wiring.output_latency(1, 0) == 7);
  CHECK(wiring.output(0, 0) == Peer{PeerKind::kRouter, 1, 1, -1});
  CHECK(wiring.output_latency(0, 0) == 2);
  // Terminals without numbers are numbered router by router.
  CHECK(wiring.injection(0) == PortPlace{0, 1});
  CHECK(wiring.injection(1) == PortPlace{2, 1});
  CHECK(wiring.output_latency(0, 1) == 3);
  CHECK(wiring.output_latency(2, 1) == 1);
  CHECK(wiring.groups() == 2);
  CHECK(wiring.group(2) == 1);
  CHECK(wiring.longest_latency() == 20);
  CHECK(read(wiring_csv(wiring)) == wiring);
  CHECK(read(wiring_json(wiring)) == wiring);
}

TEST_CASE("JSON by hand is the same as CSV by hand") {
  CHECK(read(R"({"channels": [{"router": 0, "peer_router": 1}, {"router": 1, "peer_router": 2},
    {"router": 2, "peer_router": 0}, {"router": 0, "peer_router": "terminal"},
    {"peer_router": "terminal", "router": 1}, {"router": "terminal", "peer_router": 2}]})") ==
        read(kRing));
  const Wiring two = read(R"({"family": "two", "directed": false,
     "classes": {"terminal": 1, "cable": 20},
     "routers": [{"first": 0, "last": 1, "ports": 2, "group": 0}],
     "channels": [{"router": 0, "port": 1, "peer_router": 1, "peer_port": 1, "class": "cable", "latency": 20},
                  {"router": 0, "peer_router": "terminal"},
                  {"router": 1, "peer_router": "terminal"}]})");
  CHECK(two.family() == "two");
  CHECK(two.output(0, 1) == Peer{PeerKind::kRouter, 1, 1, -1});
  CHECK(two.output(1, 0) == Peer{PeerKind::kTerminal, -1, -1, 1});
  CHECK(two.output_latency(0, 1) == 20);
  // "classes" decides on the order and the latencies, wherever it stands.
  const Wiring last = read(R"({"channels": [{"router": 0, "peer_router": 1, "class": "b"},
    {"router": 1, "peer_router": 2, "class": "a"}], "classes": {"a": 5, "b": 6}})");
  CHECK(last.classes() == std::vector<ChannelClass>{{"a", 5}, {"b", 6}});
  CHECK(last.output_latency(0, 0) == 6);
  CHECK(last.output_latency(1, 1) == 5);
}

TEST_CASE("channels of one way are written and read as such") {
  const std::string text =
      "#: directed yes\nrouter,port,peer_router,peer_port\n"
      "terminal,0,0,0\nterminal,1,1,0\n0,1,1,1\n1,1,0,1\n0,0,terminal,1\n1,0,terminal,0\n";
  const Wiring wiring = read(text);
  CHECK(wiring.directed());
  CHECK(wiring.injection(1) == PortPlace{1, 0});
  CHECK(wiring.ejection(1) == PortPlace{0, 0});
  CHECK(graph_of(wiring).channels.size() == 2);
  CHECK(read(wiring_csv(wiring)) == wiring);
  CHECK(read(wiring_json(wiring)) == wiring);
}

TEST_CASE("what is wrong in CSV is said with its line and column") {
  const std::string head = "router,port,peer_router,peer_port,class,latency\n";
  const std::vector<std::pair<std::string, std::vector<std::string>>> cases{
      {"", {"net: there is no line with the names of the columns"}},
      {"router,prot,peer_router\n", {"net:1:8: there is no column \"prot\"", "did you mean port?"}},
      {"router,port\n", {"net:1:1: column peer_router is missing"}},
      {"router,peer_router,router\n", {"net:1:20: column router comes twice"}},
      {head + "0,0,1,0,x\n", {"net:2:1: the line has 5 fields", "6 columns"}},
      {head + "0,0,one,0,x,1\n", {"net:2:5: \"one\" is not the number of a router or the word"}},
      {head + "0,-1,1,0,x,1\n", {"net:2:3: \"-1\" is not the number of a port; use 0 to"}},
      {head + "0,0,1,0,x,0\n", {"net:2:11: \"0\" is not a latency in cycles; use 1 to 65535"}},
      {head + "0,0,1,0,x,99999999999999999999\n", {"net:2:11", "is not a latency"}},
      {head + "0,0,1,0,a b,1\n", {"net:2:9: \"a b\" is no name of a class"}},
      {head + "0,0,1,0,,\n0,0,2,0,,\n",
       {"net:3: port 0 of router 0 has a channel already, at net:2"}},
      {head + "0,0,0,1,,\n", {"net:2: router 0 is joined with itself"}},
      {head + "terminal,0,terminal,1,,\n", {"net:2: a terminal is joined with a terminal"}},
      {head + "0,0,terminal,1,,\n", {"net:2: there are 1 terminals", "0 to 0, not 1"}},
      {head + "0,0,terminal,0,,\n0,1,terminal,0,,\n1,,terminal,2,,\n",
       {"net:3: terminal 0 has two channels, here and at net:2"}},
      {head + "1,0,terminal,0,,\n0,1,terminal,1,,\n",
       {"net:3: terminal 1 is at router 0", "router by router"}},
      {head + "0,0,terminal,,,\n0,1,terminal,1,,\n", {"net:3: terminal 1 has a number"}},
      {head + "0,0,20000000,0,,\n", {"net:2: router 20000000: at most 16777216 routers"}},
      {"#: familiy x\n" + head, {"net:1:4", "did you mean family?", "settings: family, directed"}},
      {"#: directed maybe\n" + head, {"net:1:13", "use yes or no"}},
      {"#: class a 0\n" + head, {"net:1:12", "use 1 to 65535"}},
      {"#: class a\n#: class a\n" + head, {"net:2:10: class a comes twice"}},
      {"#: routers 1-2 ports 3\n" + head, {"net:1: routers 1 to 2", "the next one is 0"}},
      {"#: routers 0-1 prts 3\n" + head, {"net:1:16: \"prts\" (did you mean ports?)"}},
      {"#: routers 0-1 ports 1\n" + head + "0,1,1,0,,\n",
       {"net:3: there is no port 1 of router 0: it has 1 ports"}},
      {"#: routers 0-1\n" + head + "0,1,2,0,,\n", {"net:3: there is no router 2", "0 to 1"}},
      {"#: routers 0 group 0\n#: routers 1\n" + head, {"net:2: either all routers have a group"}},
      {"#: routers 0-1 group 1\n" + head, {"net: group 0 has no routers"}},
      {"#: dimensions 2,2\n#: class x\n#: class y\n" + head + "0,,1,,x,\n1,,2,,x,\n3,,2,,x,\n",
       {"net:6: routers 1 and 2 differ in another dimension than 1"}},
      {"#: dimensions 2,3\n#: class x\n#: class y\n" + head + "0,,1,,x,\n",
       {"dimensions 2,3: they make 6 routers, and there are 2"}},
      {head + "#: directed yes\n", {"net:2:4: lines with #: stand before"}},
      {"#: directed yes\n" + head + "terminal,0,0,0,,\n", {"net: 1 terminals inject and 0 eject"}},
      {"#: directed yes\n" + head + "terminal,,0,0,,\n0,0,terminal,,,\n",
       {"net:3: the terminal has no number"}},
      {head, {"net: the network has no routers"}}};
  for (const auto& [text, parts] : cases) {
    const std::string message = refusal(text);
    INFO(text);
    for (const std::string& part : parts) CHECK_THAT(message, ContainsSubstring(part));
  }
}

TEST_CASE("what is wrong in JSON is said with its path") {
  const auto channels = [](const std::string& list) { return "{\"channels\": [" + list + "]}"; };
  const std::vector<std::pair<std::string, std::vector<std::string>>> cases{
      {"{", {"net:1:1: this is no JSON"}},
      {"{\"family\": \"x\",\n \"channels\": [}", {"net:2:15: this is no JSON"}},
      {"{\"famly\": \"x\"}", {"net: there is no key \"famly\"", "did you mean family?"}},
      {"{\"channels\": [{\"latency\": 1e999}]}",
       {"net: channels[0]: this is no JSON: number overflow"}},
      {"{\"family\": 3}", {"net: family: 3 is no name"}},
      {"{\"directed\": 1}", {"net: directed: this must be true or false"}},
      {"{\"directed\": true, \"directed\": false}", {"the key \"directed\" comes twice"}},
      {"{\"channels\": 3}", {"net: channels: this must be a list"}},
      {"{\"channels\": [3]}", {"net: channels: this must be a list of objects"}},
      {channels("{\"router\": 0}"), {"net: channels[0]: the key peer_router is missing"}},
      {channels("{\"router\": 0, \"peer_router\": 1}, {\"router\": 0, \"peer_ruter\": 2}"),
       {"net: channels[1]: there is no key \"peer_ruter\"", "did you mean peer_router?"}},
      {channels("{\"router\": 0.5, \"peer_router\": 1}"), {"net: channels[0].router: 0.5 is not"}},
      {channels("{\"router\": 0, \"peer_router\": \"term\"}"),
       {"channels[0].peer_router: \"term\""}},
      {channels("{\"router\": 0, \"peer_router\": 18446744073709551615}"), {"is not the number"}},
      {channels("{\"router\": 0, \"router\": 1, \"peer_router\": 2}"),
       {"net: channels[0]: the key \"router\" comes twice"}},
      {channels("{\"router\": 0, \"port\": 0, \"peer_router\": 1},"
                "{\"router\": 0, \"port\": 0, \"peer_router\": 2}"),
       {"net: channels[1]: port 0 of router 0 has a channel already, at net: channels[0]"}},
      {"{\"routers\": [{\"last\": 3}]}", {"net: routers[0]: the key first is missing"}},
      {"{\"routers\": [{\"first\": 1}]}", {"net: routers[0]: routers 1 to 1"}},
      {"{\"classes\": {\"a\": \"slow\"}}", {"net: classes.a: \"slow\" is not a latency"}},
      {"{\"dimensions\": [[[[[[[[1]]]]]]]]}", {"nested too deeply"}}};
  for (const auto& [text, parts] : cases) {
    const std::string message = refusal(text);
    INFO(text);
    for (const std::string& part : parts) CHECK_THAT(message, ContainsSubstring(part));
  }
}

TEST_CASE("an object of very many keys is refused at once") {
  std::string text = "{\"parameters\": {\"a\": 1";
  for (int i = 0; i < 300'000; ++i) text += ", \"k" + std::to_string(i) + "\": 1";
  CHECK_THROWS_WITH(wiring_from_text(text + "}}", "net"),
                    ContainsSubstring("net: parameters: an object has more than"));
}

TEST_CASE("mutated files are refused with words or read, and what is read can be measured") {
  std::mt19937 random(1);
  const auto number = [&](std::size_t below) { return random() % below; };
  const std::vector<std::string> seeds{
      wiring_csv(dragonfly_wiring(links_of(Dragonfly({1, 2, 1, 3})))),
      wiring_json(dragonfly_wiring(links_of(Dragonfly({1, 2, 1, 3})))),
      wiring_csv(butterfly_wiring(2, 2)), wiring_json(torus_wiring({3, 2})), kRing};
  const std::string pieces[] = {",", "0", "1", "7", "-",  "\n",   "\"", "terminal", "#:",   "{",
                                "}", "[", "]", ":", "99", "\xff", " ",  "port",     "group"};
  int accepted = 0, refused = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string text = seeds[number(seeds.size())];
    for (std::size_t changes = 1 + number(3); changes > 0; --changes) {
      const std::size_t at = number(text.size());
      const std::string& piece = pieces[number(std::size(pieces))];
      switch (number(4)) {
        case 0:
          text.insert(at, piece);
          break;
        case 1:
          text.erase(at, 1 + number(12));
          break;
        case 2:
          text.replace(at, piece.size(), piece);
          break;
        default:
          text.resize(std::max<std::size_t>(at, 1));
      }
      if (text.empty()) text = "x";
    }
    try {
      const Wiring wiring = read(text);
      ++accepted;
      CHECK(read(wiring_csv(wiring)) == wiring);
      CHECK(read(wiring_json(wiring)) == wiring);
      static_cast<void>(measure_distances(graph_of(wiring)));
    } catch (const InputError& error) {
      ++refused;
      CHECK(std::string(error.what()).starts_with("net:"));
    }
  }
  CHECK(accepted > 100);
  CHECK(refused > 1000);
}

TEST_CASE("groups may be spread over the numbers of routers") {
  WiringBuilder builder("x", {1, 1, 1, 1});
  const int link = builder.add_class("link");
  builder.connect({0, 0}, {2, 0}, link);
  builder.connect({1, 0}, {3, 0}, link);
  builder.set_groups({0, 1, 0, 1});
  const Wiring wiring = builder.build();
  CHECK(wiring.groups() == 2);
  CHECK_FALSE(wiring.groups_are_runs());
  CHECK(wiring.index_in_group(2) == 1);
  CHECK(wiring.index_in_group(1) == 0);
  CHECK(wiring.first_of_group(1) == 1);
  CHECK(read(wiring_csv(wiring)) == wiring);
}

}  // namespace
}  // namespace dragonfly
