// SPDX-License-Identifier: Apache-2.0
// dragonfly topology. What it tells is compared with the graph that it exports, searched here.
#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

#include "tests/catch.hpp"
#include "tests/command/processes.hpp"
#include "tests/command/refusal.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::json;

std::vector<std::string> topology(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "topology");
  return arguments;
}

Json json_of(std::vector<std::string> arguments) {
  arguments.push_back("--json");
  const Outcome outcome = run(topology(std::move(arguments)));
  INFO(outcome.errors);
  REQUIRE(outcome.exit_code == 0);
  return Json::parse(outcome.output);
}

std::vector<std::string> words(const std::string& text, char separator) {
  std::vector<std::string> list;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, separator);) list.push_back(word);
  return list;
}

/// The exported graph of a dragonfly.
struct Exported {
  std::map<int, std::set<int>> local, global;
  std::map<int, int> group;
  int locals = 0, globals = 0;

  explicit Exported(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--export", "csv"});
    const Outcome outcome = run(topology(std::move(arguments)));
    REQUIRE(outcome.exit_code == 0);
    const std::vector<std::string> lines = words(outcome.output, '\n');
    for (const std::string& line : lines) {
      // "#: routers 0-7 ports 15 group 0", then rows of channels.
      const std::vector<std::string> setting = words(line, ' ');
      if (setting.size() == 7 && setting[1] == "routers") {
        const std::vector<std::string> range = words(setting[2], '-');
        for (int router = std::stoi(range.at(0)); router <= std::stoi(range.at(1)); ++router)
          group[router] = std::stoi(setting[6]);
      }
      if (line.starts_with('#')) continue;
      const std::vector<std::string> cells = words(line, ',');
      REQUIRE(cells.size() == 6);
      if (cells[0] == "router") CHECK(line == "router,port,peer_router,peer_port,class,latency");
      if (cells[0] == "router" || cells[2] == "terminal") continue;
      const int from = std::stoi(cells[0]), to = std::stoi(cells[2]);
      const bool is_global = cells[4] == "global";
      (is_global ? globals : locals) += 1;
      auto& neighbours = is_global ? global : local;
      neighbours[from].insert(to);
      neighbours[to].insert(from);
    }
  }

  /// Distances to all routers.
  [[nodiscard]] std::map<int, int> distances(int source) const {
    std::map<int, int> found{{source, 0}};
    std::vector<int> order{source};
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (const auto* channels : {&local, &global}) {
        const auto next = channels->find(order[i]);
        if (next == channels->end()) continue;
        for (const int to : next->second)
          if (found.emplace(to, found[order[i]] + 1).second) order.push_back(to);
      }
    }
    return found;
  }

  /// Routers outside the group at the ends of walks of these hops ("glg") from one router.
  [[nodiscard]] std::set<int> reached(int source, const std::string& hops) const {
    std::set<int> now{source};
    for (const char hop : hops) {
      std::set<int> next;
      const auto& channels = hop == 'g' ? global : local;
      for (const int router : now)
        if (const auto found = channels.find(router); found != channels.end())
          next.insert(found->second.begin(), found->second.end());
      now = next;
    }
    std::erase_if(now, [&](int router) { return group.at(router) == group.at(source); });
    return now;
  }
};

TEST_CASE("the JSON of 1,056 terminals has all that is promised, with the values of the papers") {
  // Kim et al. 2008, Section 3: 33 groups of 8 routers; 33 x 8 x 7 / 2 local and 33 x 32 / 2 global
  // channels; k' = a (p + h).
  const Json json = json_of({});
  CHECK(json["terminals"] == 1056);
  CHECK(json["routers"] == 264);
  CHECK(json["groups"] == 33);
  CHECK(json["radix"] == 15);
  CHECK(json["effective_radix"] == 64);
  CHECK(json["local_channels"] == 924);
  CHECK(json["global_channels"] == 528);
  CHECK(json["diameter"] == 3);
  CHECK(json["connected"] == true);
  REQUIRE(json["average_distance"].is_number());
  REQUIRE(json["fairness"]["max_difference_percent"].is_number());
  REQUIRE(json["fairness"]["cv2"].is_number());
  CHECK(json.count("paths") == 0);
  CHECK(json_of({"--p", "16", "--a", "32", "--h", "16"})["terminals"] == 262656);
}

