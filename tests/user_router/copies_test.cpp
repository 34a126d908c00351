// SPDX-License-Identifier: Apache-2.0
// `dragonfly rtl`: routers of several shapes in one design, as lint, simulation and synthesis take
// it.
#include <fmt/format.h>

#include <fstream>

#include "models/common/subprocess.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

// Small: all routers of a design go through Yosys.
constexpr const char* kNetwork[] = {"--p", "1", "--a", "2", "--h", "1", "--speedup", "2"};
constexpr const char* kRing[] = {"--topology", "torus", "--sizes",        "3", "--vcs", "2",
                                 "--speedup",  "2",     "--buffer-depth", "4"};

ToolResult command(const ScratchDirectory& scratch, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), DRAGONFLY_COMMAND);
  return run_tool(arguments, scratch.path());
}

void copy(const ScratchDirectory& scratch, const std::string& name,
          std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"rtl", "--name", name});
  const ToolResult result = command(scratch, arguments);
  INFO(result.output);
  REQUIRE(result.exit_code == 0);
}

/// An instance of a router. Without `inputs` nothing ever arrives.
std::string instance(const std::string& name, bool inputs) {
  const auto input = [&](const std::string& port) { return inputs ? port : std::string("'0"); };
  return fmt::format(R"(
  wire [{0}_pkg::NV-1:0] {0}_credit_ivc;
  wire [{0}_pkg::NV-1:0] {0}_valid_ovc;
  wire [{0}_pkg::PORTS*{0}_pkg::FLIT_W-1:0] {0}_flit_op;
  wire [{0}_pkg::OCCUPANCIES*16-1:0] {0}_occupancy;
  {0}_router u_{0} (
      .clk_i, .rst_i, .cfg_we_i({1}), .cfg_addr_i({2}), .cfg_data_i({3}), .valid_ivc_i({4}),
      .flit_ip_i({5}), .credit_ovc_i({6}), .oracle_i({7}), .credit_ivc_o({0}_credit_ivc),
      .valid_ovc_o({0}_valid_ovc), .flit_op_o({0}_flit_op), .occupancy_o({0}_occupancy));
)",
                     name, input("cfg_we_i"), input("cfg_addr_i"), input("cfg_data_i"),
                     input("valid_ivc_i"), input("flit_ip_i"), input("credit_ovc_i"),
                     input("oracle_i"));
}

/// A module with the ports and sizes of the router `first`, whose outputs are its own.
std::string top(const std::string& name, const std::string& first, const std::string& instances) {
  return fmt::format(R"(
module {2} (
    input  wire clk_i, input wire rst_i,
    input  wire cfg_we_i, input wire [15:0] cfg_addr_i, input wire [31:0] cfg_data_i,
    input  wire [{0}_pkg::NV-1:0] valid_ivc_i, input wire [{0}_pkg::PORTS*{0}_pkg::FLIT_W-1:0] flit_ip_i,
    output wire [{0}_pkg::NV-1:0] credit_ivc_o, output wire [{0}_pkg::NV-1:0] valid_ovc_o,
    output wire [{0}_pkg::PORTS*{0}_pkg::FLIT_W-1:0] flit_op_o, input wire [{0}_pkg::NV-1:0] credit_ovc_i,
    input  wire [{0}_pkg::LANES*16-1:0] oracle_i, output wire [{0}_pkg::OCCUPANCIES*16-1:0] occupancy_o);
  /* verilator lint_off UNUSEDSIGNAL */{1}  /* verilator lint_on UNUSEDSIGNAL */
  assign credit_ivc_o = {0}_credit_ivc;
  assign valid_ovc_o = {0}_valid_ovc;
  assign flit_op_o = {0}_flit_op;
  assign occupancy_o = {0}_occupancy;
endmodule
)",
                     first, instances, name);
}

void write_design(const ScratchDirectory& scratch, const std::string& name,
                  const std::vector<std::string>& routers, const std::string& module) {
  std::ofstream list(scratch / (name + ".f"));
  for (const std::string& router : routers) list << fmt::format("-F {0}/{0}.f\n", router);
  list << name << ".sv\n";
  std::ofstream(scratch / (name + ".sv")) << module;
}

ToolResult lockstep(const ScratchDirectory& scratch, const std::string& design,
                    std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(),
                   {"lockstep", "--router-files", design + ".f", "--router-top", design, "--strict",
                    "--load", "0.6", "--warmup-min", "50", "--warmup-max", "50", "--window", "500",
                    "--drain-max", "200", "--out", "found"});
  return command(scratch, arguments);
}

/// Whether Yosys finds a latch, a loop, or a signal with two drivers or none in a design.
void check_synthesis(const ScratchDirectory& scratch, const std::string& design,
                     const std::vector<std::string>& routers) {
  std::string folders, files;
  for (const std::string& router : routers) {
    folders += " -I" + router;
    std::ifstream list(scratch / fmt::format("{0}/{0}.f", router));
    for (std::string line; std::getline(list, line);)
      if (line.ends_with(".sv")) files += fmt::format(" {}/{}", router, line);
  }
  std::ofstream(scratch / "check.ys") << fmt::format(
      "read_verilog -sv{0} {1} {2}.sv\nhierarchy -check -top {2}\nproc\nopt_clean\ncheck -assert\n"
      "select -assert-none t:$dlatch t:$dlatchsr\n",
      folders, files, design);
  const ToolResult result = run_tool({YOSYS, "-q", "-s", "check.ys"}, scratch.path());
  INFO(result.output);
  CHECK(result.exit_code == 0);
}

}  // namespace

