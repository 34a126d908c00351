// SPDX-License-Identifier: Apache-2.0
// The routing tables of all routers of a route unit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/families/dragonfly/route_table.hpp"

namespace dragonfly {

/// Where all groups look alike the tables of one stand for all. Its routers have the other groups
/// under the number of groups that they are further on, so a million terminals take the tables of
/// some dozen routers, which stay in the processor's caches.
class UnitTables {
 public:
  /// Group and index of a router.
  struct Place {
    std::uint32_t group, index;
  };

  /// The next router.
  void add(const DragonflySizes& sizes, const DragonflyRegisters& registers) {
    tables_.emplace_back(sizes, registers);
    places_.push_back({registers.my_group, registers.my_router});
    routers_of_group_ = static_cast<std::uint32_t>(sizes.a);
  }
  /// The routers so far are the first group of `groups` that look alike.
  void repeat(std::uint32_t groups) {
    alike_ = ~std::uint32_t{0};
    groups_ = groups;
    places_.reserve(std::size_t{groups} * tables_.size());
    for (std::uint32_t group = 1; group < groups; ++group)
      for (std::uint32_t index = 0; index < tables_.size(); ++index)
        places_.push_back({group, index});
  }

  /// Tables that there are: of the first routers, or all.
  [[nodiscard]] std::size_t tables() const { return tables_.size(); }
  [[nodiscard]] Place place(std::uint32_t router) const { return places_[router]; }

  /// Number of the table of a router of a unit that has all routers, group by group.
  [[nodiscard]] std::uint32_t table(const Place& place) const {
    return place.index + (place.group * routers_of_group_ & ~alike_);
  }
  /// The number of a group in the table of a router.
  [[nodiscard]] unsigned entry(const Place& from, unsigned group) const {
    // No branch: nobody can foresee which groups come round.
    const unsigned ahead = group - (from.group & alike_);
    return ahead + (groups_ & (0U - (ahead >> 31)));
  }
  [[nodiscard]] unsigned ways(const Place& from, unsigned group) const {
    return tables_[table(from)].ways(entry(from, group));
  }
  [[nodiscard]] RouteTable::Step way(const Place& from, unsigned group, unsigned salt) const {
    return tables_[table(from)].way(entry(from, group), salt);
  }

  // The same for a unit of any routers, by the router's number in it.

  [[nodiscard]] const RouteTable& of(std::uint32_t router) const {
    return tables_[router - (places_[router].group * routers_of_group_ & alike_)];
  }
  [[nodiscard]] RouteTable::Step way(std::uint32_t router, unsigned group, unsigned salt) const {
    return of(router).way(entry(places_[router], group), salt);
  }

 private:
  std::vector<RouteTable> tables_;
  std::vector<Place> places_;  ///< [router of the unit]
  std::uint32_t routers_of_group_ = 1;
  std::uint32_t groups_ = 0;
  std::uint32_t alike_ = 0;  ///< all ones if the groups look alike
};

}  // namespace dragonfly