TEST_CASE("distances and fairness are those of the exported graph") {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {},
           {"--a", "4", "--h", "2", "--arrangement", "absolute"},
           {"--a", "5", "--h", "3", "--g", "7", "--arrangement", "nautilus"},
           {"--a", "4", "--h", "1", "--g", "9", "--arrangement", "greedy"}}) {
    const Json json = json_of(arguments);
    const Exported graph(arguments);
    double sum = 0;
    std::vector<double> delta;
    int diameter = 0;
    for (const auto& [source, unused] : graph.group) {
      double from_here = 0;
      for (const auto& [to, distance] : graph.distances(source)) {
        from_here += distance;
        diameter = std::max(diameter, distance);
      }
      sum += from_here;
      delta.push_back(from_here / static_cast<double>(graph.group.size() - 1));
    }
    const auto routers = static_cast<double>(graph.group.size());
    const double mean = sum / (routers * (routers - 1));
    double variance = 0;
    for (const double d : delta) variance += (d - mean) * (d - mean) / routers;
    const auto [least, most] = std::minmax_element(delta.begin(), delta.end());
    INFO(json.dump());
    CHECK(json["routers"] == graph.group.size());
    CHECK(json["local_channels"] == graph.locals);
    CHECK(json["global_channels"] == graph.globals);
    CHECK(json["diameter"] == diameter);
    CHECK(json["average_distance"] == Approx(mean).epsilon(1e-12));
    CHECK(json["fairness"]["max_difference_percent"].get<double>() ==
          Approx(100 * (*most - *least) / *least).margin(1e-9));
    CHECK(json["fairness"]["cv2"].get<double>() == Approx(variance / mean / mean).margin(1e-12));
  }
}

TEST_CASE("--paths counts what walks on the exported graph reach") {
  for (const char* arrangement : {"relative", "absolute", "circulant", "helix", "nautilus"}) {
    const std::vector<std::string> arguments = {
        "--p", "1", "--a", "4", "--h", "2", "--arrangement", arrangement, "--paths"};
    const Json paths = json_of(arguments)["paths"];
    const Exported graph({"--p", "1", "--a", "4", "--h", "2", "--arrangement", arrangement});
    const std::size_t rows = paths["symmetric_groups"] == true ? 1 : 9;
    for (std::size_t group = 0; group < rows; ++group) {
      for (std::size_t router = 0; router < 4; ++router) {
        const int source = static_cast<int>(4 * group + router);
        std::set<int> shorter, equal, either;
        for (const char* type : {"gg", "ggl", "lgg", "glg"}) {
          const std::set<int> ends = graph.reached(source, type);
          INFO(arrangement << " " << source << " " << type);
          REQUIRE(paths[type].size() == rows);
          CHECK(paths[type][group][router] == ends.size());
          const std::size_t hops = std::string(type).size();
          for (const int to : ends) {
            std::size_t minimal = 9;
            for (const char* hm : {"g", "lg", "gl", "lgl"})
              if (graph.reached(source, hm).contains(to))
                minimal = std::min(minimal, std::string(hm).size());
            if (hops < minimal) shorter.insert(to);
            if (hops == minimal) equal.insert(to);
            if (hops <= minimal) either.insert(to);
          }
        }
        CHECK(paths["shorter"][group][router] == shorter.size());
        CHECK(paths["equal"][group][router] == equal.size());
        CHECK(paths["shorter_or_equal"][group][router] == either.size());
      }
    }
  }
}

