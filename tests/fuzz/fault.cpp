// SPDX-License-Identifier: Apache-2.0
// Faults that --inject-fault names.
#include "sim/lockstep/fault.hpp"

#include <string>

#include "tests/fuzz/fuzz.hpp"

namespace dragonfly::fuzz {
namespace {

constexpr int kRouters = 264;

std::string text_of(const Fault& fault) {
  const std::string bit = fault.bit ? "[" + std::to_string(*fault.bit) + "]" : "";
  const char* const value = fault.value == ForcedValue::kInverted ? "flip"
                            : fault.value == ForcedValue::kZero   ? "stuck0"
                                                                  : "stuck1";
  return std::to_string(fault.router) + ":" + fault.signal + bit + "@" +
         std::to_string(fault.cycle) + "=" + value;
}

}  // namespace

void look_at(std::string_view input) {
  if (input.find('\0') != std::string_view::npos) return;  // a word of the command line has none
  const auto fault = accepted([&] { return parse_fault(std::string(input), kRouters); },
                              "--inject-fault " + std::string(input), Place::kFile);
  if (!fault) return;
  const std::string text = text_of(*fault);
  require(text_of(parse_fault(text, kRouters)) == text,
          "a fault is another when it is written and read again", text);
  try {
    check_fault(*fault, {{"df_switch_allocator.held_q", 6}, {"df_router.ready", 1}});
  } catch (const InputError& error) {
    require_place(error.what(), "--inject-fault", Place::kFile);
  }
}

}  // namespace dragonfly::fuzz
