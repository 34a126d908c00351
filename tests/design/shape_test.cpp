// SPDX-License-Identifier: Apache-2.0
// Shapes as functions of imbalance and density, against values worked out by hand from the
// equations and the designs that Teh et al. 2017 draw.
#include "models/design/shape.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "models/common/error.hpp"
#include "tests/catch.hpp"

namespace dragonfly {

namespace {

bool same(const DragonflyShape& shape, std::int64_t a, std::int64_t g, std::int64_t h) {
  return shape == DragonflyShape{a, g, h};
}

}  // namespace

TEST_CASE("The equations give what is worked out by hand") {
  // S = 2000: the root of 8001 is 89.448, so groups of 44.22 routers, 45.22 groups; the text of
  // Section 2.4 takes one for the other.
  CHECK(canonical_group_size(2000) == Approx(44.224).margin(5e-4));
  CHECK(canonical_groups(2000) == Approx(45.224).margin(5e-4));
  CHECK(same(dragonfly_shape({0, 0}, 2000), 45, 45, 1));
  // S = 1500: the root of 6001 is 77.466, groups of 38.233. b = 0.8: ceil(1 + 0.2 * 37.233) = 9.
  CHECK(same(dragonfly_shape({0.8, 0.5}, 1500), 9, 167, 83));
  // b = -0.8: ceil(1 + 0.2 * 38.233) = 9 groups, ceil(1500 / 9) = 167 routers.
  CHECK(same(dragonfly_shape({-0.8, 1}, 1500), 167, 9, 8));
  // b = -0.5: ceil(20.12) = 21 groups of 72 routers; h = floor(1 + 0.25 * 19) = 5.
  CHECK(same(dragonfly_shape({-0.5, 0.25}, 1500), 72, 21, 5));
}

TEST_CASE("The corners of the design space") {
  for (const double d : {0.0, 0.3, 1.0}) CHECK(same(dragonfly_shape({-1, d}, 1500), 1500, 1, 0));
  CHECK(same(dragonfly_shape({1, 0}, 1500), 1, 1500, 1));
  CHECK(same(dragonfly_shape({1, 1}, 1500), 1, 1500, 1499));
  CHECK(same(dragonfly_shape({1, 0.5}, 1500), 1, 1500, 750));
  for (const double b : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
    CHECK(same(dragonfly_shape({b, 0.5}, 1), 1, 1, 0));
  }
}

TEST_CASE("Values that are whole on paper stay whole") {
  // 42 = 6 * 7 is canonical; b = -1/6 gives exactly 1 + (5/6) 6 = 6 groups, b = -2/3 three.
  CHECK(same(dragonfly_shape({0, 0}, 42), 6, 7, 1));
  CHECK(same(dragonfly_shape({0, 1}, 42), 6, 7, 6));
  CHECK(same(dragonfly_shape({-1.0 / 6, 0}, 42), 7, 6, 1));
  CHECK(same(dragonfly_shape({-2.0 / 3, 0}, 42), 14, 3, 1));
  // 110 = 10 * 11: b = 2/3 gives 1 + (1/3) 9 = 4 routers.
  CHECK(same(dragonfly_shape({2.0 / 3, 0}, 110), 4, 28, 1));
  for (int j = 0; j <= 10; ++j) {  // 132 = 11 * 12: h = 1 + 10 d
    CHECK(dragonfly_shape({0, 0.1 * j}, 132).h == 1 + j);
  }
}

TEST_CASE("A product just below a whole number is not rounded down") {
  REQUIRE(1 + 0.29 * 100 < 30);  // in binary
  CHECK(same(dragonfly_shape({0, 0.29}, 101 * 102), 101, 102, 30));
}

TEST_CASE("The six designs of Figure 1 have their places") {
  struct Place {
    DragonflyShape shape;
    double b, d;
  };
  // a_canonical = 6, g_canonical = 7: b = (6 - a) / 5 for a < 6, (g - 1) / 6 - 1 for g < 7.
  const std::vector<Place> places = {{{6, 7, 1}, 0, 0},         {{6, 7, 6}, 0, 1},
                                     {{14, 3, 1}, -2.0 / 3, 0}, {{3, 14, 1}, 0.6, 0},
                                     {{7, 6, 1}, -1.0 / 6, 0},  {{21, 2, 1}, -5.0 / 6, 0}};
  for (const auto& [shape, b, d] : places) {
    const DesignPoint point = point_of(shape);
    CHECK(point.b == Approx(b).margin(1e-12));
    CHECK(point.d == Approx(d).margin(1e-12));
    CHECK(shape.routers() == 42);
    CHECK(dragonfly_shape(point, 42) == shape);
  }
}

TEST_CASE("The place of a shape leads back to the shape") {
  int wrong = 0;
  for (std::int64_t a = 1; a <= 50; ++a) {
    for (std::int64_t g = 1; g <= 50; ++g) {
      for (std::int64_t h = g > 1 ? 1 : 0; h <= g - 1; ++h) {
        const DragonflyShape shape{a, g, h};
        wrong += dragonfly_shape(point_of(shape), shape.routers()) == shape ? 0 : 1;
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("Shapes have at least the routers asked for, and hardly more") {
  for (std::int64_t routers = 1; routers < 3000; routers += 7) {
    for (int i = -10; i <= 10; ++i) {
      const DragonflyShape shape = dragonfly_shape({i / 10.0, 0.4}, routers);
      CHECK(shape.routers() >= routers);
      // One of the two numbers is the other's share rounded up.
      CHECK(shape.routers() - routers < (i < 0 ? shape.g : shape.a));
    }
  }
}

TEST_CASE("Points outside the space are refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(dragonfly_shape({-1.1, 0}, 10), InputError);
  CHECK_THROWS_AS(dragonfly_shape({nan, 0}, 10), InputError);
  CHECK_THROWS_AS(dragonfly_shape({0, 1.5}, 10), InputError);
  CHECK_THROWS_AS(dragonfly_shape({0, nan}, 10), InputError);
  CHECK_THROWS_AS(dragonfly_shape({0, 0}, 0), InputError);
  CHECK_THROWS_AS(dragonfly_shape({0, 0}, kMaxShapeRouters + 1), InputError);
  CHECK_THROWS_AS(point_of({4, 5, 0}), InputError);
  CHECK_THROWS_AS(point_of({4, 1, 1}), InputError);
  CHECK_THROWS_AS(point_of({0, 1, 0}), InputError);
  CHECK_THROWS_WITH(point_of({4, 5, 5}), ContainsSubstring("h from 1 to 4"));
}

TEST_CASE("with exponents from 0.52 to 0.56 the equations give the designs that the paper quotes") {
  // Section 4: a, g and h for N terminals, p a router, at (b, d).
  struct Quoted {
    double terminals, p;
    DesignPoint point;
    DragonflyShape shape;
  };
  const Quoted all[] = {{10000, 19, {-0.5, 0.6}, {32, 17, 10}},
                        {10000, 23, {-0.8, 0.5}, {45, 10, 5}},
                        {25000, 18, {0.2, 0.3}, {34, 43, 13}}};
  const auto met = [&](double exponent, double spare) {
    int count = 0;
    for (const Quoted& quoted : all) {
      const double routers = std::ceil(quoted.terminals / (quoted.p - spare));
      const DragonflyShape shape =
          dragonfly_shape(quoted.point, static_cast<std::int64_t>(routers), exponent);
      count += shape == quoted.shape ? 1 : 0;
    }
    return count;
  };
  for (const double exponent : {0.52, 0.54, 0.55, 0.56}) CHECK(met(exponent, 0.5) == 3);
  CHECK(met(0.5, 0.5) < 3);
  CHECK(met(0.6, 0.5) < 3);
  CHECK(met(1, 0.5) == 0);
  CHECK(met(0.55, 0) < 3);
  CHECK(met(0.55, 0.99) < 3);
}

TEST_CASE("the ends and the middle of the imbalance are the same with every exponent") {
  for (const double exponent : {0.3, 1.0, 2.0}) {
    CHECK(same(dragonfly_shape({-1, 0}, 1500, exponent), 1500, 1, 0));
    CHECK(same(dragonfly_shape({1, 1}, 1500, exponent), 1, 1500, 1499));
    CHECK(dragonfly_shape({0, 0}, 1500, exponent) == dragonfly_shape({0, 0}, 1500));
  }
}

}  // namespace dragonfly
