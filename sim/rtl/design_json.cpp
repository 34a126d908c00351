// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/design_json.hpp"

#include <cctype>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "models/common/error.hpp"

namespace dragonfly {

namespace {

using Json = nlohmann::json;
using Type = DesignDescription::Type;
using TypeKind = DesignDescription::TypeKind;

Json read_json(const std::filesystem::path& path) {
  std::ifstream file(path);
  return Json::parse(file);
}

std::string text(const Json& node, const char* key) { return node.value(key, std::string()); }

/// Calls visit(child) for the nodes below a node. Which lists a node has depends on the version.
template <typename Visit>
void for_each_child(const Json& node, Visit&& visit) {
  for (const auto& [key, list] : node.items()) {
    if (!list.is_array()) continue;
    for (const Json& child : list)
      if (child.is_object()) visit(child);
  }
}

/// Elements of "7:0" and of "[7:0]"; a type without a range is one bit.
int elements(const std::string& range) {
  int left = 0, right = 0;
  const char* const begin = range.c_str() + (range.starts_with("[") ? 1 : 0);
  return std::sscanf(begin, "%d:%d", &left, &right) == 2 ? elements_of_range(left, right) : 1;
}

Type read_type(const Json& node) {
  Type type;
  type.of = text(node, "refDTypep");
  const std::string kind = text(node, "type");
  if (kind == "BASICDTYPE") {
    const std::string keyword = text(node, "keyword");
    if (is_vector_type(keyword)) type.kind = TypeKind::kScalar;
    type.logic = keyword == "logic";
    type.range = elements(text(node, "range"));
  } else if (kind == "PACKARRAYDTYPE") {
    type.kind = TypeKind::kPackedArray;
    type.range = elements(text(node, "declRange"));
  } else if (kind == "REFDTYPE" || kind == "CONSTDTYPE" || kind == "ENUMDTYPE") {
    type.kind = TypeKind::kAlias;
  } else if ((kind == "STRUCTDTYPE" || kind == "UNIONDTYPE") && node.value("packed", false)) {
    type.kind = kind == "UNIONDTYPE" ? TypeKind::kUnion : TypeKind::kStruct;
    for (const Json& member : node.at("membersp"))
      type.members.push_back(text(member, "refDTypep"));
  }
  return type;
}

std::string direction_of(const Json& variable) {
  std::string direction = text(variable, "direction");
  if (direction == "NONE") return "";
  for (char& letter : direction)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return direction;
}

/// Instances refer to modules by their addresses.
using Names = std::map<std::string, std::string>;

void read_instances(const Json& node, const std::string& scope, const Names& names,
                    std::vector<DesignDescription::Instance>& instances) {
  for_each_child(node, [&](const Json& child) {
    const std::string type = text(child, "type");
    if (type == "GENBLOCK" || type == "BEGIN") {
      read_instances(child, path_below(scope, text(child, "name")), names, instances);
    } else if (type == "CELL") {
      const auto module = names.find(text(child, "modp"));
      if (module != names.end())
        instances.push_back({path_below(scope, text(child, "name")), module->second});
    }
  });
}

DesignDescription::Module read_module(const Json& node, const Names& names) {
  DesignDescription::Module module;
  module.name = text(node, "name");
  for_each_child(node, [&](const Json& child) {
    if (text(child, "type") == "VAR" && !child.value("isParam", false))
      module.variables.push_back({text(child, "name"), direction_of(child), text(child, "dtypep")});
  });
  read_instances(node, "", names, module.instances);
  return module;
}

DesignDescription read(const std::filesystem::path& tree, const std::filesystem::path& meta) {
  DesignDescription description;
  const Json netlist = read_json(tree), files = read_json(meta);
  for (const auto& [id, file] : files.at("files").items())
    if (const std::string name = text(file, "filename"); !name.starts_with("<"))
      description.files.emplace_back(name);
  Names names;
  for (const Json& module : netlist.at("modulesp"))
    names[text(module, "addr")] = text(module, "name");
  for (const Json& module : netlist.at("modulesp"))
    if (text(module, "type") == "MODULE") description.modules.push_back(read_module(module, names));
  for_each_child(netlist, [&](const Json& node) {
    if (text(node, "type") != "TYPETABLE") return;
    for (const Json& type : node.at("typesp"))
      description.types[text(type, "addr")] = read_type(type);
  });
  return description;
}

}  // namespace

DesignDescription read_design_json(const std::filesystem::path& tree,
                                   const std::filesystem::path& meta) {
  try {
    return read(tree, meta);
  } catch (const Json::exception& error) {
    throw Error(ExitCode::kInternal,
                std::string("Verilator's JSON of a design cannot be understood: ") + error.what());
  }
}

}  // namespace dragonfly
