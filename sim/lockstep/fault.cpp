// SPDX-License-Identifier: Apache-2.0
#include "sim/lockstep/fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "models/common/error.hpp"
#include "models/common/spelling.hpp"

namespace dragonfly {

namespace {

[[noreturn]] void refuse(const std::string& text, const std::string& reason) {
  throw InputError(fmt::format(
      "--inject-fault {}: {}; write ROUTER:MODULE.SIGNAL[BIT]@CYCLE=flip, stuck0 or stuck1, as in "
      "17:df_switch_allocator.held_q[5]@500=flip",
      text, reason));
}

template <typename Number>
std::optional<Number> number(const std::string& text) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return {};
  return value;
}

}  // namespace

Fault parse_fault(const std::string& text, int routers) {
  const std::size_t colon = text.find(':'), at = text.rfind('@'), equal = text.rfind('=');
  if (colon == std::string::npos || at == std::string::npos || equal == std::string::npos ||
      colon > at || at > equal)
    refuse(text, "it is not of that form");
  Fault fault;
  const auto router = number<int>(text.substr(0, colon));
  if (!router || *router >= routers)
    refuse(text, fmt::format("the router must be 0 to {}", routers - 1));
  fault.router = *router;
  fault.signal = text.substr(colon + 1, at - colon - 1);
  if (const std::size_t bracket = fault.signal.find('['); bracket != std::string::npos) {
    if (!fault.signal.ends_with(']')) refuse(text, "the bit has no closing bracket");
    const auto bit =
        number<int>(fault.signal.substr(bracket + 1, fault.signal.size() - bracket - 2));
    if (!bit) refuse(text, "the bit must be a number from 0 on");
    fault.bit = *bit;
    fault.signal.resize(bracket);
  }
  const auto cycle = number<std::int64_t>(text.substr(at + 1, equal - at - 1));
  if (!cycle) refuse(text, "the cycle must be a number from 0 on");
  fault.cycle = *cycle;
  const std::string kind = text.substr(equal + 1);
  if (kind == "flip")
    fault.value = ForcedValue::kInverted;
  else if (kind == "stuck0")
    fault.value = ForcedValue::kZero;
  else if (kind == "stuck1")
    fault.value = ForcedValue::kOne;
  else
    refuse(text, fmt::format("there is no kind '{}'", kind));
  return fault;
}

void check_fault(const Fault& fault, const std::vector<RtlSignal>& signals) {
  const auto found = std::find_if(signals.begin(), signals.end(), [&](const RtlSignal& signal) {
    return signal.name == fault.signal;
  });
  if (found == signals.end()) {
    std::vector<std::string> names;
    names.reserve(signals.size());
    for (const RtlSignal& signal : signals) names.push_back(signal.name);
    throw InputError(
        fmt::format("--inject-fault: the RTL has no signal {}{}; signals are MODULE.NAME, at the "
                    "top of a module",
                    fault.signal, did_you_mean(fault.signal, names)));
  }
  if (!fault.bit && found->width > 1) {
    throw InputError(
        fmt::format("--inject-fault: {0} has {1} bits; say which one, {0}[0] to {0}[{2}]",
                    fault.signal, found->width, found->width - 1));
  }
  if (fault.bit.value_or(0) >= found->width) {
    throw InputError(fmt::format("--inject-fault: {} has {} bit{}, 0 to {}; there is no bit {}",
                                 fault.signal, found->width, found->width == 1 ? "" : "s",
                                 found->width - 1, fault.bit.value_or(0)));
  }
}

}  // namespace dragonfly
