// SPDX-License-Identifier: Apache-2.0
// The function that libFuzzer calls.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  dragonfly::fuzz::look_at({reinterpret_cast<const char*>(data), size});
  return 0;
}
