// SPDX-License-Identifier: Apache-2.0
#include "models/cost/cost_model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <type_traits>

#include "models/common/error.hpp"
#include "models/common/spelling.hpp"

namespace dragonfly {
namespace {

const auto& table_of(const Kim2007&) { return kim2007_parameters(); }
const auto& table_of(const Kim2008&) { return kim2008_parameters(); }
const auto& table_of(const Teh2017&) { return teh2017_parameters(); }

}  // namespace

const std::vector<std::string>& cost_model_names() {
  static const std::vector<std::string> names{"kim2007", "kim2008", "teh2017"};
  return names;
}

CostModel make_cost_model(std::string_view name) {
  const std::string wanted = folded(name);
  if (wanted == "kim2007") return Kim2007{};
  if (wanted == "kim2008") return Kim2008{};
  if (wanted == "teh2017") return Teh2017{};
  throw InputError(fmt::format("no cost model \"{}\"{}; known: {}", name,
                               did_you_mean(name, cost_model_names()),
                               fmt::join(cost_model_names(), ", ")));
}

std::vector<ParameterInfo> describe_parameters(const CostModel& model) {
  return std::visit([](const auto& m) { return describe_parameters(m, table_of(m)); }, model);
}

double parameter(const CostModel& model, std::string_view name) {
  return std::visit([&](const auto& m) { return m.*(find_parameter(table_of(m), name).member); },
                    model);
}

void set_parameter(CostModel& model, std::string_view name, double value) {
  std::visit([&](auto& m) { set_parameter(m, table_of(m), name, value); }, model);
}

void set_parameter(CostModel& model, std::string_view name, std::string_view text) {
  if (Teh2017* teh = std::get_if<Teh2017>(&model); teh && folded(name) == "offered-radices") {
    teh->offered_radices = parse_radices(text);
    return;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    (void)parameter(model, name);  // a misspelt name is the first thing to say
    throw InputError(fmt::format("{} = \"{}\": use a number", name, text));
  }
  set_parameter(model, name, value);
}

Packaging packaging_of(const CostModel& model) {
  return std::visit(
      [](const auto& m) -> Packaging {
        if constexpr (std::is_base_of_v<Packaging, std::decay_t<decltype(m)>>) {
          return m;
        } else {
          return {};
        }
      },
      model);
}

CostResult evaluate(const CostModel& model, const NetworkParts& parts) {
  return std::visit([&](const auto& m) { return evaluate(m, parts); }, model);
}

}  // namespace dragonfly
