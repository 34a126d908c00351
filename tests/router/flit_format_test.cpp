// SPDX-License-Identifier: Apache-2.0
#include "models/router/flit_format.hpp"

#include <string>
#include <vector>

#include "models/common/error.hpp"
#include "tests/catch.hpp"
#include "tests/families/dragonfly/dragonfly_flits.hpp"

namespace dragonfly {
namespace {

struct Field {
  int width;
  std::uint64_t value;
};

/// Fields from the most significant bit on, as docs/microarchitecture.md lists them, in words.
std::vector<std::uint64_t> assemble(const std::vector<Field>& fields, int width) {
  std::string bits;
  for (const Field& field : fields) {
    for (int bit = field.width - 1; bit >= 0; --bit) {
      bits += bit < 64 && (field.value >> bit & 1) != 0 ? '1' : '0';
    }
  }
  REQUIRE(static_cast<int>(bits.size()) == width);
  std::vector<std::uint64_t> words(static_cast<std::size_t>(width / 64));
  for (int i = 0; i < width; ++i) {
    const int bit = width - 1 - i;
    if (bits[static_cast<std::size_t>(i)] == '1') {
      words[static_cast<std::size_t>(bit / 64)] |= std::uint64_t{1} << (bit % 64);
    }
  }
  return words;
}

TEST_CASE("places in a grid are told by their coordinates") {
  const FlitFormat format(
      {{"mid", "router", 5, {3, 2}}, {{"dst", "router", 5, {3, 2}}}, {"dst_term", "terminal", 2}});
  CHECK(format.destination_text(format.destination(2U << 3 | 5U, 1)) == "router (5, 2) terminal 1");
  CHECK(format.fields()[0].text(31) == "(7, 3)");
}

// Checks: DF-9, FM-11
TEST_CASE("Widths of the 1,056-terminal network") {
  const DragonflyFlits layout(4, 8, 4);
  const std::vector<HeaderField>& fields = layout.fields();
  REQUIRE(fields.size() == 4);
  CHECK(fields[0].width == 6);  // groups 0 .. 32
  CHECK(fields[1].width == 6);
  CHECK(fields[2].width == 3);
  CHECK(fields[3].width == 2);
  CHECK(layout.destination_text(layout.destination_of(32, 5, 3)) == "group 32 router 5 terminal 3");
  CHECK(layout.flit_width() == 64);
  CHECK(layout.tag_width() == 64 - (1 + 1 + 1 + 4 + 4 + 8 + 2 * 6 + 3 + 2));
  CHECK(layout.handles() == 1 << 24);
}

// Checks: FL-2, SP-8
TEST_CASE("A flit is 64 bits wide as long as 24 are left for the tag") {
  struct Case {
    int p, a, h, tag_width, flit_words;
  };
  // 64 - 19 - 2 GROUP_W - ROUTER_W - TERM_W, or 64 more.
  for (const Case& c : std::vector<Case>{{1, 1, 0, 64 - 19 - 2 - 1 - 1, 1},
                                         {1, 2, 1, 64 - 19 - 4 - 1 - 1, 1},
                                         {8, 8, 8, 64 - 19 - 14 - 3 - 3, 1},
                                         {8, 15, 8, 64 - 19 - 14 - 4 - 3, 1},
                                         {8, 16, 8, 128 - 19 - 16 - 4 - 3, 2},
                                         {16, 32, 16, 128 - 19 - 20 - 5 - 4, 2},
                                         {64, 127, 64, 128 - 19 - 26 - 7 - 6, 2}}) {
    const DragonflyFlits layout(c.p, c.a, c.h);
    INFO("p = " << c.p << ", a = " << c.a << ", h = " << c.h);
    CHECK(layout.tag_width() == c.tag_width);
    CHECK(layout.flit_words() == c.flit_words);
    CHECK((c.flit_words == 1 ? c.tag_width >= 24 : c.tag_width - 64 < 24));
  }
}

// Checks: DF-9, DF-10, FL-1, FL-3, FL-6, FL-7, FL-8, FL-9, FL-10, FL-11, FL-12, FL-13, FL-14,
// FL-15, FM-11, WD-2
TEST_CASE("Flits are encoded bit for bit as specified") {
  struct Case {
    int p, a, h, group_width, router_width, terminal_width;
  };
  for (const Case& c : std::vector<Case>{
           {4, 8, 4, 6, 3, 2}, {1, 1, 0, 1, 1, 1}, {8, 16, 8, 8, 4, 3}, {64, 127, 64, 13, 7, 6}}) {
    const DragonflyFlits layout(c.p, c.a, c.h);
    const int group = c.a * c.h, router = c.a - 1, terminal = c.p - 1;
    const std::uint32_t handle = 0xa5a5a;
    for (const int size : {1, 2, 16}) {
      const auto fields = [&](bool head, bool tail, int sequence, bool nonmin, int hops, int salt,
                              int mid_group) {
        const auto field = [&](int width, int value) {
          return Field{width, head ? static_cast<std::uint64_t>(value) : 0};
        };
        return assemble({{1, head},
                         {1, tail},
                         field(1, nonmin),
                         field(4, size - 1),
                         field(4, hops),
                         field(8, salt),
                         field(c.group_width, mid_group),
                         field(c.group_width, group),
                         field(c.router_width, router),
                         field(c.terminal_width, terminal),
                         {layout.tag_width(), static_cast<std::uint64_t>(handle) << 4 |
                                                  static_cast<std::uint64_t>(sequence)}},
                        layout.flit_width());
      };
      std::vector<std::uint64_t> flit(static_cast<std::size_t>(layout.flit_words()));
      layout.encode_head(flit.data(), layout.destination_of(group, router, terminal), size, handle);
      CHECK(flit == fields(true, size == 1, 0, false, 0, 0, 0));
      for (int sequence = 1; sequence < size; ++sequence) {
        const bool tail = sequence == size - 1;
        layout.encode_body(flit.data(), tail, sequence, handle);
        CHECK(flit == fields(false, tail, sequence, false, 0, 0, 0));
        CHECK_FALSE(layout.head(flit.data()));
        CHECK(layout.tail(flit.data()) == tail);
        CHECK(layout.sequence(flit.data()) == sequence);
        CHECK(layout.handle(flit.data()) == handle);
      }

      flit = fields(true, size == 1, 0, true, 11, 0xc3, group);  // as routers leave it
      CHECK(layout.head(flit.data()));
      CHECK(layout.tail(flit.data()) == (size == 1));
      CHECK(layout.nonmin(flit.data()));
      const std::uint64_t header = layout.header(flit.data());
      CHECK(FlitFormat::length(header) == size);
      CHECK(FlitFormat::hops(header) == 11);
      CHECK(FlitFormat::salt(header) == 0xc3);
      CHECK(layout.mid_group(flit.data()) == group);
      CHECK(layout.dst_group(flit.data()) == group);
      CHECK(layout.dst_router(flit.data()) == router);
      CHECK(layout.dst_term(flit.data()) == terminal);
      CHECK(layout.destination(header) == layout.destination_of(group, router, terminal));
      CHECK(layout.handle(flit.data()) == handle);
      CHECK(layout.sequence(flit.data()) == 0);
      CHECK(layout.tag(flit.data()) == std::uint64_t{handle} << 4);
    }
  }
}

// Checks: DF-3, DF-4, DF-7, DF-8
TEST_CASE("Networks beyond the flit format are refused") {
  CHECK_THROWS_WITH(dragonfly_design(0, 1, 0), ContainsSubstring("topology.p = 0"));
  CHECK_THROWS_WITH(dragonfly_design(65, 1, 0), ContainsSubstring("topology.p = 65"));
  CHECK_THROWS_WITH(dragonfly_design(1, 129, 0), ContainsSubstring("topology.a = 129"));
  CHECK_THROWS_AS(dragonfly_design(1, 1, 65), InputError);
  CHECK_THROWS_WITH(dragonfly_design(1, 128, 64), ContainsSubstring("8193 groups"));
  CHECK_NOTHROW(dragonfly_design(1, 128, 63));
}

}  // namespace
}  // namespace dragonfly
