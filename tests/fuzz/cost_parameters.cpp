// SPDX-License-Identifier: Apache-2.0
// Parameters of the cost models in files.
#include "models/cost/cost_model.hpp"
#include "models/keys/toml.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace dragonfly::fuzz {
namespace {

/// Sets what the model takes; the rest is refused with a message. Whether there was anything.
bool set_all(CostModel& model, const std::vector<TomlValue>& values) {
  bool any = false;
  for (const TomlValue& value : values) {
    try {
      set_parameter(model, value.name, value.text);
      any = true;
    } catch (const InputError& error) {
      require(*error.what() != '\0', "a refusal without a reason", value.text);
    }
  }
  return any;
}

std::string text_of(const CostModel& model) {
  std::string text;
  for (const ParameterInfo& parameter : describe_parameters(model))
    text += parameter.name + " = " + to_text(Value(parameter.value)) + "\n";
  return text;
}

}  // namespace

void look_at(std::string_view input) {
  if (names_large_sizes(input)) return;
  const auto values =
      accepted([&] { return flat_toml(input, "costs.toml"); }, "costs.toml", Place::kColumn);
  if (!values) return;
  for (const std::string& name : cost_model_names()) {
    CostModel model = make_cost_model(name), again = model;
    if (!set_all(model, *values)) continue;
    const std::string text = text_of(model);
    for (const TomlValue& value : flat_toml(text, "again.toml"))
      set_parameter(again, value.name, value.text);
    require(text_of(again) == text, "what is written reads back to other parameters", text);
  }
}

}  // namespace dragonfly::fuzz
