// SPDX-License-Identifier: Apache-2.0
#include "models/keys/documentation.hpp"

#include <filesystem>

#include "models/common/input_file.hpp"
#include "models/families/family_registry.hpp"
#include "models/keys/keys.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("the reference names every key, option and choice") {
  const std::string text = key_reference();
  for (const Key& key : keys()) {
    INFO(full_name(key));
    CHECK_THAT(text, ContainsSubstring("| `" + key.name + "` |"));
    for (const std::string& option : key.options) {
      CHECK_THAT(text, ContainsSubstring("`--" + option + "`"));
    }
    for (const std::string& choice : key.choices) {
      CHECK_THAT(text, ContainsSubstring("`" + choice + "`"));
    }
  }
}

TEST_CASE("the reference names every family and its routings") {
  const std::string text = key_reference();
  for (const Family& family : families()) {
    INFO(family.name);
    CHECK_THAT(text, ContainsSubstring("| `" + family.name + "` | `"));
    for (const FamilyRouting& routing : routings(family))
      CHECK_THAT(text, ContainsSubstring("| `" + routing.name + "` | "));
  }
}

TEST_CASE("docs/configuration.md holds the reference as it is") {
  const std::filesystem::path root = DRAGONFLY_SOURCE_ROOT;
  const std::string document = read_text_file((root / "docs" / "configuration.md").string());
  const std::string begin = "<!-- keys: begin -->\n", end = "<!-- keys: end -->";
  const std::size_t first = document.find(begin) + begin.size();
  const std::size_t last = document.find(end);
  REQUIRE(first < last);
  REQUIRE(last != std::string::npos);
  INFO("replace what is between the marks by the output of `dragonfly config --list`");
  CHECK(document.substr(first, last - first) == key_reference());
}

}  // namespace
}  // namespace dragonfly
