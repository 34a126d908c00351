// SPDX-License-Identifier: Apache-2.0
// What there is to know of a family of networks, by name: what its folder gives to the registry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "models/common/random_source.hpp"
#include "models/config/parameters.hpp"
#include "models/router/register_map.hpp"
#include "models/router/routes.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

struct Configuration;

enum class ParameterKind {
  kNumber,
  kList,  ///< of numbers
  kName,  ///< one of some names
  kFile,  ///< the path of a file that is read
};

/// A parameter. In files and options it is a key of section [topology].
struct FamilyParameter {
  std::string name;  ///< as the option has it, "group-sizes"
  std::string meaning;
  ParameterKind kind = ParameterKind::kNumber;
  bool required = true;
  ParameterValue standard = {};  ///< the value if it is not given and not required; empty: none
  std::int64_t lowest = 0;       ///< of the number, or of each in the list
  std::int64_t highest = std::numeric_limits<int>::max();
  std::vector<std::string> choices = {};                          ///< kName
  std::vector<std::pair<std::string, std::string>> aliases = {};  ///< kName: other name, choice
};

/// A routing of a family, as `routing.algorithm` names it.
struct FamilyRouting {
  std::string name;
  std::string description;  ///< in a line
  /// Whether decisions of a cycle see each other where routing.allocator leaves it to the routing;
  /// and whether it is this routing with no other allocation.
  bool sequential = false, only_sequential = false;
  int code = 0;             ///< in the control register ALGORITHM
  std::string router = {};  ///< where routings of a family have different routers, which
};

/// Those of a generated header of a family's registers, in the order of their codes.
[[nodiscard]] inline std::vector<FamilyRouting> family_routings(
    std::span<const AlgorithmText> algorithms) {
  std::vector<FamilyRouting> routings;
  for (const AlgorithmText& algorithm : algorithms) {
    const int code = static_cast<int>(routings.size());
    routings.push_back({.name = algorithm.name, .description = algorithm.meaning, .code = code});
  }
  return routings;
}

/// Names and values of what a network was built from, for people, in the order in which they are
/// shown.
using ShownParameters = std::vector<std::pair<std::string, std::string>>;

/// The size of a network.
struct NetworkShape {
  std::int64_t routers = 0, terminals = 0;
  std::int64_t groups = 0;  ///< of terminals, between which patterns send; 0: they are not alike
  std::int64_t radix = 0;   ///< ports of the router that has most
  int dimensions = 0;       ///< of the grid that its routers stand on; 0: on none
};

/// A parameter that coverage of random tests tells apart, and the classes of its values.
struct ParameterClasses {
  std::string name;
  std::vector<std::string> classes;
  std::function<std::size_t(const FamilyParameters&)> class_of;
};

/// How random tests draw networks of a family and simplify those that fail (sim/lockstep/fuzz).
struct FamilyDraw {
  /// Sets the parameters on which a router's hardware depends. Returns how many terminals networks
  /// of such routers are to have at most, so that they run in seconds.
  std::function<int(RandomSource&, FamilyParameters&)> routers;
  /// The fewest VCs with which there is a network of such routers, with two terminals or more.
  /// Throws InputError if there is none (as some parameters may have been given).
  std::function<int(const FamilyParameters&)> least_vcs;
  /// Sets the other parameters, for a network of so many terminals and VCs at most. Every network
  /// must be possible.
  std::function<void(RandomSource&, FamilyParameters&, int most_terminals, int vcs)> network;
  /// A routing that the drawn network can have with its VCs.
  std::function<std::string(RandomSource&, const Configuration&)> routing;
  /// The most flits that VC buffers of such routers are built for, a power of two; null: 1024.
  std::function<int(const FamilyParameters&)> deepest = nullptr;
  std::vector<ParameterClasses> classes;
  /// The parameters of the simplest network.
  FamilyParameters simplest;
  /// Makes parameters fit each other again of which one was made simpler; null: they always do.
  std::function<void(FamilyParameters&)> repair = nullptr;
};

struct Family {
  std::string name;
  std::string description;
  std::vector<FamilyParameter> parameters;
  /// Builds the network from the values of all parameters.
  std::function<Wiring(const FamilyParameters&)> build;
  /// The smallest network with at least so many terminals from routers of so many ports.
  std::function<FamilyParameters(std::int64_t terminals, int radix)> smallest;
  /// What is shown of the values given; none: all of them as they are.
  std::function<ShownParameters(const FamilyParameters&)> shown = nullptr;
  /// The size of the network of all parameters, where that is simpler than to build it.
  std::function<NetworkShape(const FamilyParameters&)> shape = nullptr;

  /// Whether its channels have the latencies that the wiring says, and not those of the
  /// configuration.
  bool own_latencies = false;
  /// Its routings, if it has routes of its own; else see routings().
  std::vector<FamilyRouting> routings = {};
  /// Makes a network that can be simulated; all parameters are set. None: by tables (fabric.cpp).
  std::function<Fabric(const Configuration&)> fabric = nullptr;
  /// The routes alone, where they are sooner made.
  std::function<std::unique_ptr<const Routes>(const Configuration&)> routes = nullptr;
  /// None: random tests draw no network of the family.
  std::optional<FamilyDraw> draw = {};
};

}  // namespace dragonfly
