// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/design_description.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>

#include "models/common/error.hpp"

namespace dragonfly {

namespace {

using Type = DesignDescription::Type;
using TypeKind = DesignDescription::TypeKind;

/// What a description says makes no sense.
[[noreturn]] void refuse(const std::string& what) {
  throw Error(ExitCode::kInternal,
              "Verilator's description of a design cannot be understood: " + what);
}

/// Bits as an int. Throws if they do not fit.
int checked_width(std::int64_t bits) {
  if (!std::in_range<int>(bits)) refuse("a vector has " + std::to_string(bits) + " bits");
  return static_cast<int>(bits);
}

class Types {
 public:
  explicit Types(const std::map<std::string, Type>& types) : types_(types) {}

  /// Whether it is a plain vector.
  [[nodiscard]] bool is_logic(const std::string& id) const {
    const Type* type = &find(id);
    for (std::size_t names = 0; type->kind == TypeKind::kAlias; ++names) {
      if (names == types_.size()) refuse("the type " + id + " is made of itself");
      type = &find(type->of);
    }
    return type->kind == TypeKind::kScalar && type->logic;
  }

  /// Bits of a packed type; 0 for any other.
  [[nodiscard]] int width(const std::string& id) {
    if (const auto known = widths_.find(id); known != widths_.end()) {
      if (!known->second) refuse("the type " + id + " is made of itself");
      return *known->second;
    }
    if (widths_.size() - finished_ > kDeepest) refuse("types are nested too deeply");
    widths_[id] = std::nullopt;  // it is being looked at
    const int bits = width_of(find(id));
    widths_[id] = bits;
    ++finished_;
    return bits;
  }

 private:
  [[nodiscard]] const Type& find(const std::string& id) const {
    static const Type unknown;
    const auto found = types_.find(id);
    return found == types_.end() ? unknown : found->second;
  }

  [[nodiscard]] int width_of(const Type& type) {
    switch (type.kind) {
      case TypeKind::kScalar:
        return type.range;
      case TypeKind::kPackedArray:
        return checked_width(std::int64_t{type.range} * width(type.of));
      case TypeKind::kAlias:
        return width(type.of);
      case TypeKind::kStruct:
      case TypeKind::kUnion:
        return width_of_members(type);
      case TypeKind::kOther:
        break;
    }
    return 0;
  }

  [[nodiscard]] int width_of_members(const Type& type) {
    int sum = 0, most = 0;
    for (const std::string& member : type.members) {
      const int bits = width(member);
      if (bits == 0) return 0;
      sum = checked_width(std::int64_t{sum} + bits);
      most = std::max(most, bits);
    }
    return type.kind == TypeKind::kStruct ? sum : most;
  }

  static constexpr std::size_t kDeepest = 1000;

  const std::map<std::string, Type>& types_;
  std::map<std::string, std::optional<int>> widths_;  ///< of types looked at; none: being looked at
  std::size_t finished_ = 0;                          ///< of widths_
};

/// All paths of each module, from the top's name on.
class Hierarchy {
 public:
  explicit Hierarchy(const std::vector<DesignDescription::Module>& modules) {
    for (const auto& module : modules) modules_[module.name] = &module;
  }

  void visit(const std::string& module, const std::string& path) {
    const auto found = modules_.find(module);
    if (found == modules_.end()) return;  // an interface, or a black box
    if (!open_.insert(module).second) refuse("the module " + module + " is made of itself");
    if (++visited_ > kMostInstances) refuse("there are too many instances");
    paths_[module].push_back(path);
    for (const auto& instance : found->second->instances)
      visit(instance.module, path + "." + instance.path);
    open_.erase(module);
  }

  [[nodiscard]] const std::map<std::string, std::vector<std::string>>& paths() const {
    return paths_;
  }

 private:
  static constexpr int kMostInstances = 1'000'000;

  std::map<std::string, const DesignDescription::Module*> modules_;
  std::set<std::string> open_;  ///< modules from the top to the one that is visited
  int visited_ = 0;
  std::map<std::string, std::vector<std::string>> paths_;
};

const DesignDescription::Module* top_of(const std::vector<DesignDescription::Module>& modules) {
  std::set<std::string> instantiated;
  for (const auto& module : modules)
    for (const auto& instance : module.instances) instantiated.insert(instance.module);
  for (const auto& module : modules)
    if (!instantiated.contains(module.name)) return &module;
  return nullptr;
}

}  // namespace

bool is_vector_type(const std::string& keyword) {
  static const std::set<std::string> vectors = {"logic", "bit",      "integer", "int",
                                                "byte",  "shortint", "longint", "time"};
  return vectors.contains(keyword);
}

int elements_of_range(int left, int right) {
  return checked_width(std::abs(std::int64_t{left} - right) + 1);
}

std::string path_below(const std::string& scope, const std::string& name) {
  if (scope.empty() || name.empty()) return scope + name;
  return scope + "." + name;
}

RtlDesign design_of(const DesignDescription& description) {
  RtlDesign design;
  design.files = description.files;
  Types types(description.types);
  for (const auto& module : description.modules) {
    design.modules.push_back(module.name);
    for (const auto& variable : module.variables)
      if (types.is_logic(variable.type))
        design.signals.push_back({module.name + "." + variable.name, types.width(variable.type)});
  }
  const DesignDescription::Module* const top = top_of(description.modules);
  if (top == nullptr) return design;
  for (const auto& variable : top->variables)
    if (!variable.direction.empty())
      design.ports.push_back({variable.name, variable.direction, types.width(variable.type)});
  Hierarchy hierarchy(description.modules);
  hierarchy.visit(top->name, top->name);
  for (const auto& [module, paths] : hierarchy.paths())
    if (paths.size() == 1) design.instances[module] = paths.front();
  return design;
}

}  // namespace dragonfly
