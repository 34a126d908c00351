// SPDX-License-Identifier: Apache-2.0
// What is proved of the text of generated code, on texts that are short enough to see it.
#include "sim/rtl/generated_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "sim/rtl/generated_code.hpp"
#include "tests/catch.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

std::vector<GeneratedMember> members() {
  const auto parsed = parse_members(
      "    struct {\n"
      "        VL_IN8(a,0,0);\n"
      "        CData/*3:0*/ b;\n"
      "    };\n"
      "    VL_OUTW(&w,511,0,16);\n"
      "    VL_IN64(f[16],63,0);\n"
      "    VlWide<3>/*95:0*/ x;\n"
      "    VlUnpacked<QData/*63:0*/, 2> y;\n"
      "    VlUnpacked<VlWide<3>/*95:0*/, 4> z;\n");
  REQUIRE(parsed);
  return *parsed;
}

/// The members that a body may read before it has set them.
std::string early(const std::string& body) {
  const auto all = members();
  const std::map<std::string, std::string> functions = {{"f_set_b", "    vlSelf->b = 1U;\n"}};
  MemberFlow flow(all, functions);
  if (!flow.follow(body)) return "refused";
  std::string found;
  for (const auto& member : all)
    if (flow.is_read_early(member.name)) found += member.name;
  return found;
}

/// Whether all of a member is set after a body.
bool is_set(const std::string& member, const std::string& body) {
  const auto all = members();
  const std::map<std::string, std::string> functions;
  MemberFlow flow(all, functions);
  REQUIRE(flow.follow(body));
  return flow.is_set(member);
}

}  // namespace

TEST_CASE("members of generated classes are understood, with their sizes") {
  std::string text;
  for (const auto& member : members())
    text += fmt::format("{} {} {} {}; ", member.name, member.bytes, member.elements, member.port);
  CHECK(text ==
        "a 1 1 true; b 1 1 false; w 64 16 true; f 128 16 true; x 12 3 false; y 16 2 false; "
        "z 48 1 false; ");
  CHECK_FALSE(parse_members("    std::map<int, int> m;\n"));
}

TEST_CASE("a member is dead after a step if each path sets it before it reads it") {
  CHECK(early("vlSelf->b = 1U; vlSelf->a = vlSelf->b;").empty());
  CHECK(early("vlSelf->a = vlSelf->b; vlSelf->b = 1U;") == "b");
  CHECK(early("vlSelfRef.b = (vlSelfRef.b | 1U);") == "b");
  SECTION("branches") {
    CHECK(early("if (vlSelf->a) { vlSelf->b = 1U; } else { vlSelf->b = 0U; } x = vlSelf->b;") ==
          "a");
    CHECK(early("if (1U) { vlSelf->b = 1U; } x = vlSelf->b;") == "b");
    CHECK(early("if (1U) { vlSelf->b = 1U; } else if (2U) { vlSelf->b = 1U; } x = vlSelf->b;") ==
          "b");
    CHECK(early("if (1U) { vlSelf->b = 1U; } else if (2U) { vlSelf->b = 1U; } else { vlSelf->b = "
                "3U; } x = vlSelf->b;")
              .empty());
  }
  SECTION("loops") {
    CHECK(early("while (1U) { vlSelf->b = 1U; x = vlSelf->b; }").empty());
    CHECK(early("while (1U) { vlSelf->b = 1U; } x = vlSelf->b;") == "b");
    CHECK(early("for (i = 0; i < vlSelf->b; ++i) { }") == "b");
  }
  SECTION("elements") {
    CHECK(early("vlSelf->y[0U] = 1U; x = vlSelf->y[0U];").empty());
    CHECK(early("vlSelf->y[0U] = 1U; x = vlSelf->y[1U];") == "y");
    CHECK(early("vlSelf->y[0U] = 1U; vlSelf->y[1U] = 1U; x = vlSelf->y[(1U & i)];").empty());
    CHECK(early("vlSelf->y[(1U & i)] = 1U; x = vlSelf->y[0U];") == "y");
    CHECK(early("vlSelf->y[0U] = 1U; x = vlSelf->y[(1U & i)];") == "y");
    CHECK(early("vlSelf->z[0U][0U] = 1U; x = vlSelf->z[0U][1U];") == "z");
    CHECK(early("vlSelf->y[0x1U] = 1U; x = vlSelf->y[1U];").empty());
  }
  SECTION("functions of Verilator's") {
    CHECK(early("VL_ZERO_W(96, vlSelf->x); q = vlSelf->x[2U];").empty());
    CHECK(early("VL_ASSIGN_W(96, vlSelf->x, vlSelf->z[0U]); q = vlSelf->x[2U];") == "z");
    CHECK(early("VL_ASSIGN_W(96, vlSelf->z[0U], vlSelf->x); q = vlSelf->z[0U][1U];") == "xz");
    CHECK(early("VL_ASSIGNSEL_WI(96, 4, 0, vlSelf->x, 3U);") == "x");
  }
  SECTION("calls are followed") {
    CHECK(early("f_set_b(vlSelf); x = vlSelf->b;").empty());
    CHECK(early("f_unknown(vlSelf);") == "refused");
  }
  SECTION("comments and strings say nothing") {
    CHECK(early("// vlSelf->b\n/* vlSelf->b */ x = \"vlSelf->b;\";\n#if vlSelf->b\n").empty());
  }
}

