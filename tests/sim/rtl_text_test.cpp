// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/rtl_text.hpp"

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

using Words = std::vector<std::string>;

Words declared(const std::string& text) {
  Words words;
  for (const Declaration& declaration : declarations(text))
    words.push_back(declaration.kind + " " + declaration.name);
  return words;
}

TEST_CASE("includes are found and lose their folders") {
  const std::string text =
      "`include \"a/b/c.svh\"\n  `include\t\"d.svh\" // `include \"e/\"\n`include "
      "<f>\n`include\"g\"";
  CHECK(included_files(text) == Words{"a/b/c.svh", "d.svh", "e/"});
  CHECK(
      without_folders(text) ==
      "`include \"c.svh\"\n  `include\t\"d.svh\" // `include \"e/\"\n`include <f>\n`include\"g\"");
  CHECK(included_files("`include \"never ends").empty());
  CHECK(included_files("`include \"\"").empty());
}

TEST_CASE("declarations stand at the beginning of lines") {
  CHECK(declared("module a;\n  package\tautomatic b;\n\n interface  c ();\nendmodule\n// module "
                 "d\nmodules e\nx module f") == Words{"module a", "package b", "interface c"});
  CHECK(declared("module").empty());
}

TEST_CASE("an include comes after the comment at the beginning") {
  CHECK(with_include("// a\n// b\nmodule m;", "s.svh") ==
        "// a\n// b\n`include \"s.svh\"\nmodule m;");
  CHECK(with_include("module m;", "s.svh") == "`include \"s.svh\"\nmodule m;");
  CHECK(with_include("", "s.svh") == "`include \"s.svh\"\n");
  // Without an end of line, after which one could look for more.
  CHECK(with_include("// a", "s.svh") == "// a\n`include \"s.svh\"\n");
}

TEST_CASE("long texts take no stack, and time in proportion") {
  constexpr int kLong = 2'000'000;
  CHECK(included_files("`include \"" + std::string(kLong, 'a')).empty());
  CHECK(declared(std::string(kLong, '\n') + "module a;") == Words{"module a"});
  CHECK(without_folders("`include \"" + std::string(kLong, '/') + "a\"") == "`include \"a\"");
}

}  // namespace
}  // namespace dragonfly
