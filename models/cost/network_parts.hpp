// SPDX-License-Identifier: Apache-2.0
// What a network is built of, as far as its price and power go: routers and links in classes, with
// lengths. No graph is needed, so networks of any size can be listed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dragonfly {

/// What a link is for.
enum class LinkRole {
  kTerminal,  ///< between a terminal and its router
  kLocal,     ///< between routers of a packaging unit (group, dimension 1)
  kGlobal,    ///< between packaging units
};

/// Where a link runs.
enum class Place {
  kCabinet,    ///< on a backplane, within a cabinet
  kNeighbour,  ///< a short cable within a unit of adjacent cabinets
  kFloor,      ///< a cable across the floor
};

/// Links of one length.
struct Span {
  Place place = Place::kFloor;
  double metres = 0;  ///< length of the cable, overhead included; 0 on a backplane
  std::int64_t links = 0;
};

struct LinkClass {
  std::string name;  ///< "terminal", "local", "global", "dimension 1", "level 1", "stage 1", ...
  LinkRole role = LinkRole::kGlobal;
  std::int64_t links = 0;
  int directions = 2;       ///< 2: bidirectional; 1: one-way (conventional butterfly)
  double width = 1;         ///< bandwidth of a direction, as a multiple of that of a terminal
  std::vector<Span> spans;  ///< together `links` links
};

struct RouterClass {
  std::string name;
  std::int64_t count = 0;
  std::int64_t radix = 0;  ///< ports used, of any width
  /// Bandwidth used, in ports as wide as a terminal's: a port of a narrow channel counts less.
  double ports = 0;
  /// A low-radix router, which is no part-used high-radix chip: priced by its pins (Kim et al.
  /// 2007, footnote 10; 2008, Section 5).
  bool priced_by_pins = false;
};

/// A value that the papers leave to whoever does the sums, or fix without proof.
struct Assumption {
  std::string text;    ///< what is assumed
  std::string value;   ///< its value with the unit
  std::string source;  ///< paper and section, or "choice"
};

/// A parameter of a network, as its family names it.
struct PartParameter {
  std::string name;                  ///< "p", "sizes", ...
  std::vector<std::int64_t> values;  ///< one, or all of a list
  bool list = false;
};

/// "p = 16, a = 32", "sizes = 8 x 8 x 16".
[[nodiscard]] std::string describe(const std::vector<PartParameter>& parameters);

struct NetworkParts {
  std::string topology;               ///< "dragonfly", "flattened-butterfly", ...
  std::string parameters;             ///< "p = 16, a = 32, h = 16, g = 128"
  std::vector<PartParameter> values;  ///< the same
  std::int64_t terminals = 0;
  std::vector<RouterClass> routers;
  std::vector<LinkClass> links;
  /// Global ports that no link joins to another, and so no link is charged for.
  std::int64_t unconnected_global_ports = 0;
  std::vector<Assumption> assumptions;

  [[nodiscard]] std::int64_t router_count() const;
  /// Ports used of the largest router.
  [[nodiscard]] std::int64_t radix() const;
  /// The class of this name; throws std::out_of_range if there is none.
  [[nodiscard]] const LinkClass& link_class(std::string_view name) const;
};

/// Mean length in metres of the links of a class that are cables; 0 if none is.
[[nodiscard]] double mean_cable_length(const LinkClass& links);

/// What a router costs and takes of a whole one with `radix` ports: the share of the ports it uses,
/// if it is priced by its pins or `scale_all` holds; otherwise 1, or more where it uses more ports
/// than a whole router has.
[[nodiscard]] double router_share(const RouterClass& router, double radix, bool scale_all);

[[nodiscard]] std::string_view name(LinkRole role);

}  // namespace dragonfly