TEST_CASE("--paths of (4,2) with the relative arrangement are those of Figure 2") {
  // Curtsinger and Bunde: shorter 2h - 2, but 0 from the first and last router; equal
  // 4ah - 3a - 10h + 9, but 2ah - a - h from those.
  const Json paths = json_of({"--p", "1", "--a", "4", "--h", "2", "--paths"})["paths"];
  CHECK(paths["symmetric_groups"] == true);
  CHECK(paths["shorter"] == Json::parse("[[0, 2, 2, 0]]"));
  CHECK(paths["equal"] == Json::parse("[[10, 9, 9, 10]]"));
}

TEST_CASE("--paths A,B lists paths, every hop a channel of the graph") {
  const std::vector<std::string> network = {"--p", "1", "--a", "4", "--h", "2"};
  const Exported graph(network);
  std::size_t listed = 0;
  for (const char* to : {"1.0", "2.3", "5.1", "8.2"}) {
    std::vector<std::string> arguments = network;
    arguments.insert(arguments.end(), {"--paths", std::string("0.1,") + to});
    const Json paths = json_of(arguments)["paths"];
    CHECK(paths["from"] == 1);
    REQUIRE(!paths["minimal"].empty());
    const std::size_t minimal = paths["minimal"][0]["type"].get<std::string>().size();
    for (const char* kind : {"minimal", "shorter", "equal"}) {
      for (const Json& path : paths[kind]) {
        ++listed;
        const std::string type = path["type"];
        const std::vector<std::string> parts = words(path["path"], ' ');
        REQUIRE(parts.size() == 2 * type.size() + 1);
        const auto number = [](const std::string& name) {
          return 4 * std::stoi(name) + std::stoi(name.substr(name.find('.') + 1));
        };
        for (std::size_t i = 0; i < type.size(); ++i) {
          CHECK(parts[2 * i + 1] == std::string("-") + type[i] + "->");
          const auto& channels = type[i] == 'g' ? graph.global : graph.local;
          CHECK(channels.at(number(parts[2 * i])).contains(number(parts[2 * i + 2])));
        }
        CHECK(parts.back() == to);
        if (std::string(kind) == "shorter") CHECK(type.size() < minimal);
        if (std::string(kind) != "shorter") CHECK(type.size() == minimal);
      }
    }
  }
  CHECK(listed > 4);
  const Outcome csv = run(topology({"--a", "4", "--h", "2", "--paths", "0.1,5.1", "--csv"}));
  CHECK(csv.output.starts_with("kind,type,path\nminimal,"));
  const Outcome table = run(topology({"--a", "4", "--h", "2", "--paths", "1,21"}));
  CHECK_THAT(table.output, ContainsSubstring("-g->"));
}

TEST_CASE("CSV has the figures of the JSON, and with --paths a line for each router") {
  const Outcome csv = run(topology({"--csv"}));
  const std::vector<std::string> lines = words(csv.output, '\n');
  REQUIRE(lines.size() == 2);
  const std::vector<std::string> names = words(lines[0], ','), values = words(lines[1], ',');
  REQUIRE(names.size() == values.size());
  std::map<std::string, std::string> cells;
  for (std::size_t i = 0; i < names.size(); ++i) cells[names[i]] = values[i];
  CHECK(cells["terminals"] == "1056");
  CHECK(cells["arrangement"] == "relative");
  CHECK(cells["channels.global"] == "528");
  CHECK(cells.count("fairness.cv2") == 1);
  const std::vector<std::string> rows =
      words(run(topology({"--a", "4", "--h", "2", "--arrangement", "absolute", "--paths", "--csv"}))
                .output,
            '\n');
  CHECK(rows.at(0) == "group,router,gg,ggl,lgg,glg,shorter,equal,shorter_or_equal");
  CHECK(rows.size() == 1 + 9 * 4);
}

