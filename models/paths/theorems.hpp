// SPDX-License-Identifier: Apache-2.0
// Closed forms for short Valiant paths (Curtsinger and Bunde, "Shortest paths in Dragonfly
// systems"), to stand beside the counts of short_paths.hpp.
//
// They are for networks of the largest size, g = a h + 1. Arguments: a routers a group, h global
// channels a router, group i, router j of the group, 0 <= i < g, 0 <= j < a. Functions "as printed"
// give what the paper says even where the counts show otherwise (docs/fidelity.md).
#pragma once

#include <cstdint>

namespace dragonfly {

/// Router 0 or a - 1, which the paper calls terminal.
[[nodiscard]] bool is_terminal_router(int a, int j);

/// delta_<,x and delta_=,x for some type x of paths.
struct PathRelation {
  std::int64_t shorter = 0, equal = 0;
  bool operator==(const PathRelation&) const = default;
};

/// Relative arrangement, Theorem 1: gg paths. Holds for a >= 2.
[[nodiscard]] PathRelation theorem1_relative_gg(int a, int h, int j);
/// Relative arrangement, Theorem 2: delta_=,ggl (and delta_=,lgg, by Lemma 1). Holds for all a.
[[nodiscard]] std::int64_t theorem2_relative_equal_ggl(int a, int h, int j);
/// Relative arrangement, Theorem 3: delta_=,glg. Holds for all a.
[[nodiscard]] std::int64_t theorem3_relative_equal_glg(int a, int h, int j);
/// Relative arrangement, Theorem 4: delta_=,glg,ggl. Holds for a >= 2.
[[nodiscard]] std::int64_t theorem4_relative_equal_glg_ggl(int a, int h, int j);
/// Figure 2, row of the relative arrangement: all SV paths. Holds for a >= 2.
[[nodiscard]] PathRelation figure2_relative(int a, int h, int j);

/// Relative arrangement, Equation 2, Lemmas 1 and 2: |R_gg| without the source, |R_ggl| = |R_lgg|
/// outside the source group, and |R_glg|. Hold for a >= 2.
struct RelativeReach {
  std::int64_t gg = 0, ggl = 0, glg = 0;
  bool operator==(const RelativeReach&) const = default;
};
[[nodiscard]] RelativeReach lemmas_relative_reach(int a, int h);

/// Figure 2, row of the absolute arrangement: delta_<.
[[nodiscard]] std::int64_t figure2_absolute_shorter(int h, int i, int j);
/// Absolute arrangement, Theorem 5: lower bound h (a - 1), printed for delta_=,glg. It holds for
/// delta_=,glg,ggl if a > 2, not for glg paths alone.
[[nodiscard]] std::int64_t theorem5_absolute_bound(int a, int h);

/// Circulant arrangement, Theorem 6: |R_gg|, without the source. Holds for a >= 2.
[[nodiscard]] std::int64_t theorem6_circulant_gg(int a, int h, int j);
/// Circulant arrangement, Theorem 6: s as printed, the members of R_gg with a global channel from
/// the source. It is not their number: see circulant_adjacent_gg().
[[nodiscard]] std::int64_t theorem6_circulant_s_as_printed(int a, int h, int j);
/// Circulant arrangement: s as it follows from Equations 3 and 4, for a >= 1 and even h:
///     h      if j = 0 and h >= 4, or 3j = 2a - 2
///     h - 2  if 3j = 2a - 1
///     0      otherwise
/// Then delta_<,gg = theorem6_circulant_gg() - circulant_adjacent_gg().
[[nodiscard]] std::int64_t circulant_adjacent_gg(int a, int h, int j);

}  // namespace dragonfly
