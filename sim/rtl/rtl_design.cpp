#include "sim/rtl/rtl_design.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <utility>

namespace dragonfly {

namespace {

std::string unescaped(std::string text) {
  constexpr std::array<std::pair<const char*, char>, 5> kEntities = {
      {{"&lt;", '<'}, {"&gt;", '>'}, {"&apos;", '\''}, {"&quot;", '"'}, {"&amp;", '&'}}};
  for (const auto& [entity, character] : kEntities)
    for (std::size_t at = text.find(entity); at != std::string::npos; at = text.find(entity, at))
      text.replace(at++, std::string(entity).size(), 1, character);
  return text;
}

/// The value of an attribute in a line of XML.
std::optional<std::string> attribute(const std::string& line, const std::string& name) {
  const std::string begin = " " + name + "=\"";
  const std::size_t first = line.find(begin);
  if (first == std::string::npos) return {};
  const std::size_t value = first + begin.size();
  return unescaped(line.substr(value, line.find('"', value) - value));
}

std::string attribute_or_none(const std::string& line, const std::string& name) {
  return attribute(line, name).value_or("");
}

/// The number of a constant, as in 32'h1f and 32'sh1f.
int constant(const std::string& line) {
  const std::string text = attribute_or_none(line, "name");
  const std::size_t digits = text.find('h');
  constexpr int kHexadecimal = 16;
  return digits == std::string::npos
             ? 0
             : static_cast<int>(std::strtol(text.c_str() + digits + 1, nullptr, kHexadecimal));
}

/// The types at the end of the file, by their numbers.
class Types {
 public:
  /// Takes a line of the table of types: an element, indented by its depth.
  void read(const std::string& line) {
    const std::size_t depth = line.find('<');
    if (depth == std::string::npos) return;
    const std::string element =
        line.substr(depth + 1, line.find_first_of(" >/", depth + 1) - depth - 1);
    constexpr std::size_t kTypeDepth = 6;
    if (depth == kTypeDepth && attribute(line, "id")) {
      Type& type = types_[current_ = attribute_or_none(line, "id")];
      type.kind = element;
      type.name = attribute_or_none(line, "name");
      type.of = attribute_or_none(line, "sub_dtype_id");
      type.bounds = {std::atoi(attribute_or_none(line, "left").c_str()),
                     std::atoi(attribute_or_none(line, "right").c_str())};
      bounds_read_ = 0;
    } else if (element == "memberdtype") {
      types_[current_].members.push_back(attribute_or_none(line, "sub_dtype_id"));
    } else if (element == "const" && bounds_read_ < 2) {
      Type& type = types_[current_];
      (bounds_read_++ == 0 ? type.bounds.first : type.bounds.second) = constant(line);
    }
  }

  /// Whether it is a plain vector.
  [[nodiscard]] bool is_logic(const std::string& id) const {
    const auto type = types_.find(id);
    return type != types_.end() && type->second.kind == "basicdtype" &&
           type->second.name == "logic";
  }

  /// Bits of a packed type; 0 for any other.
  [[nodiscard]] int width(const std::string& id) const {
    const auto found = types_.find(id);
    if (found == types_.end()) return 0;
    const Type& type = found->second;
    const int range = std::abs(type.bounds.first - type.bounds.second) + 1;
    if (type.kind == "basicdtype") {
      const bool packed = type.name == "logic" || type.name == "bit" || type.name == "integer" ||
                          type.name == "int" || type.name == "byte" || type.name == "shortint" ||
                          type.name == "longint" || type.name == "time";
      return packed ? range : 0;
    }
    if (type.kind == "packarraydtype") return range * width(type.of);
    if (type.kind == "refdtype" || type.kind == "constdtype" || type.kind == "enumdtype")
      return width(type.of);
    int sum = 0, most = 0;
    for (const std::string& member : type.members) {
      const int bits = width(member);
      if (bits == 0) return 0;
      sum += bits;
      most = std::max(most, bits);
    }
    return type.kind == "structdtype" ? sum : type.kind == "uniondtype" ? most : 0;
  }

 private:
  struct Type {
    std::string kind, name, of;
    std::pair<int, int> bounds;
    std::vector<std::string> members;
  };

  std::map<std::string, Type> types_;
  std::string current_;
  int bounds_read_ = 0;
};

}  // namespace

RtlDesign read_design(const std::filesystem::path& xml) {
  struct Variable {
    std::string module, name, direction, type;
    bool of_top = false;
  };
  std::ifstream file(xml);
  RtlDesign design;
  Types types;
  std::vector<Variable> variables;
  std::map<std::string, int> instances;
  std::string module;
  bool top = false, in_files = false, in_types = false;
  for (std::string line; std::getline(file, line);) {
    // An element a line, indented by its depth; types, with their widths, come last.
    const auto is = [&](const char* begin) { return line.starts_with(begin); };
    if (is("  <files>") || is("  </files>")) {
      in_files = is("  <files>");
    } else if (in_files) {
      const std::string name = attribute_or_none(line, "filename");
      if (!name.starts_with("<")) design.files.emplace_back(name);
    } else if (is("    <cell ") || line.find(" hier=\"") != std::string::npos) {
      const std::string of = attribute_or_none(line, "submodname");
      if (++instances[of] == 1)
        design.instances[of] = attribute_or_none(line, "hier");
      else
        design.instances.erase(of);
    } else if (is("    <module ")) {
      module = attribute_or_none(line, "name");
      top = attribute(line, "topModule").has_value();
      design.modules.push_back(module);
    } else if (is("      <var ")) {
      if (!attribute(line, "param") && !attribute(line, "localparam"))
        variables.push_back({module, attribute_or_none(line, "name"),
                             attribute_or_none(line, "dir"), attribute_or_none(line, "dtype_id"),
                             top});
    } else if (is("    <typetable")) {
      in_types = true;
    } else if (in_types) {
      types.read(line);
    }
  }
  for (const Variable& variable : variables) {
    const int width = types.width(variable.type);
    if (types.is_logic(variable.type))
      design.signals.push_back({variable.module + "." + variable.name, width});
    if (variable.of_top && !variable.direction.empty())
      design.ports.push_back({variable.name, variable.direction, width});
  }
  return design;
}

}  // namespace dragonfly
