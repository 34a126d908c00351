// SPDX-License-Identifier: Apache-2.0
// Readings of the papers' cost models: what their texts leave open, or may be taken to say.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/cost/cost_model.hpp"

namespace dragonfly {

/// Parameters that differ from the defaults of a model.
struct Reading {
  std::string name;  ///< "4x-line", as `dragonfly cost --reading` takes it
  std::string text;  ///< what it takes the paper to say
  std::vector<std::pair<std::string, double>> changes;
  enum class Of { kPrices, kPower, kBoth } of = Of::kPrices;  ///< what it changes
  std::string against = {};  ///< what is printed and says otherwise; empty: the text leaves it open
};

/// Those of a model; teh2017 has none.
[[nodiscard]] const std::vector<Reading>& readings(std::string_view model);

[[nodiscard]] std::vector<std::string> reading_names(std::string_view model);

/// A model read so. Throws InputError for a name that the model does not have, with those that it
/// has.
[[nodiscard]] CostModel read_as(std::string_view model, std::string_view reading);

}  // namespace dragonfly
