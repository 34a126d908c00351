// SPDX-License-Identifier: Apache-2.0
// Numbers of things, in words.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace dragonfly {

/// "1 router", "2 routers".
template <class Number>
[[nodiscard]] std::string counted(Number number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

/// "global channel"; "channel" of a class whose name says so itself.
[[nodiscard]] inline std::string channel_of_class(std::string_view name) {
  constexpr std::string_view kNoun = "channel";
  if (name.ends_with("channels")) name.remove_suffix(1);
  return name.ends_with(kNoun) ? std::string(name) : fmt::format("{} {}", name, kNoun);
}

}  // namespace dragonfly
