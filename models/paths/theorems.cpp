// SPDX-License-Identifier: Apache-2.0
#include "models/paths/theorems.hpp"

namespace dragonfly {

bool is_terminal_router(int a, int j) { return j == 0 || j == a - 1; }

PathRelation theorem1_relative_gg(int a, int h, int j) {
  const std::int64_t reached = 2 * std::int64_t{h} - 2;
  return is_terminal_router(a, j) ? PathRelation{0, reached} : PathRelation{reached, 0};
}

std::int64_t theorem2_relative_equal_ggl(int a, int h, int j) {
  const std::int64_t routers = a, channels = h;
  return is_terminal_router(a, j) ? (channels - 1) * (routers - 1)
                                  : (2 * channels - 2) * (routers - 2);
}

std::int64_t theorem3_relative_equal_glg(int a, int h, int j) {
  const std::int64_t routers = a, channels = h;
  return is_terminal_router(a, j) ? routers * channels - channels
                                  : 2 * routers * channels - routers - 4 * channels + 3;
}

std::int64_t theorem4_relative_equal_glg_ggl(int a, int h, int j) {
  const std::int64_t routers = a, channels = h;
  return is_terminal_router(a, j) ? 2 * routers * channels - routers - 3 * channels + 2
                                  : 4 * routers * channels - 3 * routers - 10 * channels + 9;
}

PathRelation figure2_relative(int a, int h, int j) {
  const std::int64_t routers = a, channels = h;
  if (is_terminal_router(a, j)) return {0, 2 * routers * channels - routers - channels};
  return {2 * channels - 2, 4 * routers * channels - 3 * routers - 10 * channels + 9};
}

RelativeReach lemmas_relative_reach(int a, int h) {
  const std::int64_t routers = a, channels = h;
  return {2 * channels - 2, (2 * channels - 2) * (routers - 1), (2 * channels - 1) * (routers - 1)};
}

std::int64_t figure2_absolute_shorter(int h, int i, int j) {
  // floor((i-1)/h) is -1 for i = 0, which is no router.
  const int before = i == 0 ? -1 : (i - 1) / h;
  return j == i / h || j == before ? 0 : std::int64_t{h} - 1;
}

std::int64_t theorem5_absolute_bound(int a, int h) { return std::int64_t{h} * (a - 1); }

std::int64_t theorem6_circulant_gg(int a, int h, int j) {
  const std::int64_t ah = std::int64_t{a} * h, hj = std::int64_t{h} * j, h64 = h;
  // The conditions on j, multiplied by 2h.
  if (2 * hj <= h64 - 6) return 2 * hj + 2 * h64;
  if (ah - h64 - 1 < 2 * hj && 2 * hj <= ah - 3) return 2 * hj - ah + 3 * h64 - 2;
  if (2 * ah - 3 * h64 + 4 <= 2 * hj) return 2 * ah - 2 * hj - 2;
  return 3 * h64 - 4;
}

std::int64_t theorem6_circulant_s_as_printed(int a, int h, int j) {
  const std::int64_t ah = std::int64_t{a} * h, hj = std::int64_t{h} * j, h64 = h;
  if (j == 0) return h64;
  // The conditions on j, multiplied by 3h and by 3. All terms are integers, as h is even.
  const bool second = 2 * ah - 3 * h64 + 2 <= 3 * hj && 3 * j <= 2 * (a - 1);
  const bool third = 3 * j > 2 * (a - 1) && 3 * hj <= 2 * ah - h64 - 2;
  if (second) return 3 * hj / 2 - ah + 3 * h64 / 2;
  if (third) return ah - 3 * hj / 2 - h64 / 2;
  return 0;
}

std::int64_t circulant_adjacent_gg(int a, int h, int j) {
  // The up channels of router j reach the distances B = [jh/2 + 1, jh/2 + h/2]; what holds for
  // them holds for the down channels on the other side of the circle, hence twice. For j = 0 and
  // h >= 4 all of B is in R_gg: up-down reaches distances 1 to h/2 - 1 and up-up 2 to h. Otherwise
  // only down-down gets there, around the circle, at distances [ah + 1 - jh - h, ah - 1 - jh]. This
  // range meets B in h/2 places if 3j = 2a - 2, in h/2 - 1 if 3j = 2a - 1, and else not at all.
  if ((j == 0 && h >= 4) || 3 * std::int64_t{j} == 2 * std::int64_t{a} - 2) return h;
  return 3 * std::int64_t{j} == 2 * std::int64_t{a} - 1 ? h - 2 : 0;
}

}  // namespace dragonfly
