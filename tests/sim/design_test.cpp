// SPDX-License-Identifier: Apache-2.0
// What is read from Verilator's description of a design, in every format that its versions write.
// tests/sim/designs/sample.sv was described by the versions that the folders beside it name, with
//   verilator --json-only --json-only-output sample.json --json-only-meta-output sample.meta.json
//   verilator --xml-only --xml-output sample.xml
// and -Wno-fatal -Wno-lint -Wno-style --top-module sample -I. sample.sv; widths and paths are
// worked out from the source.
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "sim/rtl/design_description.hpp"
#include "sim/rtl/design_json.hpp"
#include "sim/rtl/design_xml.hpp"
#include "sim/rtl/rtl_design.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

const fs::path kDesigns = DRAGONFLY_TEST_ROOT "/tests/sim/designs";

void check_sample(const RtlDesign& design) {
  using Port = std::tuple<std::string, std::string, int>;
  std::vector<Port> ports;
  for (const RtlPort& port : design.ports)
    ports.emplace_back(port.name, port.direction, port.width);
  // entry_t has 4 + 2 + 1 bits, both_t the 8 of each member; arrays of unpacked elements and real
  // numbers are no packed vectors.
  CHECK(ports == std::vector<Port>{{"clk_i", "input", 1},
                                   {"vector_i", "input", 6},
                                   {"lanes_i", "input", 2 * 3},
                                   {"entry_i", "input", 7},
                                   {"both_i", "input", 8},
                                   {"mode_i", "input", 2},
                                   {"byte_i", "input", 8},
                                   {"memory_i", "input", 0},
                                   {"real_i", "input", 0},
                                   {"pad_io", "inout", 1},
                                   {"number_o", "output", 32},
                                   {"nibbles_o", "output", 2 * 4}});

  std::map<std::string, int> signals;
  for (const RtlSignal& signal : design.signals) signals[signal.name] = signal.width;
  CHECK(signals == std::map<std::string, int>{{"sample.clk_i", 1},
                                              {"sample.vector_i", 6},
                                              {"sample.mode_i", 2},
                                              {"sample.pad_io", 1},
                                              {"sample.leaf_q", 3},
                                              {"sample.other_q", 3},
                                              {"sample.once_q", 3},
                                              {"sample.nibble_q", 4},
                                              {"sample_leaf.clk_i", 1},
                                              {"sample_leaf.d_i", 3},
                                              {"sample_leaf.q_o", 3},
                                              {"sample_once.clk_i", 1},
                                              {"sample_once.d_i", 3},
                                              {"sample_once.q_o", 3},
                                              {"sample_once.offset_q", 7},
                                              {"sample_once.long_q", 40}});

  std::vector<std::string> modules = design.modules;
  std::sort(modules.begin(), modules.end());
  CHECK(modules == std::vector<std::string>{"sample", "sample_leaf", "sample_once"});
  // sample_leaf is there twice.
  CHECK(design.instances ==
        std::map<std::string, std::string>{{"sample", "sample"},
                                           {"sample_once", "sample.gen_once[1].u_once"}});

  for (const char* const file : {"sample.sv", "sample_defs.svh"})
    CHECK(std::count(design.files.begin(), design.files.end(), file) == 1);
}

TEST_CASE("A design is read from the JSON of Verilator 5.048") {
  const fs::path folder = kDesigns / "verilator-5.048";
  check_sample(design_of(read_design_json(folder / "sample.json", folder / "sample.meta.json")));
}

TEST_CASE("A design is read from the XML of Verilator 5.006") {
  check_sample(design_of(read_design_xml(kDesigns / "verilator-5.006/sample.xml")));
}

TEST_CASE("A design is read whichever format the installed Verilator writes") {
  const fs::path directory =
      fs::temp_directory_path() / ("dragonfly_design_test_" + std::to_string(::getpid()));
  fs::create_directories(directory);
  RtlDesign design;
  const ToolResult result = describe_design(
      {"--top-module", "sample", "-I" + kDesigns.string(), (kDesigns / "sample.sv").string()},
      directory, design);
  INFO(result.output);
  CHECK(result.exit_code == 0);
  for (fs::path& file : design.files) file = file.filename();
  check_sample(design);

  RtlDesign none;
  CHECK(describe_design({"no_such_file.sv"}, directory, none).exit_code != 0);
  CHECK(none.modules.empty());
  fs::remove_all(directory);
}

TEST_CASE("Descriptions that cannot be understood are errors") {
  const fs::path directory =
      fs::temp_directory_path() / ("dragonfly_design_test_" + std::to_string(::getpid()));
  fs::create_directories(directory);
  const fs::path file = directory / "description", meta = directory / "meta";
  std::ofstream(meta) << R"({"files": {}})";
  for (const char* const text : {"", "{", "<verilator_xml>", "{\"modulesp\": 3}", "<a></a>", "[]",
                                 R"({"modulesp": [{"type": 7}]})"}) {
    INFO(text);
    std::ofstream(file) << text;
    CHECK_THROWS_AS(read_design_json(file, meta), Error);
    CHECK_THROWS_AS(read_design_xml(file), Error);
  }
  fs::remove_all(directory);
}

TEST_CASE("Designs that no source could have are errors, and do not hang or overflow") {
  using Kind = DesignDescription::TypeKind;
  const auto with_types = [](std::map<std::string, DesignDescription::Type> types) {
    DesignDescription description;
    description.modules = {{"top", {{"x", "input", "1"}}, {}}};
    description.types = std::move(types);
    return description;
  };
  const auto type = [](Kind kind, int range, const std::string& of,
                       std::vector<std::string> members = {}) {
    return DesignDescription::Type{kind, false, range, of, std::move(members)};
  };
  CHECK_THROWS_AS(
      design_of(with_types({{"1", type(Kind::kAlias, 1, "2")}, {"2", type(Kind::kAlias, 1, "1")}})),
      Error);
  CHECK_THROWS_AS(design_of(with_types({{"1", type(Kind::kPackedArray, 2, "1")}})), Error);
  CHECK_THROWS_AS(design_of(with_types({{"1", type(Kind::kPackedArray, 1 << 30, "2")},
                                        {"2", type(Kind::kScalar, 4, "")}})),
                  Error);
  CHECK_THROWS_AS(elements_of_range(INT_MAX, INT_MIN), Error);
  CHECK(elements_of_range(-3, 4) == 8);

  // A struct of two of the next one, 60 times over: 2^60 bits, in no time.
  std::map<std::string, DesignDescription::Type> doubled;
  for (int i = 1; i < 60; ++i) {
    const std::string next = std::to_string(i + 1);
    doubled[std::to_string(i)] = type(Kind::kStruct, 1, "", {next, next});
  }
  doubled["60"] = type(Kind::kScalar, 1, "");
  CHECK_THROWS_AS(design_of(with_types(doubled)), Error);
  for (auto& [id, content] : doubled)
    if (id != "60") content.kind = Kind::kUnion;
  CHECK(design_of(with_types(doubled)).ports.at(0).width == 1);

  DesignDescription description;
  description.modules = {
      {"top", {}, {{"u", "a"}}}, {"a", {}, {{"u", "b"}}}, {"b", {}, {{"u", "a"}}}};
  CHECK_THROWS_AS(design_of(description), Error);
}

}  // namespace
}  // namespace dragonfly
