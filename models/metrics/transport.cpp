// SPDX-License-Identifier: Apache-2.0
#include "models/metrics/transport.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

namespace dragonfly {
namespace {

constexpr double kSameWeight = 1e-12;  ///< relative; weights are quotients of counts

/// Numbers of the weights: equal but for rounding, the same number.
std::vector<int> weight_numbers(const std::vector<TransportEntry>& entries) {
  std::vector<double> values;
  values.reserve(entries.size());
  for (const TransportEntry& entry : entries) values.push_back(entry.weight);
  std::sort(values.begin(), values.end());
  const auto same = [](double one, double other) { return other <= one * (1 + kSameWeight); };
  values.erase(std::unique(values.begin(), values.end(), same), values.end());
  std::vector<int> numbers;
  for (const TransportEntry& entry : entries) {
    const auto above = std::upper_bound(values.begin(), values.end(), entry.weight);
    numbers.push_back(static_cast<int>(above - values.begin()));
  }
  return numbers;
}

std::uint64_t mixed(std::uint64_t value) {  // splitmix64
  value += 0x9e3779b97f4a7c15;
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
  value = (value ^ value >> 27) * 0x94d049bb133111eb;
  return value ^ value >> 31;
}

/// A partition of rows or columns: [element] -> class 0 ... count-1.
struct Classes {
  std::vector<int> of;
  int count = 0;

  /// Parts classes by a key of each element.
  template <class Key>
  void part(const std::vector<Key>& keys) {
    std::map<std::pair<int, Key>, int> numbers;
    for (std::size_t i = 0; i < of.size(); ++i) numbers.emplace(std::pair{of[i], keys[i]}, 0);
    count = 0;
    for (auto& [key, number] : numbers) number = count++;
    for (std::size_t i = 0; i < of.size(); ++i) of[i] = numbers.at({of[i], keys[i]});
  }

  explicit Classes(const std::vector<std::int64_t>& capacities) : of(capacities.size(), 0) {
    part(capacities);
  }
};

/// Colour refinement: parts rows and columns until every row of a class has as many entries of each
/// weight in each class of columns as the others, and every column in each class of rows. Then the
/// entries of one weight between two classes can share what flows over them evenly, so a flow
/// between the classes is worth what one between their members is (Grohe, Kersting, Mladenov,
/// Selman: Dimension reduction via colour refinement, 2014).
std::pair<Classes, Classes> refined(const TransportProblem& problem) {
  const std::vector<int> weight = weight_numbers(problem.entries);
  Classes rows(problem.rows), columns(problem.columns);
  std::vector<std::uint64_t> row_keys(problem.rows.size()), column_keys(problem.columns.size());
  for (int before = -1; before != rows.count + columns.count;) {
    before = rows.count + columns.count;
    // A sum of hashes is the same for the same multiset of (class, weight).
    const auto seen = [&](const Classes& classes, int element, std::size_t entry) {
      return mixed(mixed(static_cast<std::uint64_t>(classes.of[element])) +
                   static_cast<std::uint64_t>(weight[entry]));
    };
    std::fill(row_keys.begin(), row_keys.end(), 0);
    std::fill(column_keys.begin(), column_keys.end(), 0);
    for (std::size_t i = 0; i < problem.entries.size(); ++i) {
      const TransportEntry& entry = problem.entries[i];
      row_keys[entry.row] += seen(columns, entry.column, i);
      column_keys[entry.column] += seen(rows, entry.row, i);
    }
    rows.part(row_keys);
    columns.part(column_keys);
  }
  return {std::move(rows), std::move(columns)};
}

/// The problem between the classes: together as much capacity, and the highest weight of a pair.
TransportProblem reduced(const TransportProblem& problem) {
  const auto [rows, columns] = refined(problem);
  TransportProblem small;
  small.rows.assign(static_cast<std::size_t>(rows.count), 0);
  small.columns.assign(static_cast<std::size_t>(columns.count), 0);
  for (std::size_t i = 0; i < problem.rows.size(); ++i) small.rows[rows.of[i]] += problem.rows[i];
  for (std::size_t i = 0; i < problem.columns.size(); ++i) {
    small.columns[columns.of[i]] += problem.columns[i];
  }
  for (const TransportEntry& entry : problem.entries) {
    small.entries.push_back({rows.of[entry.row], columns.of[entry.column], entry.weight});
  }
  const auto key = [](const TransportEntry& e) { return std::tuple(e.row, e.column, -e.weight); };
  std::sort(small.entries.begin(), small.entries.end(),
            [&](const auto& one, const auto& other) { return key(one) < key(other); });
  const auto same_pair = [](const TransportEntry& one, const TransportEntry& other) {
    return one.row == other.row && one.column == other.column;
  };
  small.entries.erase(std::unique(small.entries.begin(), small.entries.end(), same_pair),
                      small.entries.end());
  return small;
}

/// Ships row after row over shortest augmenting paths: the Hungarian method with capacities. Prices
/// of rows and columns together are no less than the weight of any entry, and equal it where
/// something flows. What is left of a row may stay there, for nothing.
class Shipping {
 public:
  explicit Shipping(const TransportProblem& problem)
      : problem_(problem),
        in_row_(problem.rows.size()),
        in_column_(problem.columns.size()),
        flow_(problem.entries.size(), 0),
        free_(problem.columns),
        row_price_(problem.rows.size(), 0),
        column_price_(problem.columns.size(), 0),
        row_distance_(problem.rows.size()),
        column_distance_(problem.columns.size()),
        reached_by_(problem.columns.size()),
        back_by_(problem.rows.size()) {
    for (std::size_t i = 0; i < problem.entries.size(); ++i) {
      const TransportEntry& entry = problem.entries[i];
      in_row_[entry.row].push_back(i);
      in_column_[entry.column].push_back(i);
      row_price_[entry.row] = std::max(row_price_[entry.row], entry.weight);
    }
  }

