// SPDX-License-Identifier: Apache-2.0
// A design as Verilator describes it, whichever format it writes: the common ground of the readers
// of its JSON and of its XML, and what follows from it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "sim/rtl/rtl_design.hpp"

namespace dragonfly {

struct DesignDescription {
  enum class TypeKind {
    kScalar,       ///< a packed vector of `range` bits
    kPackedArray,  ///< `range` times `of`
    kAlias,        ///< another name of `of`: typedefs, enumerations, const
    kStruct,       ///< packed, of `members`
    kUnion,        ///< packed, of `members`
    kOther,        ///< no packed type, or none that is known here
  };
  struct Type {
    TypeKind kind = TypeKind::kOther;
    bool logic = false;  ///< of a scalar: declared as logic, reg or wire
    int range = 1;
    std::string of;
    std::vector<std::string> members;
  };
  struct Variable {
    std::string name, direction, type;  ///< direction as in RtlPort; empty if it is no port
  };
  struct Instance {
    std::string path, module;  ///< path below the module, through generate blocks: "gen_x[1].u_y"
  };
  struct Module {
    std::string name;
    std::vector<Variable> variables;  ///< at its top, without parameters
    std::vector<Instance> instances;
  };

  std::vector<std::filesystem::path> files;
  std::vector<Module> modules;
  std::map<std::string, Type> types;
};

/// Whether a built-in type of SystemVerilog is a packed vector: "logic", "int", but not "real".
[[nodiscard]] bool is_vector_type(const std::string& keyword);

/// The number of elements of a range from `left` to `right`, in whichever order. Throws
/// Error(kInternal) if it is no int.
[[nodiscard]] int elements_of_range(int left, int right);

/// "gen_x[1].u_y" of "gen_x[1]" and "u_y"; blocks without a name are not in paths.
[[nodiscard]] std::string path_below(const std::string& scope, const std::string& name);

/// The parts of a design that are asked for. Its top is the first module that no other
/// instantiates. Throws Error(kInternal) if types or modules are parts of themselves, or larger
/// than any design.
[[nodiscard]] RtlDesign design_of(const DesignDescription& description);

}  // namespace dragonfly
