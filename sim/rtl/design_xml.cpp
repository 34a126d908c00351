// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/design_xml.hpp"

#include <cstdlib>
#include <pugixml.hpp>

#include "models/common/error.hpp"

namespace dragonfly {

namespace {

using Type = DesignDescription::Type;
using TypeKind = DesignDescription::TypeKind;

std::string text(const pugi::xml_node& node, const char* attribute) {
  return node.attribute(attribute).as_string();
}

/// The number of a constant, as in 32'h1f and 32'sh1f. Those below zero have 32 bits.
int constant(const pugi::xml_node& node) {
  const std::string number = text(node, "name");
  const std::size_t digits = number.find('h');
  constexpr int kHexadecimal = 16;
  return digits == std::string::npos
             ? 0
             : static_cast<int>(std::strtoul(number.c_str() + digits + 1, nullptr, kHexadecimal));
}

Type read_type(const pugi::xml_node& node) {
  Type type;
  type.of = text(node, "sub_dtype_id");
  const std::string kind = node.name(), name = text(node, "name");
  if (kind == "basicdtype") {
    if (is_vector_type(name)) type.kind = TypeKind::kScalar;
    type.logic = name == "logic";
    type.range =
        elements_of_range(node.attribute("left").as_int(), node.attribute("right").as_int());
  } else if (kind == "packarraydtype") {
    type.kind = TypeKind::kPackedArray;
    const pugi::xml_node left = node.child("range").child("const");
    type.range = elements_of_range(constant(left), constant(left.next_sibling("const")));
  } else if (kind == "refdtype" || kind == "constdtype" || kind == "enumdtype") {
    type.kind = TypeKind::kAlias;
  } else if (kind == "structdtype" || kind == "uniondtype") {
    type.kind = kind == "uniondtype" ? TypeKind::kUnion : TypeKind::kStruct;
    for (const pugi::xml_node& member : node.children("memberdtype"))
      type.members.push_back(text(member, "sub_dtype_id"));
  }
  return type;
}

void read_instances(const pugi::xml_node& node, const std::string& scope,
                    std::vector<DesignDescription::Instance>& instances) {
  for (const pugi::xml_node& child : node.children()) {
    const std::string kind = child.name();
    if (kind == "begin")
      read_instances(child, path_below(scope, text(child, "name")), instances);
    else if (kind == "instance")
      instances.push_back({path_below(scope, text(child, "name")), text(child, "defName")});
  }
}

DesignDescription::Module read_module(const pugi::xml_node& node) {
  DesignDescription::Module module;
  module.name = text(node, "name");
  for (const pugi::xml_node& variable : node.children("var")) {
    if (!variable.attribute("param") && !variable.attribute("localparam"))
      module.variables.push_back(
          {text(variable, "name"), text(variable, "dir"), text(variable, "dtype_id")});
  }
  read_instances(node, "", module.instances);
  return module;
}

}  // namespace

DesignDescription read_design_xml(const std::filesystem::path& xml) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_file(xml.c_str());
  const pugi::xml_node root = document.child("verilator_xml"), netlist = root.child("netlist");
  if (!result || !netlist) {
    throw Error(ExitCode::kInternal,
                std::string("Verilator's XML of a design cannot be understood: ") +
                    (result ? "there is no netlist" : result.description()));
  }
  DesignDescription description;
  for (const pugi::xml_node& file : root.child("files").children("file"))
    if (const std::string name = text(file, "filename"); !name.starts_with("<"))
      description.files.emplace_back(name);
  for (const pugi::xml_node& module : netlist.children("module"))
    description.modules.push_back(read_module(module));
  for (const pugi::xml_node& type : netlist.child("typetable").children())
    if (const pugi::xml_attribute id = type.attribute("id"))
      description.types[id.as_string()] = read_type(type);
  return description;
}

}  // namespace dragonfly
