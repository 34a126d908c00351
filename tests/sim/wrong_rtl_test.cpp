// SPDX-License-Identifier: Apache-2.0
// `dragonfly lockstep` on RTL that is wrong, as users run it: 6 terminals, radix 3.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "models/common/atomic_file.hpp"
#include "models/common/subprocess.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

/// A copy of the RTL, in a place that a shell must be told of with quotes.
class ChangedRtl {
 public:
  ChangedRtl() {
    std::filesystem::copy(DRAGONFLY_TEST_ROOT "/rtl", scratch_ / kName,
                          std::filesystem::copy_options::recursive);
  }

  /// Puts `text` in the place of `old` in a file. Returns the number of the line where it begins.
  int change(const std::string& file, const std::string& old, const std::string& text) {
    const std::string path = scratch_ / (std::string(kName) + "/" + file);
    std::string content = content_of(path);
    const std::size_t begin = content.find(old);
    REQUIRE(begin != std::string::npos);
    content.replace(begin, old.size(), text);
    std::ofstream(path) << content;
    return 1 + static_cast<int>(std::count(
                   content.begin(), content.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
  }

  [[nodiscard]] ToolResult shell(const std::string& command) const {
    return run_tool({"sh", "-c", command}, scratch_.path());
  }
  [[nodiscard]] ToolResult lockstep(const std::string& options) const {
    return shell(fmt::format(
        "DRAGONFLY_RTL_DIR='{}' {} lockstep --p 1 --a 2 --h 1 --pattern worst-case --load 0.9 "
        "--warmup-min 0 --warmup-max 0 --window 300 --drain-max 100 --out found {}",
        kName, DRAGONFLY_COMMAND, options));
  }
  [[nodiscard]] std::string operator/(const std::string& name) const { return scratch_ / name; }

 private:
  static constexpr const char* kName = "my rtl";
  ScratchDirectory scratch_;
};

nlohmann::json difference_in(const std::string& path) {
  return nlohmann::json::parse(content_of(path));
}

/// The times of a wave at which a signal of one bit becomes 1.
std::vector<std::uint64_t> times_of_ones(const std::string& path, const std::string& signal) {
  std::istringstream text(run_tool({FST2VCD, path}, ".").output);
  std::string one;  // the line that says it
  std::uint64_t time = 0;
  std::vector<std::uint64_t> times;
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string keyword, type, width, code, name;
    words >> keyword >> type >> width >> code >> name;
    if (keyword == "$var" && name == signal) {
      REQUIRE(one.empty());
      REQUIRE(width == "1");
      one = "1" + code;
    }
    if (keyword[0] == '#') time = std::stoull(keyword.substr(1));
    if (!one.empty() && keyword == one) times.push_back(time);
  }
  REQUIRE_FALSE(one.empty());
  return times;
}

}  // namespace

TEST_CASE("a difference tells its RTL, its grant and its output, and its command repeats it") {
  ChangedRtl rtl;
  // The arbiter does not ask for credits.
  rtl.change("df_output_arbiters.sv",
             "if (!credit[v]) without_closed = without_closed & ~`DF_WORD(request_for_vc_i, NVP, "
             "v);\n        else if",
             "if");
  const ToolResult found = rtl.lockstep("--buffer-depth 2 --routers 0-5");
  INFO(found.output);
  REQUIRE(found.exit_code == 7);
  const nlohmann::json difference = difference_in(rtl / "found/difference.json");
  CHECK(difference["rtl"]["place"] == rtl / "my rtl");
  CHECK_THAT(found.output,
             ContainsSubstring("RTL: " + (rtl / "my rtl") + " (content " +
                               difference["rtl"]["content"].get<std::string>() + ")"));
  const auto credit = std::find_if(difference["values"].begin(), difference["values"].end(),
                                   [](const auto& value) { return value["name"] == "credit"; });
  REQUIRE(credit != difference["values"].end());
  CHECK((*credit)["expected"] == 0);
  // The credit that was taken without being there: of the output that the report names.
  const std::regex granted(
      "The front of input port (\\d) VC\\d was granted to output port (\\d) "
      "VC(\\d) and should not have been");
  std::smatch grant;
  REQUIRE(std::regex_search(found.output, grant, granted));
  CHECK((*credit)["port"] == std::stoi(grant[1]));
  // The packet concerned is the one at the front, of which lockstep knows how many came after it.
  CHECK((*credit)["arrivals_back"] >= 0);
  CHECK(difference["packet_events"].size() > 0);
  // Either the flit is seen there at once, or the credit is missing in the next cycle.
  const std::string port = "\"port\":" + grant[2].str();
  CHECK_THAT(difference["values"].dump() + difference["next"].dump(), ContainsSubstring(port));

  std::smatch again;
  REQUIRE(std::regex_search(found.output, again, std::regex("again:  (.*)")));
  std::string command = again[1].str();
  CHECK_THAT(command, ContainsSubstring("DRAGONFLY_RTL_DIR='my rtl' dragonfly lockstep"));
  command.replace(command.find("dragonfly lockstep"), 9, DRAGONFLY_COMMAND);
  const ToolResult second = rtl.shell(command + " --out second");
  CHECK(second.exit_code == 7);
  const nlohmann::json repeated = difference_in(rtl / "second/difference.json");
  CHECK(repeated["values"] == difference["values"]);
  CHECK(repeated["cycle"] == difference["cycle"]);
  CHECK(repeated["rtl"] == difference["rtl"]);
}

