// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/rtl_signals.hpp"

#include <fmt/format.h>

#include "models/common/error.hpp"
#include "models/common/subprocess.hpp"
#include "sim/rtl/source_directory.hpp"
#include "sim/rtl/verilator_messages.hpp"

namespace dragonfly {

std::vector<RtlSignal> rtl_signals(const VariantParameters& parameters,
                                   const std::vector<SourceFile>& sources) {
  const SourceDirectory directory(sources);
  std::vector<std::string> arguments = {"--top-module", "df_node"};
  for (const auto& [name, value] : parameters.defines())
    arguments.push_back(fmt::format("-D{}={}", name, value));
  arguments.insert(arguments.end(), {"-Irtl", "-F", list_among_sources(parameters.family)});
  RtlDesign design;
  const ToolResult result = describe_design(arguments, directory.path(), design);
  if (result.exit_code != 0)
    throw InputError("Verilator refuses " + name_of_rtl(sources) + ":\n" +
                     listed_errors(result.output, sources, "so its signals are not known"));
  return design.signals;
}

std::string generated_name(const std::string& signal) {
  const std::size_t dot = signal.find('.');
  const std::string module = signal.substr(0, dot), name = signal.substr(dot + 1);
  std::string scope = "df_node__DOT__";
  if (module != "df_node") scope += "u_core__DOT__";
  // The instance u_x of a module df_x.
  if (module != "df_node" && module != "df_router_core")
    scope += "u_" + module.substr(3) + "__DOT__";
  return scope + name;
}

}  // namespace dragonfly
