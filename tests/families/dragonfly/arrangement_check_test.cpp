// SPDX-License-Identifier: Apache-2.0
// The check of wirings finds every kind of fault, planted one at a time.
#include "models/families/dragonfly/arrangement_check.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"

namespace dragonfly {
namespace {

constexpr int kA = 3, kH = 2, kG = 7;

std::vector<GlobalEnd> wiring() { return global_links(Arrangement::kRelative, kA, kH, kG); }
std::size_t at(const GlobalEnd& end) {
  return static_cast<std::size_t>((end.group * kA + end.router) * kH + end.port);
}
std::string fault_of(const std::vector<GlobalEnd>& links) {
  return check_legal(links, kA, kH, kG, rules_of_even_wiring(kA, kH, kG));
}

TEST_CASE("a legal wiring has no fault") { REQUIRE(fault_of(wiring()) == ""); }

TEST_CASE("a table of the wrong size") {
  std::vector<GlobalEnd> links = wiring();
  links.pop_back();
  REQUIRE_THAT(fault_of(links), ContainsSubstring("41 far ends") && ContainsSubstring("42"));
}

TEST_CASE("a far end that does not exist") {
  for (const GlobalEnd& wrong :
       {GlobalEnd{kG, 0, 0}, {0, kA, 0}, {0, 0, kH}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}) {
    std::vector<GlobalEnd> links = wiring();
    links[at({2, 1, 1})] = wrong;
    REQUIRE_THAT(fault_of(links),
                 ContainsSubstring("port 1 of router 2.1") && ContainsSubstring("does not exist"));
  }
}

TEST_CASE("a channel within a group") {
  std::vector<GlobalEnd> links = wiring();
  links[at({0, 0, 0})] = {0, 2, 1};
  REQUIRE_THAT(fault_of(links), ContainsSubstring("own group"));
}

TEST_CASE("ends that do not agree") {
  std::vector<GlobalEnd> links = wiring();
  std::swap(links[at({0, 0, 0})], links[at({0, 1, 0})]);
  REQUIRE_THAT(fault_of(links), ContainsSubstring("port 0 of router 0.0") &&
                                    ContainsSubstring("but that port leads to"));

  links = wiring();
  links[at(links[at({0, 0, 0})])] = kUnconnected;
  REQUIRE_THAT(fault_of(links), ContainsSubstring("is unconnected"));
}

/// Exchanges the far ends of two channels, so that all ends agree.
std::vector<GlobalEnd> crossed(const GlobalEnd& one, const GlobalEnd& other) {
  std::vector<GlobalEnd> links = wiring();
  const GlobalEnd far = links[at(one)], other_far = links[at(other)];
  links[at(one)] = other_far;
  links[at(other_far)] = one;
  links[at(other)] = far;
  links[at(far)] = other;
  return links;
}

TEST_CASE("a pair of groups with a channel too many") {
  // 0.0:0 leads to group 1, 2.0:0 to group 3; crossed, groups 0 and 3 have two channels.
  const std::vector<GlobalEnd> links = crossed({0, 0, 0}, {2, 0, 0});
  REQUIRE_THAT(fault_of(links), ContainsSubstring("groups 0 and 1 have 0 channels; 1 expected"));
  REQUIRE(check_legal(links, kA, kH, kG, {ChannelShare{0, 2}, 0}) == "");
  REQUIRE(check_legal(links, kA, kH, kG, {std::nullopt, 0}) == "");
  REQUIRE_THAT(check_legal(links, kA, kH, kG, {ChannelShare{0, 1}, 0}),
               ContainsSubstring("have 2 channels; 0 to 1 expected"));
}

TEST_CASE("ports that lead nowhere") {
  std::vector<GlobalEnd> links = wiring();
  links[at(links[at({0, 0, 0})])] = kUnconnected;
  links[at({0, 0, 0})] = kUnconnected;
  REQUIRE_THAT(check_legal(links, kA, kH, kG, {std::nullopt, 0}),
               ContainsSubstring("2 ports lead nowhere; at most 0"));
  REQUIRE(check_legal(links, kA, kH, kG, {std::nullopt, 2}) == "");
  REQUIRE(check_legal(links, kA, kH, kG, {}) == "");
}

TEST_CASE("the share of a pair of groups") {
  REQUIRE(even_share(8, 9) == ChannelShare{1, 1});
  REQUIRE(even_share(8, 5) == ChannelShare{2, 2});
  REQUIRE(even_share(8, 6) == ChannelShare{1, 2});
  REQUIRE(*rules_of_even_wiring(3, 3, 5).unconnected == 1);  // 45 ports
  REQUIRE(*rules_of_even_wiring(3, 3, 4).unconnected == 0);
  REQUIRE(*rules_of_even_wiring(3, 3, 1).unconnected == 9);
}

}  // namespace
}  // namespace dragonfly
