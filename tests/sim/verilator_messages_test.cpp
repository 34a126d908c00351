// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/verilator_messages.hpp"

#include "tests/catch.hpp"

using namespace dragonfly;

namespace {

/// As Verilator 5.006 writes it, in part.
const std::string kOutput =
    "%Warning-WIDTH: rtl/df_x.sv:4:5: Operator ADD expects 3 bits\n"
    "                               : ... In instance df_node.u_x\n"
    "    4 |   assign a = b + c;\n"
    "      |                ^\n"
    "                ... For warning description see https://verilator.org/warn/WIDTH?v=5.006\n"
    "                ... Use \"/* verilator lint_off WIDTH */\" and lint_on around source to "
    "disable this message.\n"
    "%Error: /home/u/rtl/df_x.sv:60:1: syntax error, unexpected endmodule\n"
    "   60 | endmodule\n"
    "      | ^~~~~~~~~\n"
    "%Error: Cannot find file containing module: rtl/df_x.sv\n"
    "        ... Looked in:\n"
    "             rtl/rtl/df_x.sv\n"
    "%Error: Exiting due to 2 error(s)\n"
    "        ... See the manual at https://verilator.org/verilator_doc.html for more assistance.\n"
    "make: *** [Vdf.mk:1: all] Error 1\n"
    "  a line of make\n"
    "%Error: make -C obj -f Vdf.mk -j 2 exited with 2\n"
    "%Error: Command Failed /usr/bin/verilator_bin --cc\n";

const std::vector<SourceFile> kSources = {{"rtl/df_x.sv", "", "mine/df_x.sv"},
                                          {"rtl/dragonfly.f", "", "mine/dragonfly.f"}};

}  // namespace

TEST_CASE("messages about sources are found, with the files of their author") {
  const VerilatorMessages messages = verilator_messages(kOutput, kSources);
  CHECK(messages.warnings ==
        std::vector<std::string>{"%Warning-WIDTH: mine/df_x.sv:4:5: Operator ADD expects 3 bits\n"
                                 "                               : ... In instance df_node.u_x\n"
                                 "    4 |   assign a = b + c;\n"
                                 "      |                ^"});
  CHECK(messages.errors ==
        std::vector<std::string>{
            // Another file, whose name ends in the same way.
            "%Error: /home/u/rtl/df_x.sv:60:1: syntax error, unexpected endmodule\n"
            "   60 | endmodule\n"
            "      | ^~~~~~~~~",
            "%Error: Cannot find file containing module: mine/df_x.sv"});
  CHECK(name_of_rtl(kSources) == "the RTL of mine");
}

TEST_CASE("a long list of messages is cut, and says where the rest is") {
  CHECK(listed({"a", "b"}, "all are in x") == "a\nb\nall are in x");
  const std::string text = listed(std::vector<std::string>(15, "message"), "all are in x");
  CHECK_THAT(text, ContainsSubstring("\nand 3 more; all are in x"));
}

TEST_CASE("where Verilator names no error all that it says is shown") {
  CHECK(listed_errors("verilator: no space left\n", kSources, "rest") ==
        "verilator: no space left\nrest");
  CHECK_THAT(listed_errors(kOutput, kSources, "rest"), !ContainsSubstring("WIDTH"));
}