  void ship() {
    for (std::size_t row = 0; row < problem_.rows.size(); ++row) {
      std::int64_t left = problem_.rows[row];
      while (left > 0) left -= augment(static_cast<int>(row), left);
    }
  }
  [[nodiscard]] const std::vector<std::int64_t>& flow() const { return flow_; }
  [[nodiscard]] double worth() const {
    double worth = 0;
    for (std::size_t i = 0; i < flow_.size(); ++i) {
      worth += static_cast<double>(flow_[i]) * problem_.entries[i].weight;
    }
    return worth;
  }

 private:
  static constexpr double kFar = std::numeric_limits<double>::infinity();
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  /// Where the search ended: at a column with room, or at a row that keeps what it has.
  struct End {
    int row = -1, column = -1;
    double distance = kFar;
  };

  /// Sends as much as one path takes, at most `amount`, and returns it.
  std::int64_t augment(int row, std::int64_t amount) {
    const End end = search(row);
    for (std::size_t r = 0; r < row_price_.size(); ++r) {
      row_price_[r] -= std::max(0.0, end.distance - row_distance_[r]);
    }
    for (std::size_t c = 0; c < column_price_.size(); ++c) {
      column_price_[c] += std::max(0.0, end.distance - column_distance_[c]);
    }
    if (end.column >= 0) amount = std::min(amount, free_[end.column]);
    for_path(end, row, [&](std::size_t entry, bool forward) {
      if (!forward) amount = std::min(amount, flow_[entry]);
    });
    for_path(end, row,
             [&](std::size_t entry, bool forward) { flow_[entry] += forward ? amount : -amount; });
    if (end.column >= 0) free_[end.column] -= amount;
    return amount;
  }

