// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/user_router.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "models/common/spelling.hpp"
#include "models/common/subprocess.hpp"
#include "sim/rtl/file_list.hpp"
#include "sim/rtl/source_directory.hpp"
#include "sim/rtl/verilator_messages.hpp"

namespace dragonfly {

namespace fs = std::filesystem;

namespace {

/// The module around the router.
constexpr const char* kNode = "df_node";

struct Port {
  const char* name;
  const char* direction;
  int width;
  const char* meaning;  ///< of the width
};

/// docs/bring-your-own-router.md.
std::vector<Port> ports_of_router(const RouterShape& shape) {
  constexpr int kWordBits = 64, kOccupancyBits = 16;
  const int vcs = shape.vector_bits(), flits = shape.ports * shape.flit_words * kWordBits;
  constexpr const char *kVcs = "NV = PORTS x STRIDE", *kFlits = "PORTS x FLIT_W";
  return {{"clk_i", "input", 1, ""},
          {"rst_i", "input", 1, ""},
          {"cfg_we_i", "input", 1, ""},
          {"cfg_addr_i", "input", 16, ""},
          {"cfg_data_i", "input", 32, ""},
          {"valid_ivc_i", "input", vcs, kVcs},
          {"flit_ip_i", "input", flits, kFlits},
          {"credit_ivc_o", "output", vcs, kVcs},
          {"valid_ovc_o", "output", vcs, kVcs},
          {"flit_op_o", "output", flits, kFlits},
          {"credit_ovc_i", "input", vcs, kVcs},
          {"oracle_i", "input", shape.oracle_lanes * kOccupancyBits, "LANES x 16"},
          {"occupancy_o", "output", shape.occupancy_lanes * kOccupancyBits, "OCCUPANCIES x 16"}};
}

std::string bits(int width) { return fmt::format("{} bit{}", width, width == 1 ? "" : "s"); }

std::string with_article(const std::string& direction) {
  return (direction == "input" || direction == "inout" || direction == "output" ? "an " : "a ") +
         direction;
}

/// What is wrong with the ports, a line each; empty if nothing is.
std::string wrong_ports(const std::vector<RtlPort>& ports, const RouterShape& shape) {
  const std::vector<Port> contract = ports_of_router(shape);
  const auto in_contract = [&](const std::string& name) {
    return std::any_of(contract.begin(), contract.end(),
                       [&](const Port& port) { return port.name == name; });
  };
  std::vector<std::string> others;
  for (const RtlPort& port : ports)
    if (!in_contract(port.name)) others.push_back(port.name);

  std::string wrong;
  for (const Port& port : contract) {
    const auto found = std::find_if(ports.begin(), ports.end(),
                                    [&](const RtlPort& is) { return is.name == port.name; });
    std::string problem;
    if (found == ports.end())
      problem = "is missing" + did_you_mean(port.name, others);
    else if (found->direction != port.direction)
      problem = "is " + with_article(found->direction);
    else if (found->width == 0)
      problem = "is no packed vector";
    else if (found->width != port.width)
      problem = "has " + bits(found->width);
    else
      continue;
    wrong += fmt::format("\n  {} {}; it must be an {} of {}{}", port.name, problem, port.direction,
                         bits(port.width),
                         *port.meaning == '\0' ? "" : fmt::format(" ({})", port.meaning));
  }
  for (const RtlPort& port : ports) {
    if (!in_contract(port.name) && port.direction != "output")
      wrong += fmt::format("\n  {} is {} that a router does not have, and nothing would drive it",
                           port.name, with_article(port.direction));
  }
  return wrong;
}

bool is_identifier(const std::string& name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::all_of(name.begin(), name.end(), [](unsigned char character) {
           return std::isalnum(character) != 0 || character == '_';
         });
}

/// Leaves out what is compiled before the user's files anyway: Verilator cannot have a package
/// twice. Throws for another one of that name.
void leave_out_package(std::vector<std::string>& arguments,
                       const std::vector<SourceFile>& sources) {
  const fs::path package = "rtl/df_pkg.sv";
  const auto ours = std::find_if(sources.begin(), sources.end(),
                                 [&](const SourceFile& source) { return source.name == package; });
  std::erase_if(arguments, [&](const std::string& argument) {
    if (fs::path(argument).filename() != package.filename()) return false;
    if (read_text_file(argument) == ours->content) return true;
    throw InputError(argument + ": the package df_pkg comes from " + package.string() +
                     " of this program, and this is another; leave it out");
  });
}

}  // namespace

UserRtl inspect_user_router(const UserRouter& router, const VariantParameters& parameters,
                            const std::vector<SourceFile>& sources) {
  if (!is_identifier(router.top))
    throw InputError(fmt::format("--router-top '{}' is no name of a module", router.top));
  if (router.top == kNode) {
    throw InputError(fmt::format(
        "--router-top {}: the module around the router has this name; give yours another",
        router.top));
  }
  UserRtl user;
  user.file_list = router.file_list;
  user.top = router.top;
  if (!fs::exists(router.file_list))
    throw InputError(fmt::format("--router-files {}: there is no such file", router.file_list));
  user.arguments = read_file_list(router.file_list);
  leave_out_package(user.arguments, sources);

  const SourceDirectory directory(sources);
  RtlDesign design;
  const auto ask = [&](const std::vector<std::string>& top) {
    std::vector<std::string> arguments = {"--timescale", "1ns/1ps", "rtl/df_pkg.sv"};
    for (const auto& [name, value] : parameters.defines())
      arguments.push_back(fmt::format("-D{}={}", name, value));
    arguments.insert(arguments.end(), user.arguments.begin(), user.arguments.end());
    arguments.insert(arguments.end(), top.begin(), top.end());
    arguments.insert(arguments.end(), {"-Irtl", "-I" + folder_among_sources(parameters.family)});
    return describe_design(arguments, directory.path(), design);
  };
  const ToolResult result = ask({"--top-module", user.top});
  if (result.output.find("--top-module '" + user.top + "' was not found") != std::string::npos) {
    // Which modules there are is known to Verilator only if it need not look for this one.
    std::vector<std::string> modules;
    if (ask({}).exit_code == 0) modules = design.modules;
    std::erase_if(
        modules, [](const std::string& name) { return name == "df_pkg" || name.starts_with("$"); });
    throw InputError(fmt::format(
        "--router-top {}: the files of {} have no such module{}{}", user.top, user.file_list,
        did_you_mean(user.top, modules),
        modules.empty() ? "" : fmt::format("; they have {}", fmt::join(modules, ", "))));
  }
  if (result.exit_code != 0) {
    throw InputError(
        fmt::format("Verilator refuses the router of {}:\n{}", user.file_list,
                    listed_errors(result.output, sources, "so its ports could not be looked at")));
  }

  if (const std::string wrong = wrong_ports(design.ports, parameters.shape()); !wrong.empty()) {
    throw InputError(
        fmt::format("{} (--router-top) has not the ports of a router of {}:{}\nAll ports are in "
                    "docs/bring-your-own-router.md.",
                    user.top, parameters.describe(), wrong));
  }
  // Ours are in `sources`; they have relative names.
  for (const fs::path& file : design.files)
    if (file.is_absolute()) user.files.push_back(file);
  user.instances = design.instances;
  for (const RtlSignal& signal : design.signals)
    if (user.instances.contains(signal.name.substr(0, signal.name.find('.'))))
      user.signals.push_back(signal);
  return user;
}

std::string generated_name(const UserRtl& user, const std::string& signal) {
  const std::size_t dot = signal.find('.');
  std::string path = user.instances.at(signal.substr(0, dot));
  path = std::string(kNode) + ".u_router" + path.substr(user.top.size()) + signal.substr(dot);
  std::string name;
  for (const char character : path) {
    switch (character) {
      case '.':
        name += "__DOT__";
        break;
      case '[':
        name += "__BRA__";
        break;
      case ']':
        name += "__KET__";
        break;
      default:
        name += character;
    }
  }
  return name;
}

}  // namespace dragonfly