TEST_CASE("routers of different sizes and families stand in one design") {
  const ScratchDirectory scratch;
  std::vector<std::string> sizes(std::begin(kNetwork), std::end(kNetwork));
  sizes.insert(sizes.end(), {"--buffer-depth", "2"});
  copy(scratch, "shallow", sizes);
  sizes.back() = "4";
  copy(scratch, "deep", sizes);
  copy(scratch, "ring", {std::begin(kRing), std::end(kRing)});
  const std::vector<std::string> routers = {"shallow", "deep", "ring"};

  // Limited to two flits by its control register, the deep router does what the shallow one does.
  write_design(
      scratch, "compared", routers,
      top("compared", "shallow",
          instance("shallow", true) + instance("deep", true) + instance("ring", false) + R"(
  // A flit means something where it is valid.
  logic same;
  always_comb begin
    integer p;
    same = shallow_credit_ivc == deep_credit_ivc && shallow_valid_ovc == deep_valid_ovc;
    for (p = 0; p < shallow_pkg::PORTS; p = p + 1)
      if (shallow_valid_ovc[p*shallow_pkg::STRIDE+:shallow_pkg::STRIDE] != '0
          && shallow_flit_op[p*shallow_pkg::FLIT_W+:shallow_pkg::FLIT_W]
              != deep_flit_op[p*shallow_pkg::FLIT_W+:shallow_pkg::FLIT_W])
        same = 1'b0;
  end
`ifndef SYNTHESIS
  always_ff @(posedge clk_i)
    if (!rst_i) begin
      they_agree : assert (same) else $error("they differ");
    end
`endif
)"));
  for (const char* routing : {"val", "ugal-l-cr"}) {
    std::vector<std::string> arguments(std::begin(kNetwork), std::end(kNetwork));
    arguments.insert(arguments.end(), {"--buffer-depth", "2", "--routing", routing});
    const ToolResult result = lockstep(scratch, "compared", arguments);
    INFO(result.output);
    CHECK(result.exit_code == 0);
    CHECK(result.output.find("no difference") != std::string::npos);
  }
  check_synthesis(scratch, "compared", routers);

  {  // The router of another family is one of them.
    write_design(scratch, "ring_first", {"ring", "deep"},
                 top("ring_first", "ring", instance("ring", true) + instance("deep", false)));
    const ToolResult result = lockstep(scratch, "ring_first", {std::begin(kRing), std::end(kRing)});
    INFO(result.output);
    CHECK(result.exit_code == 0);
  }
  {  // One that does not keep to the limit is found out.
    std::string text = content_of(scratch / "deep/deep_credit_tracker.sv");
    const std::string value = "value_i[k] ?";
    REQUIRE(text.find(value) != std::string::npos);
    text.replace(text.find(value), value.size(), "(value_i[k] || k == 2) ?");
    std::ofstream(scratch / "deep/deep_credit_tracker.sv") << text;
    std::vector<std::string> arguments(std::begin(kNetwork), std::end(kNetwork));
    arguments.insert(arguments.end(), {"--buffer-depth", "2", "--routing", "val"});
    const ToolResult result = lockstep(scratch, "compared", arguments);
    INFO(result.output);
    CHECK(result.exit_code == 3);
  }
}

TEST_CASE("a copy of the RTL shares no name with another") {
  const ScratchDirectory scratch;
  copy(scratch, "one", {"--p", "2", "--a", "4", "--h", "2", "--out", "folder"});
  for (const auto& entry : std::filesystem::directory_iterator(scratch / "folder")) {
    const std::string text = content_of(entry.path().string());
    INFO(entry.path());
    CHECK(entry.path().filename().string().starts_with("one"));
    std::string before = " ";
    for (std::size_t at = 0; at + 3 <= text.size(); ++at) {
      const std::string three = text.substr(at, 3);
      if (three != "df_" && three != "DF_") continue;
      const unsigned char last = at == 0 ? ' ' : static_cast<unsigned char>(text[at - 1]);
      CHECK((std::isalnum(last) != 0 || last == '_'));
    }
  }
}

TEST_CASE("a name that no module can have is refused") {
  const ScratchDirectory scratch;
  for (const char* name : {"", "R7", "7r", "r-7", "df", "a.b"}) {
    const ToolResult result = command(scratch, {"rtl", "--name", name});
    INFO(name << ": " << result.output);
    CHECK(result.exit_code == 2);
    CHECK(std::filesystem::is_empty(scratch.path()));
  }
}

TEST_CASE("RTL with names that cannot be replaced is refused") {
  const ScratchDirectory scratch;
  std::filesystem::copy(DRAGONFLY_TEST_ROOT "/rtl", scratch / "rtl",
                        std::filesystem::copy_options::recursive);
  std::ofstream(scratch / "rtl/df_router.sv", std::ios::app) << "module my_arbiter; endmodule\n";
  const ToolResult result = run_tool(
      {"env", "DRAGONFLY_RTL_DIR=" + (scratch / "rtl"), DRAGONFLY_COMMAND, "rtl", "--name", "one"},
      scratch.path());
  CHECK(result.exit_code == 2);
  CHECK(result.output.find("my_arbiter") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(scratch / "one"));
}