TEST_CASE("a wrong control register is told in the first cycle") {
  ChangedRtl rtl;
  rtl.change("df_control_registers.sv", "written.oq_limit = cfg_i.data[df_pkg::BITS_OQ_LIMIT-1:0]",
             "written.oq_limit = cfg_i.data[df_pkg::BITS_OQ_LIMIT-1:0] + 1");
  const ToolResult found = rtl.lockstep("--no-report");
  CHECK(found.exit_code == 7);
  // 3 VCs of 16 flits, and the speedup of 4.
  CHECK_THAT(found.output, ContainsSubstring("in cycle 0:\n  state control register OQ_LIMIT: "
                                             "expected 52, actual 53"));
  CHECK_THAT(found.output, ContainsSubstring("look at reset and at the writes"));
}

// Checks: PT-13
TEST_CASE("what leaves a router in reset is told, though no network listens yet") {
  ChangedRtl rtl;
  rtl.change("df_node.sv", "credit_ivc_o = credit_ivc[df_pkg::NV-1:0];",
             "credit_ivc_o = credit_ivc[df_pkg::NV-1:0] | df_pkg::NV'(rst_i);");
  const ToolResult found = rtl.lockstep("--no-report");
  INFO(found.output);
  CHECK(found.exit_code == 3);
  CHECK_THAT(found.output, ContainsSubstring("flits or credits have left it since reset"));
}

TEST_CASE("an endless loop in the RTL is told, with router and process") {
  ChangedRtl rtl;
  // The loop over the outputs that have a new pointer begins again after each.
  const int line =
      rtl.change("df_switch_allocator.sv",
                 "`DF_MEM_WRITE(`DF_WORD(lower_q, NVP, o[PORT_W-1:0]), `DF_WORD(lower_d, NVP, "
                 "o[PORT_W-1:0]));",
                 "begin if (!rst_i) rem = '1;\n"
                 "`DF_MEM_WRITE(`DF_WORD(lower_q, NVP, o[PORT_W-1:0]), "
                 "`DF_WORD(lower_q, NVP, o[PORT_W-1:0]) + 1'b1); end");
  const ToolResult found = rtl.lockstep("--stall-seconds 1");
  INFO(found.output);
  CHECK(found.exit_code == 2);
  CHECK(std::regex_search(
      found.output, std::regex("the RTL of router \\d \\(group \\d, router \\d\\) does not "
                               "settle: (in cycle \\d+|while it was configured) its evaluation "
                               "has not ended for 1 s")));
  // A line of the process that holds the loop, whose first one is a few lines above.
  std::smatch place;
  REQUIRE(std::regex_search(found.output, place,
                            std::regex("in the process at df_switch_allocator, line (\\d+)")));
  CHECK(std::stoi(place[1]) <= line);
  CHECK(std::stoi(place[1]) >= line - 10);
}

TEST_CASE("the wave of a difference shows both sides, which differ from its cycle on") {
  ChangedRtl rtl;
  const ToolResult found = rtl.lockstep("--inject-fault 0:df_switch_allocator.held_q[0]@60=flip");
  INFO(found.output);
  REQUIRE(found.exit_code == 7);
  // GTKWave's marker is there as well: 1000 ps a cycle.
  const std::int64_t cycle = difference_in(rtl / "found/difference.json").at("cycle");
  const std::vector<std::uint64_t> times = times_of_ones(rtl / "found/difference.fst", "mismatch");
  REQUIRE_FALSE(times.empty());
  CHECK(times.front() == 1000 * static_cast<std::uint64_t>(cycle));
}
