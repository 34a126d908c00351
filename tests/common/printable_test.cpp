// SPDX-License-Identifier: Apache-2.0
#include "models/common/printable.hpp"

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("Control characters and broken UTF-8 are written out, all else stays") {
  CHECK(printable("a\tb\nü ± 漢 🐉") == "a\tb\nü ± 漢 🐉");
  CHECK(printable("\x1b[2J\x1b]0;x\a\r\x7f") == "\\x1b[2J\\x1b]0;x\\x07\\x0d\\x7f");
  CHECK(printable(std::string("\0", 1)) == "\\x00");
  CHECK(printable("\xc2\x9b"
                  "1m") ==
        "\\xc2\\x9b"
        "1m");  // U+009B begins a sequence, as ESC [ does
  CHECK(printable("\xff\xc3") == "\\xff\\xc3");
  CHECK(printable("\x9b"
                  "1m") ==
        "\\x9b"
        "1m");
}

TEST_CASE("Long text is shortened") {
  CHECK(shortened("abcdef", 6) == "abcdef");
  CHECK(shortened("abcdefg", 6) == "abcdef...");
}

}  // namespace
}  // namespace dragonfly