TEST_CASE("results go to files beside the table, or to standard output in its place") {
  const TemporaryDirectory directory;
  const std::string json = directory / "t.json", csv = directory / "t.csv";
  const Outcome both = run(topology({"--json", json, "--csv", csv}));
  CHECK(both.exit_code == 0);
  CHECK_THAT(both.output, ContainsSubstring("1056"));
  CHECK(content_of(json) == run(topology({"--json"})).output);
  CHECK(content_of(json) == run(topology({"--json", "-"})).output);
  CHECK(content_of(csv) == run(topology({"--csv"})).output);
  const std::string graph = directory / "g.dot";
  const Outcome exported = run(topology({"--export", "dot", "--out", graph}));
  CHECK(content_of(graph) == run(topology({"--export", "dot"})).output);
  CHECK_THAT(exported.output, ContainsSubstring("1056"));
  const Outcome aside = run(topology({"--export", "dot", "--json", json}));
  CHECK(aside.output == content_of(graph));  // and no table after it
}

TEST_CASE("every family has its metrics") {
  const auto metrics = [](std::vector<std::string> arguments) {
    arguments.push_back("--metrics");
    return json_of(std::move(arguments));
  };
  // 3-D torus of 4 x 4 x 4: 64 x 3 channels, bisection 2 x 16, diameter 6, mean 64 x 3 / 63.
  const Json torus = metrics({"--topology", "torus", "--sizes", "4,4,4"});
  CHECK(torus["terminals"] == 64);
  CHECK(torus["diameter"] == 6);
  CHECK(torus["average_distance"] == Approx(192.0 / 63));
  CHECK(torus["bisection"]["channels"] == 32);
  // Hypercube of 10 dimensions: mean 10 x 512 / 1023; half of all terminals, the own one among
  // them, lie across each dimension, and each router has one channel there.
  const Json cube = metrics({"--topology", "hypercube", "--dimensions", "10"});
  CHECK(cube["average_distance"] == Approx(5120.0 / 1023));
  CHECK(cube["channel_load"]["uniform"]["dimension-1"]["most"] == Approx(0.5));
  // All terminals of a router send over the one channel to the next.
  const Json flat = metrics({"--topology", "k-ary-n-flat", "--k", "8", "--n", "2"});
  CHECK(flat["terminals"] == 64);
  CHECK(flat["throughput_bound"]["worst-case"] == Approx(1.0 / 8));
  // Minimal routing under worst-case traffic: a p terminals over one channel.
  const Json dragonfly = metrics({"--a", "4", "--h", "2", "--p", "2"});
  CHECK(dragonfly["throughput_bound"]["worst-case"] == Approx(1.0 / 8));
  CHECK(dragonfly["worst_case"]["pattern"] == "next-group");
  CHECK(flat["worst_case"]["pattern"] == "next-router");
  const Json clos = metrics({"--topology", "folded-clos", "--radix", "8", "--levels", "2"});
  CHECK(clos["terminals"] == 32);
  CHECK(clos["diameter"] == 2);
  const Json fly = metrics({"--topology", "butterfly", "--k", "4", "--n", "3"});
  CHECK(fly["terminals"] == 64);
  CHECK(fly["path_diversity"]["most"] == 1);
  CHECK(fly.count("bisection") == 0);
  for (const char* family : {"dragonfly", "flattened-butterfly", "k-ary-n-flat", "butterfly",
                             "folded-clos", "hypercube", "generalized-hypercube", "torus"})
    CHECK(json_of({"--topology", family, "--terminals", "1000"})["terminals"] >= 1000);
}

