// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstring>
#include <deque>
#include <sstream>

#include "models/common/archive_bytes.hpp"
#include "models/common/archive_file.hpp"
#include "models/common/error.hpp"
#include "models/common/zeros.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

struct Plain {
  int number = 0;
  double real = 0;
  bool operator==(const Plain&) const = default;
};

/// Something of each kind.
struct State {
  Plain plain{7, 0.25};
  std::string text = "text";
  std::vector<std::int64_t> numbers = {1, -2, 3};
  std::vector<std::vector<Plain>> lists = {{}, {{1, 1.5}}, {{2, 2.5}, {3, 3.5}}};
  std::array<std::vector<int>, 2> pair = {{{4}, {5, 6}}};
  std::deque<Plain> queue = {{8, 8.5}, {9, 9.5}};

  void serialize(Archive& archive) { archive(plain, text, numbers, lists, pair, queue); }
  bool operator==(const State&) const = default;
};

std::string saved(State state) {
  std::ostringstream file;
  ArchiveWriter archive(file, "line");
  archive(state);
  archive.finish();
  return file.str();
}

State loaded(const std::string& text) {
  std::istringstream file(text);
  ArchiveReader archive(file, "name", "line", "state");
  State state{{}, "other", {1}, {}, {}, {}};
  archive(state);
  archive.finish();
  return state;
}

}  // namespace

TEST_CASE("values of all kinds are loaded as they were saved") {
  CHECK(loaded(saved({})) == State());
  State large;
  large.numbers.resize(1'000'000);
  for (std::size_t i = 0; i < large.numbers.size(); ++i)
    large.numbers[i] = static_cast<std::int64_t>(i * i);
  large.text.assign(3 * ArchivePiece::kMost, 'x');
  large.lists.clear();
  CHECK((loaded(saved(large)) == large));
}

TEST_CASE("values of all kinds are sent to other processes") {
  State sent;
  sent.plain.number = 12;
  std::int64_t more = -5;
  Bytes bytes;
  ByteWriter writer(bytes);
  BytesArchiveWriter saved(writer);
  saved(sent, more);
  ByteReader reader(bytes);
  BytesArchiveReader loaded(reader);
  State state{{}, "other", {1}, {}, {}, {}};
  std::int64_t last = 0;
  loaded(state, last);
  CHECK(state == sent);
  CHECK(last == more);
  CHECK(reader.empty());
}

TEST_CASE("an archive that is cut off, changed or longer is refused by name") {
  State large;
  large.text.assign(2 * ArchivePiece::kMost, 'x');
  for (const std::string& whole : {saved({}), saved(large)}) {
    const auto check_refused = [](const std::string& text) {
      CHECK_THROWS_WITH(loaded(text),
                        ContainsSubstring("name: ") && ContainsSubstring("cut off or damaged"));
    };
    const std::size_t step = whole.size() / 40;
    for (std::size_t place = 5; place < whole.size(); place += step) {
      INFO(place);
      check_refused(whole.substr(0, place));
      std::string changed = whole;
      changed[place] = static_cast<char>(changed[place] ^ 4);
      check_refused(changed);
    }
    check_refused(whole + "x");
    check_refused(whole.substr(0, whole.size() - 1));
  }
  // Pieces in another order.
  std::string exchanged = saved(large);
  const std::size_t piece = sizeof(ArchivePiece) + ArchivePiece::kMost;
  const std::string first = exchanged.substr(5, piece);
  exchanged.replace(5, piece, exchanged.substr(5 + piece, piece)).replace(5 + piece, piece, first);
  CHECK_THROWS_AS(loaded(exchanged), InputError);
}

TEST_CASE("other files are known by their first line") {
  for (const std::string text : {"", "line", "lines\n", "{}"})
    CHECK_THROWS_WITH(loaded(text), ContainsSubstring("name: this is no state"));
}

TEST_CASE("arrays of zeros are loaded also where something had been, and take next to no room") {
  constexpr std::size_t kCount = 1'000'000;
  Zeros<std::uint64_t> few(kCount);
  few[0] = few[70'000] = few[kCount - 1] = 5;
  std::stringstream file;
  ArchiveWriter writer(file, "line");
  writer(few);
  writer.finish();
  CHECK(file.str().size() < 20'000);
  Zeros<std::uint64_t> other(kCount);
  other[1] = other[200'000] = other[kCount - 2] = 6;
  ArchiveReader reader(file, "name", "line", "state");
  reader(other);
  reader.finish();
  CHECK(std::memcmp(few.get(), other.get(), kCount * sizeof(std::uint64_t)) == 0);
}

TEST_CASE("a checksum depends on all bytes and their order, and not on the pieces they come in") {
  std::string text;
  for (int i = 0; i < 100; ++i) text += static_cast<char>(i * 37);
  const auto sum = [](const std::string& bytes, std::size_t piece) {
    Checksum checksum;
    for (std::size_t first = 0; first < bytes.size(); first += piece)
      checksum.add(bytes.data() + first, std::min(piece, bytes.size() - first));
    return checksum.value();
  };
  for (std::size_t piece = 1; piece < 20; ++piece) CHECK(sum(text, piece) == sum(text, 100));
  for (std::size_t place = 0; place < text.size(); ++place) {
    std::string other = text;
    other[place] = static_cast<char>(other[place] ^ 1);
    CHECK(sum(other, 100) != sum(text, 100));
  }
  CHECK(sum(text + '\0', 101) != sum(text, 100));
  CHECK(sum(std::string(3, '\0'), 3) != sum(std::string(4, '\0'), 4));
  std::istringstream file(text);
  Checksum first;
  CHECK(add_rest(file, first, 30) == 30);
  CHECK(first.value() == sum(text.substr(0, 30), 30));
  CHECK(add_rest(file, first) == 70);
  CHECK(first.value() == sum(text, 100));
}

}  // namespace dragonfly
