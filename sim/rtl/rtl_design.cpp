// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/rtl_design.hpp"

#include "sim/rtl/design_description.hpp"
#include "sim/rtl/design_json.hpp"
#include "sim/rtl/design_xml.hpp"

namespace dragonfly {

namespace {

ToolResult run_verilator(std::vector<std::string> format, const std::vector<std::string>& arguments,
                         const std::filesystem::path& directory) {
  format.insert(format.begin(), "verilator");
  // What is wrong with the design is found elsewhere; warnings must not keep it from being
  // described.
  format.insert(format.end(), {"-Wno-fatal", "-Wno-lint", "-Wno-style"});
  format.insert(format.end(), arguments.begin(), arguments.end());
  return run_tool(format, directory);
}

}  // namespace

ToolResult describe_design(const std::vector<std::string>& arguments,
                           const std::filesystem::path& directory, RtlDesign& design) {
  constexpr const char *kTree = "design.json", *kMeta = "design.meta.json", *kXml = "design.xml";
  ToolResult result = run_verilator({"--xml-only", "--xml-output", kXml}, arguments, directory);
  if (result.output.find("Invalid option: --xml-only") != std::string::npos) {
    result = run_verilator(
        {"--json-only", "--json-only-output", kTree, "--json-only-meta-output", kMeta}, arguments,
        directory);
    if (result.exit_code == 0)
      design = design_of(read_design_json(directory / kTree, directory / kMeta));
  } else if (result.exit_code == 0) {
    design = design_of(read_design_xml(directory / kXml));
  }
  return result;
}

}  // namespace dragonfly