TEST_CASE("code that could do something else is refused") {
  CHECK(early("do { vlSelf->b = 1U; } while (0);") == "refused");
  CHECK(early("goto there;") == "refused");
  CHECK(early("there: vlSelf->b = 1U;") == "refused");
  CHECK(early("if (1U) vlSelf->b = 1U;") == "refused");
  CHECK(early("other(vlSelf, 1U);") == "refused");
  CHECK(early("CData* p = &vlSelf->b;") == "refused");
  CHECK(early("x = vlSymsp->TOP.b;") == "refused");
  CHECK(early("if (1U) { return; }") == "refused");
}

TEST_CASE("a member is set when all of its elements are") {
  CHECK(is_set("b", "vlSelf->b = 1U;"));
  CHECK_FALSE(is_set("y", "vlSelf->y[0U] = 1U;"));
  CHECK(is_set("y", "vlSelf->y[0U] = 1U; vlSelf->y[1U] = 1U;"));
  CHECK_FALSE(is_set("y", "vlSelf->y[0U] = 1U; if (1U) { vlSelf->y[1U] = 1U; }"));
  SECTION("in the loops that Verilator makes of such rows") {
    const auto loop = [](const std::string& first, const std::string& last,
                         const std::string& assigned) {
      return "i = " + first + "; while ((i <= " + last + ")) { " + assigned +
             " = 1U; i = ((IData)(1U) + i); }";
    };
    CHECK(is_set("y", loop("0U", "1U", "vlSelf->y[i]")));
    CHECK(is_set("y", "vlSelf->y[0U] = 1U; " + loop("1U", "1U", "vlSelf->y[i]")));
    CHECK_FALSE(is_set("y", loop("1U", "1U", "vlSelf->y[i]")));
    CHECK_FALSE(is_set("y", loop("0U", "0U", "vlSelf->y[i]")));
    CHECK_FALSE(is_set("y", loop("0U", "2U", "vlSelf->y[i]")));
    CHECK_FALSE(is_set("y", loop("0U", "1U", "vlSelf->y[(1U & i)]")));
    CHECK_FALSE(is_set("y", loop("0U", "n", "vlSelf->y[i]")));
  }
}

namespace {

/// Generated code with these parts of an edge, in the form of Verilator 5.006.
void write_generated(const std::filesystem::path& directory, const std::string& parts,
                     const std::string& triggers, const std::string& logic = "") {
  const std::string root = "Vdf_router___024root";
  std::filesystem::create_directories(directory);
  std::ofstream(directory / (root + ".h"))
      << "class X {\n    // DESIGN SPECIFIC STATE\n"
         "    VL_IN8(clk_i,0,0);\n    VL_IN8(clk_in_i,0,0);\n    VL_IN64(valid_ivc_i,63,0);\n"
         "    VL_OUT64(valid_ovc_o,63,0);\n    VL_OUT64(credit_ivc_o,63,0);\n"
         "    QData/*63:0*/ in_q;\n    QData/*63:0*/ sum;\n    QData/*63:0*/ state_q;\n"
         "\n    // INTERNAL VARIABLES\n};\n";
  const std::string head = "(" + root + "* vlSelf) {\n";
  std::ofstream(directory / (root + "__0.cpp"))
      << "void " << root << "___eval_triggers__act" << head << triggers << "}\n\n"
      << "void " << root << "___logic" << head << logic << "}\n\n"
      << "void " << root << "___eval_nba" << head << "    // Body\n"
      << parts << "}\n";
}

constexpr const char* kTriggers =
    "    vlSelf->__VactTriggered.at(0U) = ((IData)(vlSelf->clk_i)\n"
    "        & (~ (IData)(vlSelf->__Vtrigrprev__TOP__clk_i)));\n"
    "    vlSelf->__VactTriggered.at(1U) = ((IData)(vlSelf->clk_in_i)\n"
    "        & (~ (IData)(vlSelf->__Vtrigrprev__TOP__clk_in_i)));\n";

std::string part(const std::string& triggers, const std::string& body) {
  return "    if (" + triggers + ") {\n        " + body + "\n    }\n";
}
const std::string kRegisters = "vlSelf->__VnbaTriggered.at(0U)";
const std::string kInputs = "vlSelf->__VnbaTriggered.at(1U)";
const std::string kBoth = "(vlSelf->__VnbaTriggered.at(0U) | vlSelf->__VnbaTriggered.at(1U))";

/// The members that are shared, or why none are.
std::string shared(const std::string& parts, const std::string& triggers = kTriggers) {
  const ScratchDirectory scratch;
  const std::filesystem::path directory = scratch / "obj";
  write_generated(directory, parts, triggers);
  const GeneratedStep step = write_generated_step(directory, true);
  if (!step.shared) return step.why;
  std::ifstream header(directory / "Vdf_router___024root.h");
  std::string found;
  for (std::string line; std::getline(header, line);)
    if (line.find("static inline") != std::string::npos) found += line.substr(18) + " ";
  return found;
}

const std::string kStep =
    part(kRegisters, "vlSelf->state_q = vlSelf->sum;") +
    part(kInputs, "vlSelf->in_q = vlSelf->valid_ivc_i;") +
    part(kBoth,
         "vlSelf->sum = (vlSelf->in_q + vlSelf->state_q);\n        vlSelf->valid_ovc_o = "
         "vlSelf->sum;");

}  // namespace