TEST_CASE("--metrics tell the worst permutation, and both bounds of the bisection") {
  // An 8 x 8 torus and a 6-cube: 85/14 and 13/6 by scipy's linear_sum_assignment.
  const std::vector<std::string> square = {"--topology", "torus", "--sizes", "8,8", "--metrics"};
  const Json torus = json_of(square);
  CHECK(torus["throughput_bound"]["worst-case"] == Approx(14.0 / 85));
  CHECK(torus["channel_load"]["worst-case"]["dimension-2"]["most"] == Approx(85.0 / 14));
  CHECK(torus["worst_case"]["pattern"] == "worst-permutation");
  CHECK(torus["worst_case"]["exact"] == true);
  CHECK(torus["worst_case"]["channel"]["class"] == "dimension-1");
  CHECK_THAT(run(topology(square)).output, ContainsSubstring("the worst of all permutations"));
  const Json cube = json_of({"--topology", "hypercube", "--dimensions", "6", "--metrics"});
  CHECK(cube["throughput_bound"]["worst-case"] == Approx(6.0 / 13));
  for (const char* sizes : {"16,8,4", "4,8,16", "8,16,4"}) {
    const Json grid = json_of({"--topology", "torus", "--sizes", sizes, "--metrics"});
    CHECK(grid["bisection"]["channels"] == 64);
    CHECK(grid["bisection"]["lower_bound"] == 64);
    CHECK(grid["bisection"]["exact"] == true);
    const Json flat = json_of({"--topology", "flattened-butterfly", "--sizes", sizes,
                               "--concentration", "1", "--metrics"});
    CHECK(flat["bisection"]["channels"] == 512);
  }
  // All rings odd: the bounds differ, and the table shows both.
  const Outcome odd = run(topology({"--topology", "torus", "--sizes", "5,5,7", "--metrics"}));
  CHECK_THAT(odd.output, ContainsSubstring(" to "));
  const Json bounds = json_of({"--topology", "torus", "--sizes", "5,5,7", "--metrics"});
  CHECK(bounds["bisection"]["exact"] == false);
  CHECK(bounds["bisection"]["lower_bound"] < bounds["bisection"]["channels"]);
}

TEST_CASE("the lines of --metrics keep their columns apart") {
  for (const std::vector<std::string>& network :
       {std::vector<std::string>{"--p", "16", "--a", "16", "--h", "1"},
        {"--topology", "hypercube", "--dimensions", "11"}}) {
    std::vector<std::string> arguments = network;
    arguments.push_back("--metrics");
    const std::string output = run(topology(arguments)).output;
    CHECK_THAT(output, ContainsSubstring("highest load"));
    CHECK_FALSE(std::regex_search(output, std::regex("[a-z][0-9]+\\.[0-9]")));
  }
}

TEST_CASE("--scalability has the points of the papers' figures") {
  const Json rows = Json::parse(run(topology({"--scalability", "--json"})).output)["scalability"];
  const auto found =
      std::find_if(rows.begin(), rows.end(), [](const Json& row) { return row["radix"] == 64; });
  REQUIRE(found != rows.end());
  CHECK((*found)["dragonfly"] == 262656);              // h = 16
  CHECK((*found)["flattened_butterfly"][2] == 65536);  // 16-ary 4-flat
  CHECK((*found)["one_hop"] == 1056);                  // 32 terminals with 33 routers
  CHECK_THAT(run(topology({"--scalability"})).output, ContainsSubstring("262656"));
  CHECK(run(topology({"--scalability", "--csv"})).output.starts_with("radix,one_hop,dragonfly,"));
}

TEST_CASE("--emit-config writes a file that config and run take") {
  const TemporaryDirectory directory;
  for (const char* arrangement :
       {"relative", "absolute", "circulant", "helix", "nautilus", "greedy"}) {
    const std::string file = directory / (std::string(arrangement) + ".toml");
    const std::vector<std::string> network = {"--p", "2", "--a",           "4",        "--h", "2",
                                              "--g", "5", "--arrangement", arrangement};
    std::vector<std::string> arguments = network;
    arguments.insert(arguments.end(), {"--emit-config", file});
    REQUIRE(run(topology(arguments)).exit_code == 0);
    arguments = network;
    arguments.insert(arguments.begin(), "config");
    CHECK(run({"config", "--config", file}).output == run(arguments).output);
    CHECK(run({"run", "--config", file}).exit_code == 0);
    CHECK(json_of({"--config", file}) == json_of(network));
  }
  check_refused(topology({"--vcs", "1", "--emit-config", directory / "bad.toml"}),
                {"router.vcs = 1"});
  CHECK_FALSE(std::filesystem::exists(directory / "bad.toml"));
}

