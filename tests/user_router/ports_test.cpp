// SPDX-License-Identifier: Apache-2.0
// What is said about a user's router before it is built.
#include <fstream>

#include "models/common/error.hpp"
#include "models/families/fabric.hpp"
#include "sim/rtl/user_router.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

const std::string kPorts = R"(
    input logic clk_i, input logic rst_i,
    input logic cfg_we_i, input logic [15:0] cfg_addr_i, input logic [31:0] cfg_data_i,
    input logic [df_pkg::NV-1:0] valid_ivc_i,
    input logic [df_pkg::PORTS*df_pkg::FLIT_W-1:0] flit_ip_i,
    output logic [df_pkg::NV-1:0] credit_ivc_o,
    output logic [df_pkg::NV-1:0] valid_ovc_o,
    output logic [df_pkg::PORTS*df_pkg::FLIT_W-1:0] flit_op_o,
    input logic [df_pkg::NV-1:0] credit_ovc_i,
    input logic [df_pkg::CHANNELS*16-1:0] oracle_i,
    output logic [df_pkg::OCCUPANCIES*16-1:0] occupancy_o)";

/// The ports with one text in place of another.
std::string ports_with(const std::string& was, const std::string& is) {
  std::string ports = kPorts;
  const std::size_t at = ports.find(was);
  REQUIRE(at != std::string::npos);
  return ports.replace(at, was.size(), is);
}

VariantParameters small() {
  return variant_parameters(small_network(), *make_fabric(small_network()).routes,
                            BuiltDepth::kAsked);
}

/// What is said about a module with these ports; empty if it is taken.
std::string refusal(const std::string& ports, const std::string& top = "my_router",
                    const std::string& body = "") {
  const ScratchDirectory scratch;
  std::ofstream(scratch / "my_router.sv") << "module my_router(" << ports << ");\n"
                                          << body << "endmodule\n";
  std::ofstream(scratch / "my_router.f") << "my_router.sv\n";
  try {
    static_cast<void>(
        inspect_user_router({scratch / "my_router.f", top}, small(), variant_sources()));
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kBadInput);
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("a module with the ports of a router is taken") {
  CHECK(refusal(kPorts).empty());
  // Packed types of the same width, and outputs that nobody asked for.
  CHECK(refusal(ports_with("[df_pkg::PORTS*df_pkg::FLIT_W-1:0] flit_ip_i",
                           "[df_pkg::PORTS-1:0][df_pkg::FLIT_W-1:0] flit_ip_i"))
            .empty());
  CHECK(refusal(ports_with("logic [df_pkg::PORTS*df_pkg::FLIT_W-1:0] flit_op_o",
                           "df_pkg::flit_t [df_pkg::PORTS-1:0] flit_op_o"))
            .empty());
  CHECK(refusal(ports_with("input logic clk_i", "output logic idle_o, input bit clk_i")).empty());
}

// Checks: PT-2
TEST_CASE("each port that is not as it must be is named, with what it must be") {
  CHECK_THAT(refusal(ports_with("credit_ovc_i", "credits_ovc_i")),
             ContainsSubstring("\n  credit_ovc_i is missing (did you mean credits_ovc_i?); it must "
                               "be an input of 28 bits (NV = PORTS x STRIDE)\n") &&
                 ContainsSubstring("\n  credits_ovc_i is an input that a router does not have"));
  CHECK_THAT(refusal(ports_with("input logic rst_i,", "")),
             ContainsSubstring("\n  rst_i is missing; it must be an input of 1 bit\n"));
  CHECK_THAT(refusal(ports_with("output logic [df_pkg::NV-1:0] credit_ivc_o",
                                "input logic [df_pkg::NV-1:0] credit_ivc_o")),
             ContainsSubstring("\n  credit_ivc_o is an input; it must be an output of 28 bits"));
  CHECK_THAT(refusal(ports_with("[15:0] cfg_addr_i", "[11:0] cfg_addr_i")),
             ContainsSubstring("\n  cfg_addr_i has 12 bits; it must be an input of 16 bits\n"));
  CHECK_THAT(
      refusal(ports_with("[df_pkg::PORTS*df_pkg::FLIT_W-1:0] flit_op_o", "[63:0] flit_op_o")),
      ContainsSubstring("\n  flit_op_o has 64 bits; it must be an output of 448 bits "
                        "(PORTS x FLIT_W)\n"));
  CHECK_THAT(refusal(ports_with("valid_ivc_i", "valid_ivc_i[2]")),
             ContainsSubstring("\n  valid_ivc_i is no packed vector; it must be an input of 28"));
  CHECK_THAT(refusal(ports_with("input logic clk_i", "input logic scan_i, input logic clk_i")),
             ContainsSubstring("\n  scan_i is an input that a router does not have"));
  // Several at once.
  CHECK_THAT(refusal("input logic clk_i"),
             ContainsSubstring("\n  rst_i is") && ContainsSubstring("\n  occupancy_o is"));
}

TEST_CASE("a top module that is not there, or cannot be") {
  CHECK_THAT(refusal(kPorts, "my_ruoter"), ContainsSubstring("--router-top my_ruoter") &&
                                               ContainsSubstring("did you mean my_router?"));
  CHECK_THAT(refusal(kPorts, "df_node"), ContainsSubstring("give yours another"));
  CHECK_THAT(refusal(kPorts, "my router"), ContainsSubstring("is no name of a module"));
}

TEST_CASE("sources that Verilator refuses are met with its message") {
  CHECK_THAT(refusal(kPorts, "my_router", "assign nothing = ;\n"),
             ContainsSubstring("my_router.sv:") && ContainsSubstring("syntax error"));
  CHECK_THAT(refusal(kPorts, "my_router", "no_such_module u_none ();\n"),
             ContainsSubstring("no_such_module"));
}

TEST_CASE("file lists that cannot be used") {
  const auto refused = [](const std::string& list) -> std::string {
    try {
      static_cast<void>(inspect_user_router({list, "top"}, small(), variant_sources()));
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  };
  const ScratchDirectory scratch;
  CHECK_THAT(refused(scratch / "none.f"), ContainsSubstring("--router-files ") &&
                                              ContainsSubstring("none.f: there is no such file"));
  std::ofstream(scratch / "df_pkg.sv") << "package df_pkg; endpackage\n";
  std::ofstream(scratch / "package.f") << "df_pkg.sv\n";
  CHECK_THAT(refused(scratch / "package.f"), ContainsSubstring("df_pkg.sv: the package df_pkg"));
}

// Checks: PT-2
TEST_CASE("our router is a router that a user can bring, and its files are known") {
  const UserRtl user = inspect_user_router({DRAGONFLY_TEST_ROOT "/rtl/dragonfly.f", "df_router"},
                                           small(), variant_sources());
  const auto has = [&](const std::string& name) {
    return std::any_of(user.files.begin(), user.files.end(),
                       [&](const auto& file) { return file.filename() == name; });
  };
  CHECK(has("df_router.sv"));
  CHECK(has("df_macros.svh"));  // included
  CHECK(generated_name(user, "df_router.cfg_q") == "df_node__DOT__u_router__DOT__cfg_q");
  CHECK(generated_name(user, "df_datapath.valid_ovc_o") ==
        "df_node__DOT__u_router__DOT__u_core__DOT__u_datapath__DOT__valid_ovc_o");
}
