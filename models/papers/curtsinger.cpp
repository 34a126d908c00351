// SPDX-License-Identifier: Apache-2.0
// Items of Curtsinger and Bunde: Shortest paths in Dragonfly systems.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "models/families/dragonfly/dragonfly.hpp"
#include "models/papers/drawings.hpp"
#include "models/papers/judge.hpp"
#include "models/papers/paper.hpp"
#include "models/paths/path_list.hpp"
#include "models/paths/short_paths.hpp"
#include "models/paths/theorems.hpp"

namespace dragonfly {
namespace {

// The network that the paper draws: 9 groups, 36 routers.
constexpr int kA = 4, kH = 2;

Dragonfly network(Arrangement arrangement, int a = kA, int h = kH) {
  DragonflyParameters parameters;
  parameters.p = 1;  // paths do not depend on it
  parameters.a = a;
  parameters.h = h;
  parameters.arrangement = arrangement;
  return Dragonfly(parameters);
}

/// Of every router; of those of one group where all groups are alike.
std::vector<RouterPaths> counts(Arrangement arrangement, int a = kA, int h = kH) {
  std::vector<RouterPaths> all;
  for (const auto& group : count_short_paths(network(arrangement, a, h)).groups)
    all.insert(all.end(), group.begin(), group.end());
  return all;
}

constexpr const char *kWiringFails = "the wiring of this arrangement",
                     *kCountFails = "the wiring, or the search for paths on it",
                     *kSizesFail =
                         "one switch of one size: counts are those of a search on the wiring";

using Field = std::int64_t RouterPaths::*;

double mean_of(const std::vector<RouterPaths>& routers, Field field) {
  double sum = 0;
  for (const RouterPaths& router : routers) sum += static_cast<double>(router.*field);
  return sum / static_cast<double>(routers.size());
}

/// The least and the most.
std::pair<std::int64_t, std::int64_t> range_of(const std::vector<RouterPaths>& routers,
                                               Field field) {
  const auto [least, most] =
      std::minmax_element(routers.begin(), routers.end(),
                          [&](const auto& x, const auto& y) { return x.*field < y.*field; });
  return {(*least).*field, (*most).*field};
}

/// The routers that a walk of local ('l') and global ('g') hops reaches from `router`.
std::set<int> reached(const Dragonfly& network, int router, const std::string& hops) {
  std::set<int> all = {router};
  for (const char hop : hops) {
    std::set<int> next;
    for (const int from : all) {
      const int group = network.group_of_router(from), index = network.local_index(from);
      if (hop == 'l') {
        for (int to = 0; to < network.a(); ++to)
          if (to != index) next.insert(group * network.a() + to);
      } else {
        for (int port = 0; port < network.h(); ++port) {
          const GlobalEnd end = network.far_end(group, index, port);
          next.insert(end.group * network.a() + end.router);
        }
      }
    }
    all = std::move(next);
  }
  return all;
}

/// How many routers outside its group gg, ggl, lgg and glg paths reach, whatever their lengths.
int all_reached(const Dragonfly& network, int router) {
  std::set<int> all;
  for (const char* hops : {"gg", "ggl", "lgg", "glg"})
    for (const int to : reached(network, router, hops))
      if (network.group_of_router(to) != network.group_of_router(router)) all.insert(to);
  return static_cast<int>(all.size());
}

/// A drawing without local channels, as the paper's.
Figure drawing(Arrangement arrangement, const std::string& title) {
  TopologyConfig topology =
      topology_of({.p = 1, .a = kA, .h = kH, .g = 0, .arrangement = arrangement});
  Figure figure{
      "(p, 4, 2)-Dragonfly: switches as group.switch, and global links; compute nodes and "
      "local links are left out."};
  figure.diagrams = {on_circle(graph_of(topology), title, "local")};
  figure.statements = {equal({"switches", "The total number of possible destination switches is 35",
                              kWiringFails, Unit::kNumber, Source::kPaper},
                             36, static_cast<double>(figure.diagrams[0].nodes.size())),
                       equal({"global links, (ah+1)ah/2",
                              "with a single global link between each "
                              "pair of groups",
                              kWiringFails, Unit::kNumber, Source::kPaper},
                             36, static_cast<double>(figure.diagrams[0].edges.size()))};
  return figure;
}

/// Bars of every router of the (4, 2) network: all reached, no longer, and shorter.
Figure destinations(Arrangement arrangement) {
  const Dragonfly dragonfly = network(arrangement);
  const PathCounts found = count_short_paths(dragonfly);
  Figure figure{
      "Destinations outside the source's group, counted on the wiring: of gg, lgg, glg and "
      "ggl paths of any length, of those no longer than the HM path, and of shorter ones."};
  Panel panel{"",
              {.label = "switch (group x 4 + switch)"},
              {.label = "destinations", .low = 0, .high = 35},
              {{"all", {}}, {"no longer than the HM path", {}}, {"shorter", {}}},
              Panel::Kind::kBars};
  for (int router = 0; router < dragonfly.routers(); ++router) {
    const auto group =
        static_cast<std::size_t>(found.groups_symmetric ? 0 : dragonfly.group_of_router(router));
    const RouterPaths& paths =
        found.groups[group][static_cast<std::size_t>(dragonfly.local_index(router))];
    const double x = router;
    panel.curves[0].points.push_back({x, static_cast<double>(all_reached(dragonfly, router))});
    panel.curves[1].points.push_back({x, static_cast<double>(paths.shorter_or_equal)});
    panel.curves[2].points.push_back({x, static_cast<double>(paths.shorter)});
  }
  figure.panels = {panel};
  return figure;
}

Figure figure1(Runs&, Extent) {
  Figure figure = drawing(Arrangement::kRelative, "relative arrangement");
  const Dragonfly dragonfly = network(Arrangement::kRelative);
  const PathList paths = list_short_paths(dragonfly, 0 * kA + 1, 1 * kA + 1);
  const auto shown_of = [&](const std::vector<ListedPath>& list) {
    return list.empty() ? std::string("none") : describe(dragonfly, paths.from, list.front());
  };
  const std::string gg = shown_of(paths.shorter), minimal = shown_of(paths.minimal);
  figure.statements.push_back(judged(
      {"shorter path from S0,1 to S1,1", "switches S0,1 and S1,1 have a gg path through S4,2",
       kCountFails, Unit::kNumber, Source::kPaper},
      "by 4.2", gg, gg == "0.1 -g-> 4.2 -g-> 1.1"));
  figure.statements.push_back(
      judged({"HM path from S0,1 to S1,1", "but the HM path uses switches S0,0 and S1,3",
              kCountFails, Unit::kNumber, Source::kPaper},
             "by 0.0 and 1.3", minimal, minimal == "0.1 -l-> 0.0 -g-> 1.3 -l-> 1.1"));
  return figure;
}

Figure figure2(Runs&, Extent) {
  Figure figure{
      "Counted on the wiring for 2 <= a <= 10 and h <= 8, every switch; the table has (8, 4)."};
  constexpr int kLargestA = 10, kLargestH = 8;
  int sizes = 0, relative = 0, shorter = 0, bound = 0;
  for (int a = 2; a <= kLargestA; ++a) {
    for (int h = 1; h <= kLargestH; ++h) {
      ++sizes;
      const PathCounts one = count_short_paths(network(Arrangement::kRelative, a, h));
      bool same = true;
      for (int j = 0; j < a; ++j) {
        const RouterPaths& paths = one.groups[0][static_cast<std::size_t>(j)];
        same = same && PathRelation{paths.shorter, paths.equal} == figure2_relative(a, h, j);
      }
      relative += same ? 1 : 0;
      const PathCounts other = count_short_paths(network(Arrangement::kAbsolute, a, h));
      bool same_shorter = true, above = true;
      for (int i = 0; i <= a * h; ++i) {
        for (int j = 0; j < a; ++j) {
          const auto row = static_cast<std::size_t>(other.groups_symmetric ? 0 : i);
          const RouterPaths& paths = other.groups[row][static_cast<std::size_t>(j)];
          same_shorter = same_shorter && paths.shorter == figure2_absolute_shorter(h, i, j);
          above = above && paths.equal >= theorem5_absolute_bound(a, h);
        }
      }
      shorter += same_shorter ? 1 : 0;
      bound += above || a == 2 ? 1 : 0;
    }
  }
  const auto of_all = [&](int count) { return fmt::format("{} of {} sizes", count, sizes); };
  const auto row = [&](const char* about, const char* words, int count) {
    return judged({about, words, kSizesFail, Unit::kNumber, Source::kPaper}, of_all(sizes),
                  of_all(count), count == sizes);
  };
  const PathRelation end = figure2_relative(8, 4, 0), inner = figure2_relative(8, 4, 1);
  const RouterPaths ends = counts(Arrangement::kRelative, 8, 4)[0];
  const RouterPaths inside = counts(Arrangement::kRelative, 8, 4)[1];
  const auto cell = [](std::int64_t value) { return fmt::format("{}", value); };
  figure.tables = {
      {"(a, h) = (8, 4), relative",
       {"switch j", "shorter: formula", "counted", "equal: formula", "counted"},
       {{"0 or a-1", cell(end.shorter), cell(ends.shorter), cell(end.equal), cell(ends.equal)},
        {"otherwise", cell(inner.shorter), cell(inside.shorter), cell(inner.equal),
         cell(inside.equal)}}}};
  figure.statements = {
      row("relative: sizes at which both rows hold for every switch",
          "0 if j = 0 or a - 1, 2h - 2 otherwise; 2ah-a-h if j = 0 or a - 1, 4ah - 3a - 10h + 9 "
          "otherwise",
          relative),
      row("absolute, shorter: the same", "0 if j = ⌊i/h⌋ or ⌊(i-1)/h⌋, h-1 otherwise", shorter),
      row("absolute, equal: the same, a > 2", "≥ h(a-1)", bound)};
  return figure;
}

Figure figure3(Runs&, Extent) { return drawing(Arrangement::kAbsolute, "absolute arrangement"); }

/// Values of the switches of each group of the (4, 2) network; one group where all are alike.
std::vector<std::vector<std::int64_t>> by_group(Arrangement arrangement, Field field) {
  std::vector<std::vector<std::int64_t>> all;
  for (const std::vector<RouterPaths>& group : count_short_paths(network(arrangement)).groups) {
    std::vector<std::int64_t>& values = all.emplace_back();
    for (const RouterPaths& router : group) values.push_back(router.*field);
  }
  return all;
}

/// Groups that are not like one before them.
double different_groups(Arrangement arrangement, Field field) {
  const auto groups = by_group(arrangement, field);
  const std::set<std::vector<std::int64_t>> different(groups.begin(), groups.end());
  return static_cast<double>(different.size());
}

/// Most less least in the (4, 2) network.
double depth_of_dips(Arrangement arrangement, Field field) {
  const auto [least, most] = range_of(counts(arrangement), field);
  return static_cast<double>(most - least);
}

Figure figure4(Runs&, Extent) {
  Figure figure = destinations(Arrangement::kAbsolute);
  const std::vector<RouterPaths> routers = counts(Arrangement::kAbsolute);
  const Field no_longer = &RouterPaths::shorter_or_equal;
  const auto shorter = range_of(routers, &RouterPaths::shorter);
  constexpr const char* kWords =
      "all had low values of δ< and irregular but significant values for δ≤";
  figure.statements = {
      at_least(
          {"least destinations of paths no longer, of 35", kWords, kCountFails, Unit::kPercent},
          0.1, static_cast<double>(range_of(routers, no_longer).first) / 35),
      at_least(
          {"groups, of 9, whose switches have other numbers of such destinations than those of "
           "each group before",
           kWords, "an arrangement whose groups are alike, as the relative one: then it is 1"},
          3, different_groups(Arrangement::kAbsolute, no_longer)),
      judged(
          {"least and most destinations of shorter paths", "all had low values of δ<", kCountFails},
          "at most h - 1 = 1", fmt::format("{} and {}", shorter.first, shorter.second),
          shorter.second <= kH - 1)};
  return figure;
}

Figure figure5(Runs&, Extent) {
  return drawing(Arrangement::kCirculant, "circulant-based arrangement");
}

Figure figure6(Runs&, Extent) {
  constexpr int kGroupSize = 3, kGlobal = 4;
  const Dragonfly dragonfly = network(Arrangement::kCirculant, kGroupSize, kGlobal);
  std::set<int> gg = reached(dragonfly, 0, "gg");
  gg.erase(0);
  TopologyConfig topology = topology_of(
      {.p = 1, .a = kGroupSize, .h = kGlobal, .g = 0, .arrangement = Arrangement::kCirculant});
  Figure figure{
      "(p, 3, 4)-Dragonfly, circulant-based arrangement: the global links of gg paths from "
      "S0,0."};
  Diagram diagram = on_circle(graph_of(topology), "gg destinations from S0,0", "local");
  const std::set<int> first = reached(dragonfly, 0, "g");
  std::erase_if(diagram.edges, [&](const Diagram::Edge& edge) {
    const int from = static_cast<int>(edge.from), to = static_cast<int>(edge.to);
    return from != 0 && to != 0 && !first.contains(from) && !first.contains(to);
  });
  for (Diagram::Edge& edge : diagram.edges)
    edge.kind = edge.from == 0 || edge.to == 0 ? "first hop" : "second hop";
  figure.diagrams = {diagram};
  bool all_zero = true;
  for (const int router : gg) all_zero = all_zero && dragonfly.local_index(router) == 0;
  figure.statements = {judged({"switches of gg destinations", "R_gg consists entirely of switch j",
                               kCountFails, Unit::kNumber, Source::kPaper},
                              "0", all_zero ? "0" : "others, too", all_zero),
                       equal({"number of gg destinations of j = 0, by Theorem 6", "2hj + 2h",
                              kCountFails, Unit::kNumber, Source::kPaper},
                             static_cast<double>(theorem6_circulant_gg(kGroupSize, kGlobal, 0)),
                             static_cast<double>(gg.size()))};
  return figure;
}

/// Sizes of the circulant arrangement that the paper calls small.
std::vector<double> small_shares() {
  std::vector<double> shares;
  for (int a = 2; a <= 10; ++a) {
    for (const int h : {2, 4}) {
      const double others = static_cast<double>(a) * (a * h + 1) - 1;
      shares.push_back(
          mean_of(counts(Arrangement::kCirculant, a, h), &RouterPaths::shorter_or_equal) / others);
    }
  }
  return shares;
}

Figure figure7(Runs&, Extent) {
  Figure figure = destinations(Arrangement::kCirculant);
  const std::vector<double> shares = small_shares();
  const auto within = std::count_if(shares.begin(), shares.end(),
                                    [](double share) { return share >= 0.35 && share <= 0.4; });
  const double least = *std::min_element(shares.begin(), shares.end());
  const double most = *std::max_element(shares.begin(), shares.end());
  figure.statements.push_back(judged(
      {"a = 2 to 10, h = 2 or 4: mean share of destinations of paths no longer",
       "δ≤ is generally 35-40% of the O(a^2h) possible destinations for small systems (a = 2-10, h "
       "= 2 or 4)",
       kCountFails, Unit::kPercent, Source::kOurs,
       "counted on the wiring; the means of the switches are spread more widely"},
      "more than half of the sizes within",
      fmt::format("{} of {} sizes; {} to {}", within, shares.size(), shown(least, Unit::kPercent),
                  shown(most, Unit::kPercent)),
      2 * within > static_cast<std::ptrdiff_t>(shares.size())));
  constexpr int kLargeA = 100, kLargeH = 50;  // 25 million global ports
  const std::vector<RouterPaths> large = counts(Arrangement::kCirculant, kLargeA, kLargeH);
  const double others = static_cast<double>(kLargeA) * (kLargeA * kLargeH + 1) - 1;
  figure.statements.push_back(
      near({"a = 100, h = 50: the same", "dropping to around 10% at a = 100, h = 50", kCountFails,
            Unit::kPercent},
           0.1, 0.02, mean_of(large, &RouterPaths::shorter_or_equal) / others));
  for (const auto& [a, h] : {std::pair{10, 2}, {8, 4}, {16, 8}, {kLargeA, kLargeH}}) {
    const double mean =
        mean_of(a == kLargeA ? large : counts(Arrangement::kCirculant, a, h), &RouterPaths::equal);
    figure.statements.push_back(near(
        {fmt::format("({}, {}): mean number of destinations of equal length over ah", a, h),
         "conjecture that the number of equal-length paths is ≈ 3ah", kCountFails, Unit::kFactor,
         Source::kOurs,
         "ggl and lgg paths reach about 3ah destinations each and glg paths up to 4ah; in larger "
         "systems these sets overlap less"},
        3, 0.6, mean / (a * h)));
  }
  return figure;
}

Figure figure8(Runs&, Extent) {
  Figure figure = drawing(Arrangement::kHelix, "helix arrangement");
  const auto helix = range_of(counts(Arrangement::kHelix), &RouterPaths::shorter);
  const auto circulant = range_of(counts(Arrangement::kCirculant), &RouterPaths::shorter);
  constexpr const char* kWords =
      "with many ties and periodic dips in δ≤, but the dips were slightly deeper and δ< was more "
      "consistently positive (but still small)";
  figure.statements.push_back(judged(
      {"least and most destinations of shorter paths, helix and circulant", kWords, kCountFails},
      "helix always positive, circulant not",
      fmt::format("{} to {}, {} to {}", helix.first, helix.second, circulant.first,
                  circulant.second),
      helix.first > 0 && circulant.first == 0));
  const Field no_longer = &RouterPaths::shorter_or_equal;
  figure.statements.push_back(
      equal({"groups, of 9, whose switches have other numbers of destinations of paths no longer "
             "than those of each group before",
             kWords,
             "an arrangement whose groups differ, as the absolute one: dips would not be "
             "periodic"},
            1, different_groups(Arrangement::kHelix, no_longer)));
  const std::vector<std::int64_t> group = by_group(Arrangement::kHelix, no_longer)[0];
  const std::set<std::int64_t> values(group.begin(), group.end());
  figure.statements.push_back(at_most({"different numbers of them among the 4 switches of a group",
                                       kWords, "switches without ties"},
                                      2, static_cast<double>(values.size())));
  figure.statements.push_back(at_least(
      {"depth of the dips, most less least destinations of paths no longer: helix over circulant",
       kWords, kCountFails, Unit::kFactor, Source::kOurs,
       "in the network of Figure 7 the dips of the circulant-based arrangement are the deeper "
       "ones"},
      1.01,
      depth_of_dips(Arrangement::kHelix, no_longer) /
          depth_of_dips(Arrangement::kCirculant, no_longer)));
  return figure;
}

Figure figure9(Runs&, Extent) {
  Figure figure = drawing(Arrangement::kNautilus, "nautilus arrangement");
  const double distinct =
      mean_of(counts(Arrangement::kNautilus, 8, 4), &RouterPaths::gg) / (4 * (4 - 1));
  figure.statements.push_back(at_least(
      {"(8, 4): distinct destinations of gg paths over h(h-1) paths",
       "Many gg paths were no longer than HM paths and most of their destinations from a given "
       "starting point were distinct",
       kCountFails, Unit::kPercent},
      0.5, distinct));
  return figure;
}

/// At how many sizes the relative arrangement has what a theorem says of every switch.
struct Agreement {
  int sizes = 0, agree = 0;
};

using Rule = std::function<bool(int a, int h, int j, const RouterPaths&)>;

Agreement agreement(Arrangement arrangement, const Rule& rule) {
  Agreement found;
  for (int a = 2; a <= 12; ++a) {
    for (int h = arrangement == Arrangement::kCirculant ? 2 : 1; h <= 8;
         h += arrangement == Arrangement::kCirculant ? 2 : 1) {
      const auto group = count_short_paths(network(arrangement, a, h)).groups[0];
      bool all = true;
      for (int j = 0; j < a; ++j) all = all && rule(a, h, j, group[static_cast<std::size_t>(j)]);
      ++found.sizes;
      found.agree += all ? 1 : 0;
    }
  }
  return found;
}

/// The routers outside its group that both sets have.
std::int64_t common(const Dragonfly& network, int router, const std::set<int>& one,
                    const std::set<int>& other) {
  std::int64_t count = 0;
  for (const int to : one)
    if (other.contains(to) && network.group_of_router(to) != network.group_of_router(router))
      ++count;
  return count;
}

using WalkRule = std::function<bool(const Dragonfly&, int router)>;

/// At how many sizes all routers keep a rule; in the relative arrangement those of one group.
Agreement walked(Arrangement arrangement, int least_h, const WalkRule& rule) {
  Agreement found;
  for (int a = 2; a <= 12; ++a) {
    for (int h = least_h; h <= 8; ++h) {
      const Dragonfly dragonfly = network(arrangement, a, h);
      const int routers = arrangement == Arrangement::kRelative ? a : dragonfly.routers();
      bool all = true;
      for (int router = 0; router < routers && all; ++router) all = rule(dragonfly, router);
      ++found.sizes;
      found.agree += all ? 1 : 0;
    }
  }
  return found;
}

/// Terminal switches are the first and the last of a group (Section III).
bool is_terminal(const Dragonfly& network, int router) {
  const int index = network.local_index(router);
  return index == 0 || index == network.a() - 1;
}

/// R_g of Lemma 6, as printed.
std::set<int> lemma6(const Dragonfly& network, int router) {
  const int a = network.a(), h = network.h();
  const int i = network.group_of_router(router), j = network.local_index(router);
  const int below = i == 0 ? -1 : (i - 1) / h;  // floor((i - 1) / h)
  std::set<int> all;
  for (int x = 0; x < network.g(); ++x) {
    if (x > i && j * h < x && x <= j * h + h) all.insert(x * a + i / h);
    if (x < i && j * h <= x && x < j * h + h) all.insert(x * a + below);
  }
  return all;
}

Figure theorems(Runs&, Extent) {
  Figure figure{
      "Counted on the wiring for 2 <= a <= 12 and h <= 8 (even h for the circulant-based "
      "arrangement), every switch."};
  const auto row = [&](const std::string& about, const std::string& words, Arrangement arrangement,
                       const Rule& rule, const std::string& cause = {}) {
    const Agreement found = agreement(arrangement, rule);
    figure.statements.push_back(
        judged({about, words, kSizesFail, Unit::kNumber, Source::kPaper, cause},
               fmt::format("all {} sizes", found.sizes), fmt::format("{} sizes", found.agree),
               found.agree == found.sizes, fmt::format("{} sizes", found.agree - found.sizes)));
  };
  const Arrangement relative = Arrangement::kRelative, circulant = Arrangement::kCirculant;
  row("Theorem 1",
      "if S_i,j is terminal, then δ<,gg = 0 and δ=,gg = 2h - 2. If S_i,j is "
      "non-terminal, δ<,gg = 2h - 2 and δ=,gg = 0.",
      relative, [](int a, int h, int j, const RouterPaths& paths) {
        return PathRelation{paths.shorter, paths.equal_gg} == theorem1_relative_gg(a, h, j);
      });
  row("Theorem 2", "δ=,ggl is (h-1)(a-1) if S_i,j is terminal and (2h-2)(a-2) if not", relative,
      [](int a, int h, int j, const RouterPaths& paths) {
        return paths.equal_ggl == theorem2_relative_equal_ggl(a, h, j);
      });
  row("Theorem 3", "δ=,glg is ah - h if S_i,j is terminal and 2ah - a - 4h + 3 if not", relative,
      [](int a, int h, int j, const RouterPaths& paths) {
        return paths.equal_glg == theorem3_relative_equal_glg(a, h, j);
      });
  row("Theorem 4",
      "δ=,glg,ggl is 2ah - a - 3h + 2 if S_i,j is terminal and 4ah - 3a - 10h + 9 if not", relative,
      [](int a, int h, int j, const RouterPaths& paths) {
        return paths.equal_glg_ggl == theorem4_relative_equal_glg_ggl(a, h, j);
      });
  row("Lemma 1: destinations of ggl paths", "These are the (2h-2)(a-1) switches", relative,
      [](int a, int h, int, const RouterPaths& paths) {
        return paths.ggl == std::int64_t{2 * h - 2} * (a - 1) && paths.lgg == paths.ggl;
      });
  row("Lemma 2: destinations of glg paths", "(2h - 1)(a - 1) switches are reachable in a glg path",
      relative, [](int a, int h, int, const RouterPaths& paths) {
        return paths.glg == std::int64_t{2 * h - 1} * (a - 1);
      });
  const auto lemma = [&](const std::string& about, const std::string& words,
                         Arrangement arrangement, int least_h, const WalkRule& rule,
                         const std::string& cause = {}) {
    const Agreement found = walked(arrangement, least_h, rule);
    figure.statements.push_back(
        judged({about, words, kSizesFail, Unit::kNumber, Source::kPaper, cause},
               fmt::format("all {} sizes", found.sizes), fmt::format("{} sizes", found.agree),
               found.agree == found.sizes, fmt::format("{} sizes", found.agree - found.sizes)));
  };
  for (const int least_h : {1, 2}) {
    lemma(
        fmt::format("Lemma 3, h from {} on: destinations of glg and of ggl paths", least_h),
        "|R_glg(S_i,j) ∩ R_ggl(S_i,j)| is 2h-3 if S_i,j is terminal and 2h-2 if not", relative,
        least_h,
        [](const Dragonfly& dragonfly, int router) {
          const int h = dragonfly.h();
          return common(dragonfly, router, reached(dragonfly, router, "glg"),
                        reached(dragonfly, router, "ggl")) ==
                 (is_terminal(dragonfly, router) ? 2 * h - 3 : 2 * h - 2);
        },
        "with h = 1 gg paths lead back only, and 2h-3 is less than none");
  }
  lemma("Lemma 4: destinations of glg paths that g and gl paths reach",
        "|(R_g ∪ R_gl) ∩ R_glg| is h-1 if S_i,j is terminal and 2h-2 if not", relative, 1,
        [](const Dragonfly& dragonfly, int router) {
          const int h = dragonfly.h();
          std::set<int> near_by = reached(dragonfly, router, "g");
          near_by.merge(reached(dragonfly, router, "gl"));
          return common(dragonfly, router, near_by, reached(dragonfly, router, "glg")) ==
                 (is_terminal(dragonfly, router) ? h - 1 : 2 * h - 2);
        });
  lemma("Lemma 5: destinations of glg paths that lg paths reach",
        "|R_glg ∩ R_lg| is (a-2)(h-1) if S_i,j is terminal and 0 if not", relative, 1,
        [](const Dragonfly& dragonfly, int router) {
          const int printed = (dragonfly.a() - 2) * (dragonfly.h() - 1);
          return common(dragonfly, router, reached(dragonfly, router, "glg"),
                        reached(dragonfly, router, "lg")) ==
                 (is_terminal(dragonfly, router) ? printed : 0);
        });
  lemma("Lemma 6: destinations of one global hop",
        "the switches R_g = R_g^+ ∪ R_g^- are reachable from S_i,j", Arrangement::kAbsolute, 1,
        [](const Dragonfly& dragonfly, int router) {
          return reached(dragonfly, router, "g") == lemma6(dragonfly, router);
        });
  const auto least = [](Field field) {
    return static_cast<double>(range_of(counts(Arrangement::kAbsolute), field).first);
  };
  figure.statements.push_back(
      at_least({"Theorem 5, (4, 2): least δ=,glg", "δ=,glg ≥ h(a-1) when a > 2", kCountFails,
                Unit::kNumber, Source::kPaper,
                "the proof adds destinations of ggl paths to reach its number; with them it holds"},
               kH * (kA - 1), least(&RouterPaths::equal_glg)));
  figure.statements.push_back(
      at_least({"Theorem 5, (4, 2): least δ=,glg,ggl", "δ=,glg ≥ h(a-1) when a > 2", kCountFails,
                Unit::kNumber, Source::kPaper},
               kH * (kA - 1), least(&RouterPaths::equal_glg_ggl)));
  row("Theorem 6: |R_gg|", "|R_gg| = ...", circulant,
      [](int a, int h, int j, const RouterPaths& paths) {
        return paths.gg == theorem6_circulant_gg(a, h, j);
      });
  figure.statements.back().words = "δ<,gg = |R_gg| - s_a,h,j";
  row(
      "Theorem 6: δ<,gg with s as printed", "δ<,gg = |R_gg| - s_a,h,j", circulant,
      [](int a, int h, int j, const RouterPaths& paths) {
        return paths.shorter ==
               theorem6_circulant_gg(a, h, j) - theorem6_circulant_s_as_printed(a, h, j);
      },
      "s is h where j = 0 (0 if h = 2) or 3j = 2a - 2, h - 2 where 3j = 2a - 1, and 0 elsewhere; "
      "it follows from Equations 3 and 4");
  row("Theorem 6: δ<,gg with s from Equations 3 and 4", "δ<,gg = |R_gg| - s_a,h,j", circulant,
      [](int a, int h, int j, const RouterPaths& paths) {
        return paths.shorter == theorem6_circulant_gg(a, h, j) - circulant_adjacent_gg(a, h, j);
      });
  DataTable table{
      "Mean destinations of a switch, by arrangement",
      {"(a, h)", "arrangement", "gg", "ggl", "lgg", "glg", "shorter", "equal", "shorter or equal"},
      {}};
  for (const auto& [a, h] : {std::pair{4, 2}, {8, 4}}) {
    for (const auto& [name, arrangement] : {std::pair{"relative", relative},
                                            {"absolute", Arrangement::kAbsolute},
                                            {"circulant", circulant},
                                            {"helix", Arrangement::kHelix},
                                            {"nautilus", Arrangement::kNautilus}}) {
      const std::vector<RouterPaths> all = counts(arrangement, a, h);
      std::vector<std::string> cells = {fmt::format("({}, {})", a, h), name};
      for (const Field field :
           {&RouterPaths::gg, &RouterPaths::ggl, &RouterPaths::lgg, &RouterPaths::glg,
            &RouterPaths::shorter, &RouterPaths::equal, &RouterPaths::shorter_or_equal})
        cells.push_back(fmt::format("{:.2f}", mean_of(all, field)));
      table.rows.push_back(cells);
    }
  }
  figure.tables = {table};
  return figure;
}

}  // namespace

Paper curtsinger_paper() {
  return {"curtsinger",
          "Curtsinger, Bunde: Shortest paths in Dragonfly systems",
          {
              {"fig1", "Figure 1", "the relative arrangement, drawn", 1, 1, figure1},
              {"fig2", "Figure 2", "destinations with shorter and equal paths, by formulas", 1, 1,
               figure2},
              {"fig3", "Figure 3", "the absolute arrangement, drawn", 1, 1, figure3},
              {"fig4", "Figure 4", "destinations by switch, absolute arrangement", 1, 1, figure4},
              {"fig5", "Figure 5", "the circulant-based arrangement, drawn", 1, 1, figure5},
              {"fig6", "Figure 6", "gg destinations in the circulant-based arrangement, drawn", 1,
               1, figure6},
              {"fig7", "Figure 7", "destinations by switch, circulant-based arrangement", 1, 1,
               figure7},
              {"fig8", "Figure 8", "the helix arrangement, drawn", 1, 1, figure8},
              {"fig9", "Figure 9", "the nautilus arrangement, drawn", 1, 1, figure9},
              {"theorems", "Theorems", "all theorems, beside counts", 1, 1, theorems},
          }};
}

}  // namespace dragonfly
