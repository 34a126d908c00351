// SPDX-License-Identifier: Apache-2.0
// `dragonfly lockstep` with routers that users bring, as users run it: 6 terminals, radix 3.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "models/common/subprocess.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

constexpr const char* kFiles = DRAGONFLY_TEST_ROOT "/tests/user_router/";

/// Runs in `scratch`. With no traffic there is nothing that a router could do wrong but to act.
ToolResult lockstep(const ScratchDirectory& scratch, const std::string& list,
                    const std::string& top, const std::string& load,
                    const std::vector<std::string>& more = {},
                    std::vector<std::string> command = {DRAGONFLY_COMMAND}) {
  command.insert(command.end(), {"lockstep", "--p",          "1",   "--a",
                                 "2",        "--h",          "1",   "--warmup-min",
                                 "50",       "--warmup-max", "50",  "--window",
                                 "200",      "--drain-max",  "200", "--out",
                                 "found",    "--load",       load,  "--router-files",
                                 list,       "--router-top", top});
  command.insert(command.end(), more.begin(), more.end());
  return run_tool(command, scratch.path());
}

/// A router that does nothing, with a register in a module below it. Its settings are included.
void write_mute_router(const ScratchDirectory& scratch, const std::string& settings) {
  std::filesystem::create_directories(scratch / "include");
  std::ofstream(scratch / "include/settings.svh") << settings;
  std::ofstream(scratch / "mute.f") << "+incdir+include\nmute.sv\n";
  std::ofstream(scratch / "mute.sv") << R"(`include "settings.svh"
module mute_flag(input logic clk_i, input logic rst_i, output logic flag_o);
  logic flag_q;
  always_ff @(posedge clk_i) if (rst_i && `RESETS) flag_q <= 1'b0; else flag_q <= flag_q;
  assign flag_o = flag_q;
endmodule
module mute import df_pkg::*; (
    input logic clk_i, input logic rst_i,
    input logic cfg_we_i, input logic [15:0] cfg_addr_i, input logic [31:0] cfg_data_i,
    input logic [NV-1:0] valid_ivc_i, input logic [PORTS*FLIT_W-1:0] flit_ip_i,
    output logic [NV-1:0] credit_ivc_o, output logic [NV-1:0] valid_ovc_o,
    output logic [PORTS*FLIT_W-1:0] flit_op_o, input logic [NV-1:0] credit_ovc_i,
    input logic [CHANNELS*16-1:0] oracle_i, output logic [OCCUPANCIES*16-1:0] occupancy_o);
  logic flag;
  mute_flag u_flag (.clk_i, .rst_i, .flag_o(flag));
  assign flit_op_o = '0;
  assign valid_ovc_o = '0;
  assign occupancy_o = '0;
  always_ff @(posedge clk_i) credit_ivc_o <= rst_i ? '0 : NV'(flag) << 5;
  always_ff @(posedge clk_i) nothing_comes : assert (valid_ivc_i == '0) else $error("it did");
endmodule
)";
}

nlohmann::json report(const ScratchDirectory& scratch) {
  return nlohmann::json::parse(content_of(scratch / "found/difference.json"));
}

/// The names of the signals in a wave.
std::set<std::string> signals_of_wave(const std::string& path) {
  std::istringstream text(run_tool({FST2VCD, path}, ".").output);
  std::set<std::string> names;
  std::vector<std::string> scopes;
  for (std::string line; std::getline(text, line) && line.find("$enddef") == std::string::npos;) {
    std::istringstream words(line);
    std::string keyword, type, third, fourth, name;
    words >> keyword >> type >> third;
    if (keyword == "$scope") scopes.push_back(third);
    if (keyword == "$upscope") scopes.pop_back();
    if (keyword != "$var") continue;
    words >> fourth >> name;
    names.insert(fmt::format("{}.{}", fmt::join(scopes, "."), name));
  }
  return names;
}

}  // namespace

TEST_CASE("a bug in a user's router is found, with report and wave, and again") {
  const ScratchDirectory scratch;
  const std::string list = std::string(kFiles) + "plain_router_with_bug.f";
  const ToolResult found = lockstep(scratch, list, "plain_router", "0.5");
  INFO(found.output);
  CHECK(found.exit_code == 7);

  const nlohmann::json difference = report(scratch);
  const auto& value = difference.at("values").at(0);
  CHECK_THAT(found.output,
             ContainsSubstring(fmt::format("router {} and its model differ in cycle {}",
                                           difference.at("router").get<int>(),
                                           difference.at("cycle").get<int>())));
  CHECK(value.at("kind") == "output");
  CHECK(difference.at("cycle") > 10);  // a credit is lost long before it is missed
  CHECK_THAT(
      content_of(scratch / "found/report.txt"),
      ContainsSubstring(fmt::format("The last events of port {} (", value.at("port").get<int>())));

  // The command line that is printed repeats it.
  std::smatch again;
  REQUIRE(std::regex_search(found.output, again, std::regex("again:  dragonfly (.*)")));
  const ToolResult second = run_tool(
      {"sh", "-c", std::string(DRAGONFLY_COMMAND) + " " + again[1].str() + " --out second"},
      scratch.path());
  CHECK(second.exit_code == 7);
  nlohmann::json repeated = nlohmann::json::parse(content_of(scratch / "second/difference.json"));
  repeated["command"] = difference["command"];  // names the other directory
  CHECK(repeated == difference);

  const std::set<std::string> names = signals_of_wave(scratch / "found/difference.fst");
  const auto has = [&](const std::string& end) {
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return name.ends_with(end); });
  };
  CHECK(has(".df_node.u_router.ctq_one_in"));  // what is inside
  CHECK(has(".df_node.u_router.valid_ovc_o"));
  const std::string save = content_of(scratch / "found/difference.gtkw");
  // Beside the view, wherever the folder is moved.
  for (const char* const line : {"[dumpfile] \"difference.fst\"", "[savefile] \"difference.gtkw\""})
    CHECK_THAT(save, ContainsSubstring(line));
  const std::regex shown("\\n\\+\\{.*\\} ([^\\[\\n]+(?:\\[[0-9]+\\]\\.[^\\[\\n]+)*)");
  int count = 0;
  for (std::sregex_iterator at(save.begin(), save.end(), shown), end; at != end; ++at, ++count) {
    INFO((*at)[1].str());
    CHECK(names.contains((*at)[1].str()));
  }
  CHECK(count > 50);
}

TEST_CASE("a user's router is built again when what it is built from changes, and only then") {
  const ScratchDirectory scratch;
  // The content decides, so this has to be new to a cache that earlier tests have filled.
  const std::string unique = fmt::format("// {}\n", scratch.path().string());
  write_mute_router(scratch, unique + "`define RESETS 1'b1\n");
  const ToolResult first = lockstep(scratch, "mute.f", "mute", "0");
  INFO(first.output);
  CHECK(first.exit_code == 0);
  CHECK_THAT(first.output, ContainsSubstring("building the traced router variant of mute"));
  CHECK_THAT(first.output, ContainsSubstring("no difference: 6 routers (mute)") &&
                               ContainsSubstring("at the output ports only"));

  const ToolResult same = lockstep(scratch, "mute.f", "mute", "0", {"--routers", "3"});
  CHECK(same.exit_code == 0);
  CHECK(same.output.find("building") == std::string::npos);
  CHECK_THAT(same.output, ContainsSubstring("no difference: 1 router (mute)"));

  // An assertion of its own, as soon as there is traffic; `dragonfly waves` could not show it.
  const ToolResult asserted = lockstep(scratch, "mute.f", "mute", "0.5");
  CHECK(asserted.exit_code == 3);
  CHECK_THAT(asserted.output, ContainsSubstring("assertion in router ") &&
                                  ContainsSubstring("u_router.nothing_comes: it did"));
  CHECK(asserted.output.find("dragonfly waves") == std::string::npos);

  // What of it was reached.
  const ToolResult reached = lockstep(scratch, "mute.f", "mute", "0", {"--coverage=reached.txt"});
  INFO(reached.output);
  CHECK(reached.exit_code == 0);
  const std::string coverage = content_of(scratch / "reached.txt");
  INFO(coverage);
  CHECK_THAT(coverage, ContainsSubstring("What this run reached of the RTL"));
  CHECK(std::regex_search(coverage,
                          std::regex("[1-9]\\d* +4 \\|   always_ff .*  // if \\d+ else [1-9]")));

  // A fault in a module below the top.
  const ToolResult faulty =
      lockstep(scratch, "mute.f", "mute", "0", {"--inject-fault", "4:mute_flag.flag_q@20=stuck1"});
  INFO(faulty.output);
  CHECK(faulty.exit_code == 7);
  CHECK(report(scratch).at("router") == 4);
  CHECK(report(scratch).at("cycle") == 21);

  // The same from a program whose file is removed while it runs.
  const auto found = report(scratch);
  std::filesystem::remove_all(scratch / "found");
  std::filesystem::copy_file(DRAGONFLY_COMMAND, scratch / "dragonfly");
  const ToolResult removed =
      lockstep(scratch, "mute.f", "mute", "0", {"--inject-fault", "4:mute_flag.flag_q@20=stuck1"},
               {"sh", "-c", "exec 3< dragonfly; rm dragonfly; exec /proc/self/fd/3 \"$@\"", "sh"});
  INFO(removed.output);
  CHECK(removed.exit_code == 7);
  CHECK(report(scratch) == found);

  // An included file: now a register keeps the random value that it has from the start.
  write_mute_router(scratch, unique + "`define RESETS 1'b0\n");
  const ToolResult edited = lockstep(scratch, "mute.f", "mute", "0");
  INFO(edited.output);
  CHECK_THAT(edited.output, ContainsSubstring("building the traced router variant of mute"));
  CHECK(edited.exit_code == 7);
  CHECK_THAT(edited.output, ContainsSubstring("output credit of port 1 VC1: expected 0, actual 1"));
  const nlohmann::json difference = report(scratch);
  CHECK(lockstep(scratch, "mute.f", "mute", "0").exit_code == 7);
  CHECK(report(scratch) == difference);
}

TEST_CASE("a user's router that cannot be built is bad input") {
  const ScratchDirectory scratch;
  std::ofstream(scratch / "none.f") << "\nnone.sv\n";
  const ToolResult missing = lockstep(scratch, "none.f", "none", "0");
  CHECK(missing.exit_code == 2);
  CHECK_THAT(missing.output, ContainsSubstring("none.f:2: there is no file none.sv"));

  write_mute_router(scratch, "`define RESETS\n");
  const ToolResult refused = lockstep(scratch, "mute.f", "mute", "0");
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.output, ContainsSubstring("Verilator refuses the router of mute.f") &&
                                 ContainsSubstring("mute.sv:4"));

  write_mute_router(scratch, "`define RESETS 1'b1\n");
  const ToolResult top = lockstep(scratch, "mute.f", "mute_flag", "0");
  CHECK(top.exit_code == 2);
  CHECK_THAT(top.output,
             ContainsSubstring("\n  valid_ivc_i is missing; it must be an input of 12"));
  const ToolResult fault =
      lockstep(scratch, "mute.f", "mute", "0", {"--inject-fault", "0:mute_flag.flog_q@20=flip"});
  CHECK(fault.exit_code == 2);
  CHECK_THAT(fault.output, ContainsSubstring("did you mean mute_flag.flag_q?"));
}