  /// Calls visit(entry, forward) from the end of the path back to its start.
  template <class Visit>
  void for_path(const End& end, int start, Visit&& visit) const {
    int row = end.row;
    if (end.column >= 0) {
      visit(reached_by_[end.column], true);
      row = problem_.entries[reached_by_[end.column]].row;
    }
    while (row != start) {
      const std::size_t back = back_by_[row];
      visit(back, false);
      const std::size_t forward = reached_by_[problem_.entries[back].column];
      visit(forward, true);
      row = problem_.entries[forward].row;
    }
  }

  /// Dijkstra's search from a row, to the nearest end.
  End search(int start) {
    std::fill(row_distance_.begin(), row_distance_.end(), kFar);
    std::fill(column_distance_.begin(), column_distance_.end(), kFar);
    std::priority_queue<std::pair<double, int>, std::vector<std::pair<double, int>>, std::greater<>>
        columns;
    End end;
    const auto scan = [&](int row, double distance) {
      row_distance_[row] = distance;
      if (distance + row_price_[row] < end.distance) {
        end = {row, -1, distance + row_price_[row]};
      }
      for (const std::size_t i : in_row_[row]) {
        const TransportEntry& entry = problem_.entries[i];
        const double slack = row_price_[row] + column_price_[entry.column] - entry.weight;
        const double to = distance + std::max(0.0, slack);
        if (to >= column_distance_[entry.column] || to >= end.distance) continue;
        column_distance_[entry.column] = to;
        reached_by_[entry.column] = i;
        columns.emplace(to, entry.column);
      }
    };
    back_by_[start] = kNone;
    scan(start, 0);
    while (!columns.empty()) {
      const auto [distance, column] = columns.top();
      columns.pop();
      if (distance >= end.distance) break;
      if (distance > column_distance_[column]) continue;
      if (free_[column] > 0) return {-1, column, distance};
      for (const std::size_t i : in_column_[column]) {
        const int row = problem_.entries[i].row;
        if (flow_[i] == 0 || row_distance_[row] <= distance) continue;
        back_by_[row] = i;
        scan(row, distance);
      }
    }
    return end;
  }

  const TransportProblem& problem_;
  std::vector<std::vector<std::size_t>> in_row_, in_column_;  ///< entries
  std::vector<std::int64_t> flow_;                            ///< [entry]
  std::vector<std::int64_t> free_;                            ///< [column]: what it still takes
  std::vector<double> row_price_, column_price_;
  std::vector<double> row_distance_, column_distance_;
  std::vector<std::size_t> reached_by_;  ///< [column]: entry by which the search came there
  std::vector<std::size_t> back_by_;     ///< [row]: entry by which the search went back there
};

}  // namespace

double largest_transport(const TransportProblem& problem) {
  const TransportProblem small = reduced(problem);
  Shipping shipping(small);
  shipping.ship();
  return shipping.worth();
}

std::vector<std::int64_t> largest_flow(const TransportProblem& problem) {
  Shipping shipping(problem);
  shipping.ship();
  return shipping.flow();
}

double transport_bound(const TransportProblem& problem) {
  // Prices that cover every entry: the row's or the column's, whichever has more entries, as a few
  // long rows and columns then pay for all.
  std::vector<int> row_length(problem.rows.size(), 0), column_length(problem.columns.size(), 0);
  for (const TransportEntry& entry : problem.entries) {
    ++row_length[entry.row];
    ++column_length[entry.column];
  }
  std::vector<double> row_price(problem.rows.size(), 0), column_price(problem.columns.size(), 0);
  for (const TransportEntry& entry : problem.entries) {
    double& price = row_length[entry.row] >= column_length[entry.column]
                        ? row_price[entry.row]
                        : column_price[entry.column];
    price = std::max(price, entry.weight);
  }
  double bound = 0;
  for (std::size_t i = 0; i < row_price.size(); ++i) {
    bound += row_price[i] * static_cast<double>(problem.rows[i]);
  }
  for (std::size_t i = 0; i < column_price.size(); ++i) {
    bound += column_price[i] * static_cast<double>(problem.columns[i]);
  }
  return bound;
}

}  // namespace dragonfly
