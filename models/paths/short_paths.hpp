// SPDX-License-Identifier: Apache-2.0
// Short Valiant paths (Curtsinger and Bunde, "Shortest paths in Dragonfly systems", Sections I and
// II).
//
// An *HM path* is hierarchically minimal: l (local hop), g (global hop), lg, gl or lgl, with one
// global hop at most. Paths of the types gg, ggl, lgg and glg go through one other group; those no
// longer than the HM path are *SV paths*, short Valiant paths. They need no more virtual channels
// than Valiant routing.
//
// Where two groups have several channels, an HM path may take any of them; the HM length of a
// destination is that of the shortest. Only destinations outside the source group count: the HM
// path to a router of the own group is one local hop, and no SV path is as short.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/common/work_progress.hpp"
#include "models/families/dragonfly/dragonfly.hpp"

namespace dragonfly {

enum class ShortPathType {
  kGg,   ///< global, global
  kGgl,  ///< global, global, local
  kLgg,  ///< local, global, global
  kGlg,  ///< global, local, global
};
inline constexpr std::array kShortPathTypes = {ShortPathType::kGg, ShortPathType::kGgl,
                                               ShortPathType::kLgg, ShortPathType::kGlg};

/// "gg", "ggl", "lgg", "glg".
[[nodiscard]] std::string to_string(ShortPathType type);

/// What the short Valiant paths from one router reach: numbers of distinct destinations outside its
/// group. In the paper's terms `gg` is |R_gg| without the source, and so on; `shorter`, `equal` and
/// `shorter_or_equal` are delta_<, delta_= and delta_<=. A destination with one SV path shorter
/// than and another as long as the HM path counts in `shorter` and in `equal`, once in
/// `shorter_or_equal`.
struct RouterPaths {
  std::int64_t gg = 0, ggl = 0, lgg = 0, glg = 0;  ///< reached by a path of the type, of any length
  std::int64_t shorter = 0;           ///< reached by a gg path where the HM path has 3 hops
  std::int64_t equal = 0;             ///< reached by some SV path as long as the HM path
  std::int64_t shorter_or_equal = 0;  ///< reached by some SV path
  std::int64_t equal_gg = 0;          ///< delta_=,gg: reached by gg paths as long as the HM path
  std::int64_t equal_ggl = 0;         ///< delta_=,ggl
  std::int64_t equal_lgg = 0;         ///< delta_=,lgg
  std::int64_t equal_glg = 0;         ///< delta_=,glg
  std::int64_t equal_glg_ggl = 0;     ///< delta_=,glg,ggl: by a glg or a ggl path
  bool operator==(const RouterPaths&) const = default;
};

struct PathCounts {
  bool groups_symmetric = false;  ///< one row stands for all groups
  /// [group][router of the group]; one row if groups are symmetric.
  std::vector<std::vector<RouterPaths>> groups;
};

/// Whether turning the circle of groups by one maps the global channels onto themselves, router by
/// router (which port of a router a channel is on does not matter). Checked on the wiring itself.
[[nodiscard]] bool groups_symmetric(const Dragonfly& network);

/// Counts from every router, or from those of one group if groups are symmetric. Takes about 3 a
/// h^2 steps a router: 16,416 routers (a = 32, h = 16) take milliseconds where groups are
/// symmetric, about two seconds where they are not. `progress` is told of routers. Throws
/// InputError if two groups have no channel.
[[nodiscard]] PathCounts count_short_paths(const Dragonfly& network,
                                           const WorkProgress& progress = {});

}  // namespace dragonfly
