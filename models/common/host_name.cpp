// SPDX-License-Identifier: Apache-2.0
#include "models/common/host_name.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

namespace dragonfly {

const std::string& host_name() {
  static const std::string name = [] {
    std::array<char, 256> buffer{};
    if (::gethostname(buffer.data(), buffer.size() - 1) != 0 || buffer[0] == '\0')
      return std::string("host");
    std::string text = buffer.data();
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == ' ' || c == '/'; }, '-');
    return text;
  }();
  return name;
}

}  // namespace dragonfly
