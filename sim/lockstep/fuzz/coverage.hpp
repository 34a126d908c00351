// SPDX-License-Identifier: Apache-2.0
// How much of the space of configurations random lockstep has seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "sim/lockstep/fuzz/fuzz_run.hpp"

namespace dragonfly {

/// Something that is drawn, and the classes into which its values fall.
struct FuzzDimension {
  std::string name;
  std::vector<std::string> classes;
  std::function<std::size_t(const FuzzRun&)> class_of;
};

[[nodiscard]] const std::vector<FuzzDimension>& fuzz_dimensions();

/// Counts runs by class, and the pairs of classes of two dimensions that a run had.
class Coverage {
 public:
  Coverage();

  void add(const FuzzRun& run);
  /// Pairs of `other` count as possible here.
  void add_possible(const Coverage& other);

  [[nodiscard]] std::int64_t runs(std::size_t dimension, std::size_t number) const {
    return runs_[first_[dimension] + number];
  }
  [[nodiscard]] std::int64_t pairs() const;
  /// Pairs that are possible, as far as add_possible() and add() know.
  [[nodiscard]] std::int64_t possible_pairs() const;

  /// A line for each dimension.
  [[nodiscard]] std::string table() const;
  /// How many pairs of those that are possible.
  [[nodiscard]] std::string pairs_line() const;
  [[nodiscard]] nlohmann::ordered_json json() const;

 private:
  [[nodiscard]] double percent() const;

  std::vector<std::size_t> first_;      ///< [dimension] -> number of its first class
  std::size_t classes_ = 0;             ///< of all dimensions
  std::vector<std::int64_t> runs_;      ///< [class]
  std::vector<bool> pairs_, possible_;  ///< [class][class]
};

}  // namespace dragonfly
