// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/content_hash.hpp"

#include "tests/catch.hpp"

using dragonfly::ContentHash;

namespace {

std::string hash_of(std::string_view bytes) {
  ContentHash hash;
  hash.add_bytes(bytes);
  return hash.hex();
}

std::string hash_of_pieces(std::initializer_list<std::string_view> pieces) {
  ContentHash hash;
  for (const auto piece : pieces) hash.add(piece);
  return hash.hex();
}

}  // namespace

TEST_CASE("the hash is FNV-1a with 128 bits") {
  // From draft-eastlake-fnv, test vectors for 128 bits.
  CHECK(hash_of("") == "6c62272e07bb014262b821756295c58d");
  CHECK(hash_of("a") == "d228cb696f1a8caf78912b704e4a8964");
  CHECK(hash_of("foobar") == "343e1662793c64bf6f0d3597ba446f18");
}

TEST_CASE("where pieces end makes a difference") {
  CHECK(hash_of_pieces({"ab", "c"}) != hash_of_pieces({"a", "bc"}));
  CHECK(hash_of_pieces({"ab", ""}) != hash_of_pieces({"ab"}));
  CHECK(hash_of_pieces({"ab", "c"}) == hash_of_pieces({"ab", "c"}));
}