TEST_CASE("options of topology that contradict each other are refused") {
  const TemporaryDirectory directory;
  const std::string file = directory / "f";
  check_refused(topology({"--json", "--csv"}), {"--json and --csv", "standard output"});
  check_refused(topology({"--json", file, "--csv", directory / "./f"}), {"the same file"});
  check_refused(topology({"--json", file, "--emit-config", file}), {"the same file"});
  check_refused(topology({"--export", "dot", "--json"}), {"--export", "standard output"});
  check_refused(topology({"--export", "dot", "--metrics"}), {"--metrics", "--out FILE"});
  check_refused(topology({"--out", file}), {"add --export FORMAT"});
  check_refused(topology({"--export", "grafml"}), {"did you mean graphml?", "dot"});
  check_refused(topology({"--scalability", "--metrics"}), {"--metrics", "--scalability"});
  check_refused(topology({"--scalability", "--p", "4"}), {"--scalability", "no network"});
  check_refused(topology({"--json", "/no/such/directory/f"}), {"/no/such/directory"});
  check_refused(topology({"--emit-config", ""}), {"the name is empty"});
  check_refused(topology({"--plot", "/no/such/directory/f"}), {"/no/such/directory"});
  CHECK(directory.files().empty());
}

TEST_CASE("parameters that make no network are refused, with the nearest that do") {
  check_refused(topology({"--arrangement", "circulant", "--h", "3"}), {"h = 3", "h = 2 or 4"});
  check_refused(topology({"--h", "0", "--g", "2"}), {"topology.h = 0 with g = 2", "g = 1"});
  check_refused(topology({"--g", "40"}), {"topology.g = 40", "use g = 33"});
  check_refused(topology({"--arrangement", "greedy", "--g", "40", "--paths"}), {"--paths", "33"});
  check_refused(topology({"--group-parallel", "2", "--paths"}), {"--group-parallel"});
  check_refused(topology({"--group-sizes", "2,3"}), {"a = 8", "a = 6"});
  check_refused(topology({"--topology", "torsu"}), {"did you mean torus?"});
  check_refused(topology({"--topology", ""}), {"--topology : no such choice", "one of dragonfly"});
  check_refused(topology({"--topology", "torus"}), {"needs --sizes"});
  check_refused(topology({"--topology", "torus", "--sizes", "4,x"}), {"--sizes 4,x: 'x'"});
  check_refused(topology({"--topology", "torus", "--sizes", "4", "--k", "3"}),
                {"--k 3: the family torus has no parameter k", "torus has: sizes"});
  check_refused(
      topology({"--topology", "torus", "--sizes", "4", "--arrangement", "helix"}),
      {"--arrangement helix: the family torus has no parameter arrangement", "dragonfly"});
  check_refused(topology({"--topology", "torus", "--sizes", "4", "--paths"}), {"not for torus"});
  check_refused(topology({"--sizes", "4"}),
                {"--sizes 4: the family dragonfly has no parameter sizes", "torus", "--topology"});
  check_refused(topology({"--topology", "folded-clos", "--radix", "7", "--levels", "2"}),
                {"7 ports", "use 6 or 8"});
  check_refused(topology({"--topology", "flattened-butterfly", "--sizes", "4", "--concentration",
                          "4", "--paired", "7"}),
                {"--paired 7: out of range", "from 0 to 1"});
  check_refused(topology({"--terminals", "0"}), {"--terminals 0", "1 or more"});
  check_refused(topology({"--terminals", "-5"}), {"--terminals -5", "1 or more"});
  check_refused(topology({"--topology", "hypercube", "--dimensions", "30"}),
                {"hypercube of 30 dimensions"});
  check_refused(topology({"--terminals", "10,20"}), {"--terminals 10,20", "an integer, 1 or more"});
  check_refused(topology({"--terminals", "100", "--p", "4"}), {"--terminals", "--p"});
  check_refused(topology({"--terminals", "1000", "--radix", "8"}), {"at most 72"});
  for (const char* routers : {"0", "0.0,0.0", "0.0,33.0", "0.0,1.8", "0.0,-1.1", "a,b", ","})
    check_refused(topology({"--paths", routers}), {});
}

