// SPDX-License-Identifier: Apache-2.0
// The transportation problem: how much a flow from rows to columns can be worth.
#pragma once

#include <cstdint>
#include <vector>

namespace dragonfly {

/// A unit from `row` to `column` is worth `weight`.
struct TransportEntry {
  int row = 0, column = 0;
  double weight = 0;
};

/// Rows give and columns take at most so many units. Pairs without an entry are worth nothing.
struct TransportProblem {
  std::vector<std::int64_t> rows, columns;  ///< capacities, >= 0
  std::vector<TransportEntry> entries;      ///< weights > 0, each pair at most once
};

/// The most that a flow can be worth. With capacities of one it is the maximum-weight assignment;
/// there is always a best flow of whole units. Rows that cannot be told apart are taken together,
/// and so are columns, so symmetric problems of millions of entries take milliseconds; others take
/// time in proportion to (rows + columns) * entries.
[[nodiscard]] double largest_transport(const TransportProblem& problem);

/// How much flows over each entry in a flow that is worth the most, in whole units. Takes rows and
/// columns as they are, so it takes time in proportion to (rows + columns) * entries at worst.
[[nodiscard]] std::vector<std::int64_t> largest_flow(const TransportProblem& problem);

/// A number that largest_transport() does not exceed, in time linear in the entries.
[[nodiscard]] double transport_bound(const TransportProblem& problem);

}  // namespace dragonfly
