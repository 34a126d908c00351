// SPDX-License-Identifier: Apache-2.0
// The cost models under one handle: chosen and changed by name.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/cost/cost_result.hpp"
#include "models/cost/kim2007.hpp"
#include "models/cost/kim2008.hpp"
#include "models/cost/parameter_table.hpp"
#include "models/cost/teh2017.hpp"

namespace dragonfly {

using CostModel = std::variant<Kim2007, Kim2008, Teh2017>;

/// "kim2007", "kim2008", "teh2017".
[[nodiscard]] const std::vector<std::string>& cost_model_names();

/// A model with the paper's parameters. Throws InputError for an unknown name.
[[nodiscard]] CostModel make_cost_model(std::string_view name);

/// All parameters of a model with their values. The list teh2017 offered-radices is not among them.
[[nodiscard]] std::vector<ParameterInfo> describe_parameters(const CostModel& model);

/// The value of a parameter; throws InputError for an unknown name.
[[nodiscard]] double parameter(const CostModel& model, std::string_view name);

/// Sets a parameter; throws InputError for an unknown name or a value out of range.
void set_parameter(CostModel& model, std::string_view name, double value);

/// Sets a parameter from text, as "--set name=value" gives it: a number, or for teh2017's
/// offered-radices a list. Throws InputError as above, and if the text is no number.
void set_parameter(CostModel& model, std::string_view name, std::string_view text);

/// The packaging a model assumes; of teh2017, whose prices do not depend on it, the defaults.
[[nodiscard]] Packaging packaging_of(const CostModel& model);

[[nodiscard]] CostResult evaluate(const CostModel& model, const NetworkParts& parts);

}  // namespace dragonfly
