// SPDX-License-Identifier: Apache-2.0
#include "models/common/spelling.hpp"

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("edit distance counts insertions, deletions, replacements and swaps") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("load", "load") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("abc", "") == 3);
  CHECK(edit_distance("load", "loads") == 1);
  CHECK(edit_distance("load", "lad") == 1);
  CHECK(edit_distance("load", "loud") == 1);
  CHECK(edit_distance("load", "laod") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);  // Wagner and Fischer's example
}

TEST_CASE("every single edit of a name of five letters or more leads back to it") {
  const std::vector<std::string> names = {"uniform", "shuffle", "tornado", "hotspot", "transpose"};
  for (const std::string& name : names) {
    for (std::size_t i = 0; i < name.size(); ++i) {
      std::string deleted = name, replaced = name, inserted = name, swapped = name;
      deleted.erase(i, 1);
      replaced[i] = 'x';
      inserted.insert(i, 1, 'x');
      if (i + 1 < name.size()) std::swap(swapped[i], swapped[i + 1]);
      for (const std::string& word : {deleted, replaced, inserted, swapped}) {
        INFO(word);
        CHECK(nearest(word, names) == name);
      }
    }
  }
}

TEST_CASE("case, underscores and beginnings of names") {
  const std::vector<std::string> names = {"worst-case", "bit-reverse", "bit-complement", "p"};
  CHECK(nearest("WORST_CASE", names) == "worst-case");
  CHECK(nearest("worst", names) == "worst-case");
  CHECK(nearest("bit", names).empty());  // could be either
  CHECK(nearest("bit-r", names) == "bit-reverse");
}

TEST_CASE("nothing is suggested for words that are like none") {
  CHECK(nearest("zebra", {"uniform", "trace"}).empty());
  CHECK(nearest("", {"uniform"}).empty());
  CHECK(nearest("q", {"p", "a"}).empty());  // one letter for another is no misspelling
  CHECK(did_you_mean("zebra", {"uniform"}).empty());
  CHECK(did_you_mean("unifrom", {"uniform"}, "--") == " (did you mean --uniform?)");
}

TEST_CASE("words that are much longer than any name are not compared") {
  // Comparing would take 400 million steps for each name.
  constexpr std::size_t kMuch = 20'000'000;
  CHECK(nearest(std::string(kMuch, 'b'), {"buffer_depth", "burst_load_of_all"}).empty());
}

}  // namespace
}  // namespace dragonfly