/// What a network of another name and parameters has as well.
Json figures_of(Json json) {
  for (const char* const key :
       {"version", "topology", "parameters", "p", "a", "h", "g", "arrangement"})
    json.erase(key);
  return json;
}

TEST_CASE("--topology file: an exported network is told as it was, whatever its family") {
  const TemporaryDirectory directory;
  const std::vector<std::vector<std::string>> networks{
      {"--p", "2", "--a", "4", "--h", "2"},
      {"--p", "1", "--a", "4", "--h", "2", "--g", "20", "--arrangement", "greedy"},
      {"--topology", "butterfly", "--k", "3", "--n", "3"},
      {"--topology", "folded-clos", "--radix", "4", "--levels", "3"},
      {"--topology", "torus", "--sizes", "4,4"}};
  for (const std::vector<std::string>& network : networks) {
    for (const char* const format : {"csv", "json"}) {
      const std::string file = directory / (std::string("net.") + format);
      std::vector<std::string> arguments = network;
      arguments.push_back("--metrics");
      const Json own = figures_of(json_of(arguments));
      arguments = network;
      arguments.insert(arguments.end(), {"--export", format, "--out", file});
      REQUIRE(run(topology(arguments)).exit_code == 0);
      const Json json = json_of({"--topology", "file", "--wiring", file, "--metrics"});
      CHECK(json["parameters"]["wiring"] == file);
      INFO(own.dump() << "\n" << json.dump());
      CHECK(figures_of(json).size() == own.size());
      for (const char* const key : {"terminals", "routers", "radix", "channels", "connected",
                                    "diameter", "path_diversity", "bisection"})
        CHECK(json.value(key, Json()) == own.value(key, Json()));
      if (own.contains("worst_case"))
        CHECK(json["worst_case"]["pattern"] == own["worst_case"]["pattern"]);
      if (own.contains("groups")) CHECK(json["effective_radix"] == own["effective_radix"]);
    }
  }
  const std::string file = directory / "net.csv";
  const Outcome again = run(topology({"--topology", "file", "--wiring", file, "--export", "csv"}));
  CHECK_THAT(again.output, ContainsSubstring("#: family torus\n"));
  check_refused(
      topology({"--topology", "file", "--wiring", file, "--export", "csv", "--out", file}),
      {"which topology.wiring reads"});
  check_refused(topology({"--topology", "file"}), {"needs --wiring"});
  check_refused(topology({"--topology", "file", "--wiring", directory / "none"}), {"none"});
  check_refused(topology({"--topology", "file", "--terminals", "5"}), {"has the size that it has"});
  check_refused(topology({"--wiring", file}),
                {"the family dragonfly has no parameter wiring", "belongs to file"});
  check_refused(topology({"--topology", "file", "--wiring", file, "--paths"}), {"not for file"});
  check_refused({"cost", "--topology", "file", "--wiring", file}, {"no part lists", "torus"});
}