TEST_CASE("routers share what is dead after a step, and keep their registers") {
  CHECK(shared(kStep) ==
        "VL_IN64(valid_ivc_i,63,0); VL_OUT64(valid_ovc_o,63,0); QData/*63:0*/ in_q; "
        "QData/*63:0*/ sum; ");
  // An output that is not set in each step is not.
  CHECK(shared(kStep + part(kBoth, "if (vlSelf->sum) { vlSelf->credit_ivc_o = 1U; }"))
            .find("credit_ivc_o") == std::string::npos);
  // A latch keeps its value.
  CHECK(shared(part(kInputs, "if (vlSelf->valid_ivc_i) { vlSelf->in_q = 1U; }") +
               part(kBoth, "vlSelf->valid_ovc_o = vlSelf->in_q;"))
            .find("in_q") == std::string::npos);
}

TEST_CASE("what one function of a step alone mentions is its own variable") {
  const std::string logic =
      "    vlSelf->sum = (vlSelf->in_q + vlSelf->state_q);\n"
      "    vlSelf->valid_ovc_o = vlSelf->sum;\n";
  const std::string call = "Vdf_router___024root___logic(vlSelf);";
  // The function as it is after a step has been written that begins with these registers.
  const auto rewritten = [&](const std::string& registers, const std::string& calls) {
    const ScratchDirectory scratch;
    const std::filesystem::path directory = scratch / "obj";
    write_generated(directory,
                    part(kRegisters, registers) +
                        part(kInputs, "vlSelf->in_q = vlSelf->valid_ivc_i;") + part(kBoth, calls),
                    kTriggers, logic);
    REQUIRE(write_generated_step(directory, true).shared);
    const std::string text = content_of((directory / "Vdf_router___024root__0.cpp").string());
    const std::size_t begin = text.find("___logic(Vdf_router___024root* vlSelf) {\n");
    return text.substr(text.find('\n', begin) + 1,
                       text.find("}\n", begin) - text.find('\n', begin) - 1);
  };
  // The output and what the inputs set stay, as others look at them.
  CHECK(rewritten("vlSelf->state_q = 1U;", call) ==
        "    QData/*63:0*/ sum;\n"
        "    sum = (vlSelf->in_q + vlSelf->state_q);\n"
        "    vlSelf->valid_ovc_o = sum;\n");
  // A register takes it, or a second call could find it.
  CHECK(rewritten("vlSelf->state_q = vlSelf->sum;", call) == logic);
  CHECK(rewritten("vlSelf->state_q = 1U;", call + "\n        " + call) == logic);
}

TEST_CASE("routers share nothing where a step cannot be divided") {
  CHECK_THAT(shared(kStep + part(kRegisters, "vlSelf->state_q = 1U;")),
             ContainsSubstring("registers come after the logic"));
  CHECK_THAT(shared(part(kInputs, "vlSelf->in_q = vlSelf->state_q;") +
                    part(kRegisters, "vlSelf->state_q = vlSelf->sum;")),
             ContainsSubstring("depend on each other: state_q"));
  CHECK_THAT(shared(kStep + part(kBoth, "vlSelf->sum = 1U;") + part(kBoth, "other(vlSelf, 2U);")),
             ContainsSubstring("unusual statements"));
  CHECK_THAT(shared(part(kRegisters, "vlSelf->valid_ovc_o = vlSelf->sum;")),
             ContainsSubstring("an output is a register"));
  CHECK_THAT(shared(part(kRegisters, "vlSelf->state_q = vlSelf->valid_ivc_i;")),
             ContainsSubstring("a register follows an input directly"));
}

TEST_CASE("code of another form is left alone") {
  const std::string unknown = "another form";
  CHECK_THAT(shared(part("vlSelf->__VnbaTriggered.at(2U)", "vlSelf->sum = 1U;")),
             ContainsSubstring(unknown));
  CHECK_THAT(shared("    vlSelf->sum = 1U;\n"), ContainsSubstring(unknown));
  std::string falling = kTriggers;
  falling.erase(falling.find("(~ "), 3);
  CHECK_THAT(shared(kStep, falling), ContainsSubstring(unknown));
  CHECK_THAT(shared(kStep, std::string(kTriggers) +
                               "    vlSelf->__VactTriggered.at(1U) = vlSelf->rst_i;\n"),
             ContainsSubstring(unknown));
}
