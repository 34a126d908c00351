// SPDX-License-Identifier: Apache-2.0
// Writes what fuzzing begins with: examples of everything that is read, most of them written by the
// program itself.
//
//   fuzz_seeds DIRECTORY     a folder for each target
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "models/common/input_file.hpp"
#include "models/config/configuration.hpp"
#include "models/cost/cost_model.hpp"
#include "models/families/family_registry.hpp"
#include "models/keys/json.hpp"
#include "models/keys/keys.hpp"
#include "models/keys/toml.hpp"
#include "models/statistics/result_io.hpp"
#include "models/wiring/wiring_file.hpp"
#include "sim/command/key_options.hpp"
#include "sim/lockstep/report.hpp"

namespace dragonfly::fuzz {
namespace {

namespace fs = std::filesystem;

class Seeds {
 public:
  explicit Seeds(fs::path directory) : directory_(std::move(directory)) {}

  void add(const std::string& target, const std::string& text) {
    const fs::path folder = directory_ / target;
    fs::create_directories(folder);
    std::ofstream(folder / ("seed-" + std::to_string(count_++)), std::ios::binary) << text;
  }

 private:
  fs::path directory_;
  int count_ = 0;
};

std::string source(const char* name) {
  return read_text_file(std::string(DRAGONFLY_TEST_ROOT "/") + name);
}

/// A configuration of each family.
std::vector<Configuration> configurations() {
  std::vector<Configuration> list;
  for (const Family& family : families()) {
    Configuration config;
    config.topology.family = family.name;
    if (family.name == "file")
      config.topology.parameters["wiring"] = {std::string("net.csv")};
    else if (family.smallest)
      config.topology.parameters = family.smallest(8, 8);
    list.push_back(config);
  }
  return list;
}

void add_configurations(Seeds& seeds) {
  for (const Configuration& config : configurations()) {
    seeds.add("config_toml", to_toml(config));
    seeds.add("config_json", dump(to_json(config)));
    std::string words;
    for (const std::string& word : option_arguments(config)) words += word + "\n";
    seeds.add("options", words + "--load\n0.5\n--hotspots=3,5-7\n");
  }
  seeds.add("config_toml",
            "routing.algorithm = 'UGAL_L'\n[traffic]\nhotspots = [3, 1]\ntrace_file = \"a\\tb\"\n");
}

void add_networks(Seeds& seeds) {
  for (const Configuration& config : configurations()) {
    if (config.topology.family == "file" || config.topology.parameters.empty()) continue;
    const Wiring wiring = build_network(config.topology.family, config.topology.parameters);
    seeds.add("wiring_csv", wiring_csv(wiring, {{"p", "4"}}));
    seeds.add("wiring_json", wiring_json(wiring, {{"p", "4"}}));
  }
  seeds.add("wiring_csv",
            "#: family ring\n#: directed yes\n#: dimensions 3\n#: class cable 5\n#: routers 0-2 "
            "ports 4 group 0\n"
            "router,port,peer_router,peer_port,class,latency\n0,0,1,0,cable,2\n1,,2,,,\nterminal,0,"
            "0,2,,\n0,2,terminal,0,,\n");
}

RunResult result() {
  RunResult result;
  result.packets_labelled = result.packets_measured = result.packets_delivered = 100;
  result.packet_latency = result.network_latency = result.minimal = {100, 12.25, 1, 2, 3, 4, 5};
  result.mean_hops = 2.5;
  result.latency_histogram = {{1, 2, 3}, {4, 5, 6}};
  result.global_channels = {{1, 2, 3, 4, 5, 0.125}};
  result.engine = "model";
  return result;
}

void add_results(Seeds& seeds) {
  const std::string text = dump(to_json(result())), none = dump(to_json(RunResult()));
  for (const std::string& json : {text, none}) seeds.add("result_json", json);
  const std::string trace =
      "id source destination size created injected ejected path hops\n"
      "0 1 2 1 10 11 30 minimal 3\n1 2 3 1 10 12 31 nonminimal 5\n";
  seeds.add("compare", text + "%%\n" + none);
  seeds.add("compare", trace + "%%\n" + trace + "2 3 4 1 11 12 40 minimal 3\n");
  seeds.add("compare", trace + "%%\n0 1 2 1 10 11 32 minimal 3\n");
  seeds.add("traffic_trace",
            "# cycle source destination size\n0 0 1\n5 1 71 16\n5 1 3 2 # two\n\n 900 70\t0\r\n");
  seeds.add("traffic_trace", source("tests/fuzz/mixed_sizes.trace"));
  Difference difference;
  difference.router = 3;
  difference.cycle = 17;
  difference.values = {
      {DifferingValue::Kind::kOutput, "credit", 1, 2, -1, 1, 0, "", "", "port 5 VC1"},
      {DifferingValue::Kind::kState, "credits", 1, 2, 3, 4, 5}};
  difference.next = {difference.values.back()};
  seeds.add("difference_json", to_json(difference).dump());
}

void add_costs(Seeds& seeds) {
  for (const std::string& name : cost_model_names()) {
    std::string text;
    for (const ParameterInfo& parameter : describe_parameters(make_cost_model(name)))
      text += parameter.name + " = " + to_text(Value(parameter.value)) + "\n";
    seeds.add("cost_parameters", text + "offered-radices = [36, 48]\n");
  }
}

void add_rtl(Seeds& seeds) {
  seeds.add("design_xml", source("tests/sim/designs/verilator-5.006/sample.xml"));
  seeds.add("design_json", source("tests/sim/designs/verilator-5.048/sample.json") + "%%\n" +
                               source("tests/sim/designs/verilator-5.048/sample.meta.json"));
  seeds.add(
      "design_xml",
      "<verilator_xml><files><file id=\"a\" filename=\"a.sv\"/></files><netlist><module "
      "name=\"top\">"
      "<var name=\"x\" dir=\"input\" dtype_id=\"1\"/><instance name=\"u\" defName=\"m\"/></module>"
      "<module name=\"m\"/><typetable><basicdtype id=\"1\" name=\"logic\" left=\"7\" right=\"0\"/>"
      "<refdtype id=\"2\" sub_dtype_id=\"1\"/><structdtype id=\"3\"><memberdtype id=\"4\" "
      "sub_dtype_id=\"2\"/>"
      "</structdtype></typetable></netlist></verilator_xml>");
  for (const char* list : {"rtl/dragonfly.f", "rtl/common.f"}) seeds.add("file_list", source(list));
  seeds.add("file_list",
            "// ours\na.sv -v \"lib/b.sv\" -y lib +incdir+lib+. -I lib -DX=1 -Wall\n-f more.f /* "
            "and */ +libext+.sv -sv\n"
            "%%\nlib/b.sv $HOME/none.sv ${PWD}\n");
  for (const char* file : {"rtl/df_node.sv", "rtl/df_pkg.sv", "rtl/df_macros.svh"})
    seeds.add("rtl_text", source(file));
  seeds.add("rtl_text",
            "// one\n// two\n`include \"a/b/c.svh\"\n  module automatic df_x;\ninterface y(); "
            "`include \"d\"");
  seeds.add(
      "verilator_messages",
      "%Error: rtl/df_node.sv:3:4: no such thing\n        : ... In instance x\n  3 | wire a;\n"
      "%Warning-WIDTH: rtl/df_node.sv:5: wide\n        ... For warning description see\n%Error: "
      "Exiting due to 1\n");
}

void add_words(Seeds& seeds) {
  for (const char* text :
       {"0.1,0.2,0.5", "0.05:0.95:0.05", "0,5,7-9", "8,4-6", "-3", "0:500", "36,48,60-72", "1e-3"})
    seeds.add("lists", text);
  for (const char* text :
       {"17:df_switch_allocator.held_q[5]@500=flip", "0:df_router.ready@0=stuck1"})
    seeds.add("fault", text);
  for (const char* text :
       {"bufer_depth", "a,\"b\"\n\x1b[31m", "\xc3\xa4\xe4\xb8\xad\xf0\x9f\x98\x80"})
    seeds.add("printed_text", text);
}

}  // namespace
}  // namespace dragonfly::fuzz

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  dragonfly::fuzz::Seeds seeds(argv[1]);
  dragonfly::fuzz::add_configurations(seeds);
  dragonfly::fuzz::add_networks(seeds);
  dragonfly::fuzz::add_results(seeds);
  dragonfly::fuzz::add_costs(seeds);
  dragonfly::fuzz::add_rtl(seeds);
  dragonfly::fuzz::add_words(seeds);
}
