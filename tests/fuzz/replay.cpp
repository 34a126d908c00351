// SPDX-License-Identifier: Apache-2.0
// Hands a target each file of a corpus and simple variations of it: what every compiler can do, and
// fast. libFuzzer (scripts/fuzz) is led by the code that an input reaches, and finds more.
//
//   fuzz_TARGET DIRECTORY COUNT     COUNT inputs in all, the same ones every time
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "models/common/input_file.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace dragonfly::fuzz {
namespace {

std::vector<std::string> corpus_in(const std::string& directory) {
  std::set<std::filesystem::path> paths;  // in the same order everywhere
  for (const auto& entry : std::filesystem::directory_iterator(directory)) paths.insert(entry);
  std::vector<std::string> corpus;
  for (const auto& path : paths) corpus.push_back(read_text_file(path.string()));
  return corpus;
}

class Variations {
 public:
  explicit Variations(const std::vector<std::string>& corpus) : corpus_(corpus) {}

  std::string next() {
    std::string text = any(corpus_);
    const std::size_t changes = 1 + random_() % 4;
    for (std::size_t i = 0; i < changes; ++i) change(text);
    return text;
  }

 private:
  const std::string& any(const std::vector<std::string>& list) {
    return list[random_() % list.size()];
  }
  std::size_t place(const std::string& text) { return random_() % (text.size() + 1); }

  void change(std::string& text) {
    static const std::vector<std::string> kWords = {"0",
                                                    "-1",
                                                    "1",
                                                    "65536",
                                                    "2147483648",
                                                    "9223372036854775807",
                                                    "18446744073709551616",
                                                    "1e999",
                                                    "nan",
                                                    "\"",
                                                    "'",
                                                    "[",
                                                    "]",
                                                    "{",
                                                    "}",
                                                    ",",
                                                    ":",
                                                    "=",
                                                    "#",
                                                    "\n",
                                                    "\r\n",
                                                    " ",
                                                    "\t",
                                                    "$",
                                                    "%%\n",
                                                    "//",
                                                    "/*",
                                                    "null",
                                                    "true",
                                                    std::string(1, '\0'),
                                                    "\xff",
                                                    "\xc3\xa4"};
    const std::size_t at = place(text), length = random_() % 16;
    switch (random_() % 6) {
      case 0:
        text.insert(at, any(kWords));
        return;
      case 1:
        text.erase(at, length);
        return;
      case 2:
        if (at < text.size()) text[at] = static_cast<char>(random_() % 256);
        return;
      case 3:
        text.replace(at, length, any(kWords));
        return;
      case 4:
        text.insert(at, text.substr(place(text), length));
        return;
      default: {
        const std::string& other = any(corpus_);
        text.replace(at, std::string::npos, other.substr(place(other)));
      }
    }
  }

  const std::vector<std::string>& corpus_;
  std::mt19937_64 random_{1};
};

int replay(const std::string& directory, std::size_t count) {
  const std::vector<std::string> corpus = corpus_in(directory);
  require(!corpus.empty(), "the corpus is empty", directory);
  Variations variations(corpus);
  for (std::size_t i = 0; i < count; ++i)
    look_at(i < corpus.size() ? corpus[i] : variations.next());
  std::printf("%zu inputs, of which %zu from %s\n", count, corpus.size(), directory.c_str());
  return 0;
}

}  // namespace
}  // namespace dragonfly::fuzz

int main(int argc, char** argv) {
  dragonfly::fuzz::require(argc == 3, "usage: fuzz_TARGET DIRECTORY COUNT");
  return dragonfly::fuzz::replay(argv[1], std::strtoull(argv[2], nullptr, 10));
}