TEST_CASE("a configuration file may name any network, and --topology wins over it") {
  const TemporaryDirectory directory;
  const std::string file = directory / "net.toml";
  put(file, "[topology]\nfamily = \"torus\"\nsizes = [4, 3]\nconcentration = 2\n");
  const Json torus = json_of({"--config", file});
  CHECK(torus["topology"] == "torus");
  CHECK(torus["terminals"] == 24);
  CHECK(json_of({"--config", file, "--concentration", "1"})["terminals"] == 12);
  CHECK(json_of({"--config", file, "--topology", "torus"})["terminals"] == 24);
  // What the file says of a torus is forgotten, also where names are the same.
  CHECK(json_of({"--config", file, "--topology", "dragonfly"})["terminals"] == 1056);
  CHECK(json_of({"--config", file, "--topology", "hypercube", "--dimensions", "3"})["terminals"] ==
        8);
  check_refused(topology({"--config", file, "--p", "4"}), {"--p 4: the family torus has no"});

  const std::string emitted = directory / "emitted.toml";
  REQUIRE(run(topology({"--p", "1", "--a", "2", "--h", "1", "--emit-config", emitted})).exit_code ==
          0);
  CHECK_THAT(content_of(emitted), ContainsSubstring("family = 'dragonfly'\n"));
  CHECK(run({"config", "--config", emitted}).exit_code == 0);
}

TEST_CASE("latencies of the configuration are those of the exported channels") {
  const Outcome outcome =
      run(topology({"--a", "4", "--h", "2", "--global-latency", "30", "--export", "csv"}));
  CHECK_THAT(outcome.output, ContainsSubstring("#: class global 30\n"));
  CHECK_THAT(outcome.output, ContainsSubstring(",global,30\n"));
  const Outcome torus =
      run(topology({"--topology", "torus", "--sizes", "3,3", "--terminal-latency", "2",
                    "--local-latency", "5", "--global-latency", "9", "--export", "csv"}));
  for (const char* line : {"#: class terminal 2\n", "#: class dimension-1 5\n", ",dimension-2,5\n"})
    CHECK_THAT(torus.output, ContainsSubstring(line));
  const TemporaryDirectory directory;
  const std::string file = directory / "net.csv";
  put(file, torus.output);
  check_refused(topology({"--topology", "file", "--wiring", file, "--local-latency", "2"}),
                {"latencies of a network of the family file", "leave terminal_latency"});
}

TEST_CASE("networks that are too large are refused with their size") {
  check_refused(topology({"--p", "16777216"}), {"4429185024 terminals", "at most g = 15"});
  check_refused(topology({"--topology", "torus", "--sizes", "2147483647,2147483647,2147483647"}),
                {"more than 2^63", "4 GiB"});
  check_refused(topology({"--topology", "torus", "--terminals", "1000000000000000000"}),
                {"1000000000000000000 routers", "4 GiB"});
  check_refused(topology({"--topology", "k-ary-n-flat", "--k", "4", "--n", "2000000000"}),
                {"2000000000-flat", "4-ary 31-flat"});
}

TEST_CASE("topology --plot draws PNG and SVG") {
  const TemporaryDirectory directory;
  const Outcome outcome = run(topology({"--a", "2", "--h", "1", "--plot", directory / "net"}));
  if (outcome.exit_code == 2) {
    CHECK_THAT(outcome.errors, ContainsSubstring("python3-matplotlib"));
    WARN("no Matplotlib here: the plot was not tried");
    return;
  }
  CHECK(outcome.exit_code == 0);
  CHECK(directory.files() == std::vector<std::string>{"net.png", "net.svg"});
  CHECK(content_of(directory / "net.png").substr(1, 3) == "PNG");
  CHECK_THAT(content_of(directory / "net.svg"), ContainsSubstring("</svg>"));
}

TEST_CASE("topology --plot without Matplotlib is refused before the work") {
  const Outcome outcome = run(topology({"--plot", "x"}), {"DRAGONFLY_PYTHON=/no/such/python"});
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.output.empty());
  CHECK_THAT(outcome.errors, ContainsSubstring("apt install python3-matplotlib"));
}

}  // namespace
}  // namespace dragonfly
