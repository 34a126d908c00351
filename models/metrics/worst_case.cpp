// SPDX-License-Identifier: Apache-2.0
#include "models/metrics/worst_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/long_work.hpp"
#include "models/metrics/adversarial_traffic.hpp"
#include "models/metrics/pair_paths.hpp"
#include "models/metrics/transport.hpp"

namespace dragonfly {
namespace {

/// Pairs of routers whose distances are held: 10 bytes each.
constexpr std::int64_t kMostPairs = std::int64_t{1} << 25;
/// Seconds that patterns may take beside an exact bound, and without one.
constexpr double kNamingTime = 5, kPatternTime = 60;
/// Seconds a source and channel, as shortest_path_loads() states.
constexpr double kLoadTime = 1e-8;
constexpr double kPatternsTried = 6;
/// Entries times rows up to which a permutation is worked out that loads a channel most: a minute
/// at worst, seconds as a rule.
constexpr double kMostSteps = 1e10;
constexpr double kRounding = 1e-9;

/// One direction of a channel.
struct Hop {
  int from = 0, to = 0, channel_class = 0;
};

/// The hops to be looked at. Parallel channels carry the same. In a network of both directions, one
/// direction is enough: reversed traffic takes the reversed paths.
std::vector<Hop> hops_of(const NetworkGraph& graph) {
  std::vector<bool> wanted(graph.classes.size(), true);
  std::set<int> starts;
  for (const Orbit& orbit : graph.orbits) starts.insert(orbit.router);
  std::vector<Hop> hops;
  std::set<std::tuple<int, int, int>> seen;
  for (const GraphChannel& channel : graph.channels) {
    if (!wanted[channel.channel_class]) continue;
    // Symmetries map any channel onto one at a router of `orbits`.
    const bool far = !starts.empty() && !graph.channels_alike && !graph.directed &&
                     !starts.contains(channel.from) && !starts.contains(channel.to);
    if (far || channel.from == channel.to) continue;
    int one = channel.from, other = channel.to;
    if (!graph.directed && one > other) std::swap(one, other);
    if (!seen.emplace(one, other, channel.channel_class).second) continue;
    hops.push_back({channel.from, channel.to, channel.channel_class});
    if (graph.channels_alike) wanted[channel.channel_class] = false;
  }
  return hops;
}

/// The problem of a hop, and what its rows and columns are.
struct HopTraffic {
  TransportProblem problem;
  std::vector<std::vector<int>> rows, columns;  ///< routers
};

/// Takes terminals of some routers, those of one after those of another.
class Taker {
 public:
  Taker(const std::vector<int>& routers, const std::vector<int>& terminals)
      : routers_(routers), terminals_(terminals) {}

  [[nodiscard]] int router() const { return routers_[at_]; }
  [[nodiscard]] std::int64_t left() {
    while (at_ + 1 < routers_.size() && taken_ == terminals_[router()]) {
      ++at_;
      taken_ = 0;
    }
    return terminals_[router()] - taken_;
  }
  void take(std::int64_t terminals) { taken_ += terminals; }

 private:
  const std::vector<int>& routers_;
  const std::vector<int>& terminals_;
  std::size_t at_ = 0;
  std::int64_t taken_ = 0;
};

/// The flow that loads the hop most.
std::vector<RouterFlow> solved(const HopTraffic& hop, const NetworkGraph& graph) {
  std::vector<Taker> rows, columns;
  for (const auto& routers : hop.rows) rows.emplace_back(routers, graph.sources);
  for (const auto& routers : hop.columns) columns.emplace_back(routers, graph.ejecting());
  const std::vector<std::int64_t> amounts = largest_flow(hop.problem);
  std::vector<RouterFlow> flows;
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    Taker& from = rows[hop.problem.entries[i].row];
    Taker& to = columns[hop.problem.entries[i].column];
    for (std::int64_t left = amounts[i]; left > 0;) {
      const std::int64_t now = std::min({left, from.left(), to.left()});
      flows.push_back({from.router(), to.router(), now});
      from.take(now);
      to.take(now);
      left -= now;
    }
  }
  return flows;
}

/// Keeps the highest load of each class.
class Highest {
 public:
  explicit Highest(const NetworkGraph& graph) {
    worst_.exact = true;
    worst_.pattern = kWorstPermutation;
    worst_.most.assign(graph.classes.size(), 0);
  }

  void add(const Hop& hop, double load) {
    double& most = worst_.most[hop.channel_class];
    most = std::max(most, load);
    if (worst_.channel_class >= 0 && load <= worst_.largest * (1 + kRounding)) return;
    worst_.largest = load;
    worst_.channel_class = hop.channel_class;
    worst_.from = hop.from;
    worst_.to = hop.to;
  }

  /// Solves what traffic over a hop can add up to, unless it cannot be the most of its class.
  void add(const Hop& hop, const TransportProblem& problem) {
    if (worst_.channel_class >= 0 &&
        transport_bound(problem) <= worst_.most[hop.channel_class] * (1 + kRounding)) {
      return;
    }
    add(hop, largest_transport(problem));
  }

  [[nodiscard]] WorstCase take() {
    worst_.throughput = 1 / std::max(1.0, worst_.largest);
    return std::move(worst_);
  }

 private:
  WorstCase worst_;
};

class ShortestPathWorst {
 public:
  explicit ShortestPathWorst(const NetworkGraph& graph)
      : graph_(graph),
        sources_(routers_with_terminals(graph.sources)),
        sinks_(routers_with_terminals(graph.ejecting())),
        paths_(graph, sources_) {
    for (std::size_t s = 0; s < sources_.size(); ++s) {
      for (const int sink : sinks_) {
        if (paths_.distance(s, sink) >= 0) continue;
        throw InputError(fmt::format(
            "worst-case traffic: no path leads from router {} to router {}; the network is not "
            "connected",
            sources_[s], sink));
      }
    }
  }

  WorstCase run() {
    Highest highest(graph_);
    const std::vector<Hop> hops = hops_of(graph_);
    const LongWork work("worst-case traffic", static_cast<std::int64_t>(hops.size()));
    for (std::size_t i = 0; i < hops.size(); ++i) {
      highest.add(hops[i], traffic(hops[i]).problem);
      work.done(static_cast<std::int64_t>(i) + 1);
    }
    return highest.take();
  }

  /// What a flit from a source to a sink adds to a hop: the share of the shortest paths that go
  /// over it. Of parallel channels each carries its part.
  HopTraffic traffic(const Hop& hop) {
    HopTraffic traffic;
    TransportProblem& result = traffic.problem;
    std::vector<int> column(sinks_.size(), -1);
    for (std::size_t s = 0; s < sources_.size(); ++s) {
      const int before = paths_.distance(s, hop.from);
      if (before < 0 || paths_.distance(s, hop.to) != before + 1) continue;
      int row = -1;
      for (std::size_t t = 0; t < sinks_.size(); ++t) {
        const double share = share_over(s, before, hop, t);
        if (share == 0) continue;
        if (row < 0) {
          row = static_cast<int>(result.rows.size());
          result.rows.push_back(graph_.sources[sources_[s]]);
          traffic.rows.push_back({sources_[s]});
        }
        if (column[t] < 0) {
          column[t] = static_cast<int>(result.columns.size());
          result.columns.push_back(graph_.ejecting()[sinks_[t]]);
          traffic.columns.push_back({sinks_[t]});
        }
        result.entries.push_back({row, column[t], share});
      }
    }
    return traffic;
  }

 private:
  double share_over(std::size_t source, int before, const Hop& hop, std::size_t sink) {
    const std::vector<std::pair<int, double>>& onward = from_end(hop.to);
    const auto& [after, paths] = onward[sink];
    if (after < 0 || paths_.distance(source, sinks_[sink]) != before + 1 + after) return 0;
    return paths_.paths(source, hop.from) * paths / paths_.paths(source, sinks_[sink]);
  }

  /// Distance and paths from a router to each sink; of the last one asked for.
  const std::vector<std::pair<int, double>>& from_end(int router) {
    if (router == end_) return onward_;
    end_ = router;
    const PairPaths paths(graph_, {router});
    onward_.clear();
    for (const int sink : sinks_) {
      onward_.emplace_back(paths.distance(0, sink), paths.paths(0, sink));
    }
    return onward_;
  }

  const NetworkGraph& graph_;
  std::vector<int> sources_, sinks_;
  PairPaths paths_;
  int end_ = -1;
  std::vector<std::pair<int, double>> onward_;
};

/// Channels side by side in each dimension of a grid whose rows are complete; empty: it is none.
std::vector<std::int64_t> complete_rows(const NetworkGraph& graph) {
  if (!graph.channels_alike || graph.directed || graph.dimensions.empty()) return {};
  std::vector<std::int64_t> parallel(graph.dimensions.size(), 0);
  for (const GraphChannel& channel : graph.channels) ++parallel[channel.channel_class];
  for (std::size_t d = 0; d < parallel.size(); ++d) {
    if (graph.dimensions[d] == 1) continue;
    const std::int64_t pairs = std::int64_t{graph.routers} * (graph.dimensions[d] - 1) / 2;
    if (parallel[d] % pairs != 0) return {};
    parallel[d] /= pairs;
  }
  return parallel;
}

/// Flattened butterflies of any size. A hop along dimension d is on a shortest path from s to t if
/// these have its ends' digits in dimension d, and in each other dimension s or t has the digit
/// that both of its ends have. With i and j dimensions in which s and t have another one, i! j! of
/// the (i + j + 1)! orders of the dimensions lead over it. Dimensions of equal size can change
/// places, so s and t matter only by how many dimensions of each size those are.
class CompleteGridWorst {
 public:
  CompleteGridWorst(const NetworkGraph& graph, std::vector<std::int64_t> parallel)
      : graph_(graph), parallel_(std::move(parallel)) {}

  WorstCase run() {
    Highest highest(graph_);
    for (const Hop& hop : hops_of(graph_)) highest.add(hop, problem(hop.channel_class));
    return highest.take();
  }

 private:
  /// Routers that differ from a given one in so many dimensions of each size.
  struct Differing {
    std::vector<int> dimensions;  ///< [size]
    int all = 0;
    std::int64_t routers = 1;
  };

  TransportProblem problem(int along) const {
    std::map<int, int> sizes;  // other dimensions of each
    for (std::size_t d = 0; d < graph_.dimensions.size(); ++d) {
      if (static_cast<int>(d) != along) ++sizes[graph_.dimensions[d]];
    }
    std::vector<int> most;
    std::vector<Differing> kinds{{}};
    for (const auto& [size, count] : sizes) {
      most.push_back(count);
      kinds = extended(kinds, size, count);
    }
    TransportProblem result;
    for (const Differing& kind : kinds) {
      result.rows.push_back(kind.routers * graph_.sources.front());
    }
    result.columns = result.rows;
    for (std::size_t s = 0; s < kinds.size(); ++s) {
      for (std::size_t t = 0; t < kinds.size(); ++t) {
        if (!disjoint(kinds[s], kinds[t], most)) continue;
        const double share = part_of_orders(kinds[s].all, kinds[t].all) /
                             static_cast<double>(parallel_[static_cast<std::size_t>(along)]);
        result.entries.push_back({static_cast<int>(s), static_cast<int>(t), share});
      }
    }
    return result;
  }

  /// Each kind with 0 to `count` dimensions of a size more.
  static std::vector<Differing> extended(const std::vector<Differing>& kinds, int size, int count) {
    std::vector<Differing> result;
    for (const Differing& kind : kinds) {
      std::int64_t choices = 1;  // of the dimensions and their digits
      for (int differ = 0; differ <= count && choices > 0; ++differ) {
        Differing next = kind;
        next.dimensions.push_back(differ);
        next.all += differ;
        next.routers *= choices;
        result.push_back(std::move(next));
        choices = choices * (count - differ) / (differ + 1) * (size - 1);
      }
    }
    return result;
  }

  /// Whether no dimension needs to be among those of both.
  static bool disjoint(const Differing& one, const Differing& other, const std::vector<int>& most) {
    for (std::size_t i = 0; i < most.size(); ++i) {
      if (one.dimensions[i] + other.dimensions[i] > most[i]) return false;
    }
    return true;
  }

  /// i! j! / (i + j + 1)!
  static double part_of_orders(int i, int j) {
    double part = 1.0 / (i + j + 1);
    for (int k = 1; k <= i; ++k) part *= static_cast<double>(k) / (j + k);
    return part;
  }

  const NetworkGraph& graph_;
  std::vector<std::int64_t> parallel_;
};

/// The dragonfly's own minimal routing. All routers of another group use a group's channels alike,
/// so they are one row and one column.
class HierarchicalWorst {
 public:
  explicit HierarchicalWorst(const NetworkGraph& graph) : graph_(graph), highest_(graph) {
    groups_ = 1 + *std::max_element(graph.group.begin(), graph.group.end());
    members_.resize(static_cast<std::size_t>(groups_));
    place_.resize(static_cast<std::size_t>(graph.routers));
    terminals_.assign(static_cast<std::size_t>(groups_), 0);
    for (int router = 0; router < graph.routers; ++router) {
      const int group = graph.group[router];
      place_[router] = static_cast<int>(members_[group].size());
      members_[group].push_back(router);
      terminals_[group] += graph.sources[router];
    }
    local_.resize(static_cast<std::size_t>(groups_));
    gates_.resize(static_cast<std::size_t>(groups_));
    for (const GraphChannel& channel : graph.channels) {
      const int one = graph.group[channel.from], other = graph.group[channel.to];
      if (one == other) {
        local_[one].push_back(channel);
      } else {
        gates_[one][other].push_back({channel.from, channel.to, channel.channel_class});
        gates_[other][one].push_back({channel.to, channel.from, channel.channel_class});
      }
    }
  }

  WorstCase run() {
    std::set<int> starts;
    for (const Orbit& orbit : graph_.orbits) starts.insert(graph_.group[orbit.router]);
    for (int group = 0; group < groups_; ++group) {
      if (!starts.empty() && !starts.contains(group)) continue;
      add_global(group);
      add_local(group);
    }
    return highest_.take();
  }

  HopTraffic traffic(const Hop& hop) {
    const int from = graph_.group[hop.from], to = graph_.group[hop.to];
    if (from != to) {
      const auto share = 1 / static_cast<double>(gates_[from][to].size());
      return {{{terminals_[from]}, {terminals_[to]}, {{0, 0, share}}},
              {members_[from]},
              {members_[to]}};
    }
    HopTraffic traffic{
        problem(from, local_paths(from), {place_[hop.from], place_[hop.to], hop.channel_class}),
        {},
        {}};
    for (const int router : members_[from]) traffic.rows.push_back({router});
    traffic.rows.insert(traffic.rows.end(), members_.begin(), members_.end());
    traffic.columns = traffic.rows;
    return traffic;
  }

 private:
  /// Channels from a group to another share what its terminals send there.
  void add_global(int group) {
    for (int other = 0; other < groups_; ++other) {
      if (other == group) continue;
      const auto gates = gates_[group].find(other);
      if (gates == gates_[group].end()) {
        throw InputError(fmt::format(
            "worst-case traffic: no global channel joins groups {} and {}; take shortest paths in "
            "networks whose groups are not all connected",
            group, other));
      }
      const auto sent = static_cast<double>(std::min(terminals_[group], terminals_[other]));
      highest_.add(gates->second.front(), sent / static_cast<double>(gates->second.size()));
    }
  }

  /// The network in a group, its routers by place.
  [[nodiscard]] NetworkGraph local_network(int group) const {
    NetworkGraph inside;
    inside.routers = static_cast<int>(members_[group].size());
    inside.classes = graph_.classes;
    for (const GraphChannel& channel : local_[group]) {
      inside.channels.push_back({place_[channel.from], place_[channel.to], channel.channel_class});
    }
    return inside;
  }
  [[nodiscard]] PairPaths local_paths(int group) const {
    const NetworkGraph inside = local_network(group);
    std::vector<int> all(static_cast<std::size_t>(inside.routers));
    std::iota(all.begin(), all.end(), 0);
    return {inside, all};
  }

  void add_local(int group) {
    const std::vector<int>& members = members_[group];
    const PairPaths paths = local_paths(group);
    for (const Hop& hop : hops_of(local_network(group))) {
      const Hop named{members[hop.from], members[hop.to], hop.channel_class};
      highest_.add(named, problem(group, paths, hop));
    }
  }

  /// Rows and columns: the routers of the group by place, then the groups.
  TransportProblem problem(int group, const PairPaths& paths, const Hop& hop) const {
    const std::vector<int>& members = members_[group];
    const auto a = static_cast<int>(members.size());
    TransportProblem result;
    for (const int router : members) result.rows.push_back(graph_.sources[router]);
    result.rows.insert(result.rows.end(), terminals_.begin(), terminals_.end());
    result.columns = result.rows;
    std::map<std::pair<int, int>, double> shares;
    for (int from = 0; from < a; ++from) {
      const auto row = static_cast<std::size_t>(from);
      if (paths.distance(row, hop.to) != paths.distance(row, hop.from) + 1) continue;
      for (int to = 0; to < a; ++to) {
        const auto next = static_cast<std::size_t>(hop.to);
        if (paths.distance(row, hop.from) + 1 + paths.distance(next, to) !=
            paths.distance(row, to)) {
          continue;
        }
        const double share =
            paths.paths(row, hop.from) * paths.paths(next, to) / paths.paths(row, to);
        shares[{from, to}] += share;
        // On the way to the gates of `to`, and from those of `from`.
        for (const auto& [other, part] : gate_shares(members[to])) {
          shares[{from, a + other}] += share * part;
        }
        for (const auto& [other, part] : gate_shares(members[from])) {
          shares[{a + other, to}] += share * part;
        }
      }
    }
    for (const auto& [pair, share] : shares) {
      result.entries.push_back({pair.first, pair.second, share});
    }
    return result;
  }

  /// Of the channels between the router's group and each other group, the share that is the
  /// router's.
  const std::map<int, double>& gate_shares(int router) const {
    const auto found = gate_shares_.find(router);
    if (found != gate_shares_.end()) return found->second;
    std::map<int, double>& shares = gate_shares_[router];
    for (const auto& [other, gates] : gates_[graph_.group[router]]) {
      const auto own = std::count_if(gates.begin(), gates.end(),
                                     [&](const Hop& gate) { return gate.from == router; });
      if (own > 0) shares[other] = static_cast<double>(own) / static_cast<double>(gates.size());
    }
    return shares;
  }

  const NetworkGraph& graph_;
  Highest highest_;
  int groups_ = 0;
  std::vector<std::vector<int>> members_;                     ///< [group]
  std::vector<int> place_;                                    ///< [router]: place in its group
  std::vector<std::int64_t> terminals_;                       ///< [group]
  std::vector<std::vector<GraphChannel>> local_;              ///< [group]
  std::vector<std::map<int, std::vector<Hop>>> gates_;        ///< [group][other]: channels there
  mutable std::map<int, std::map<int, double>> gate_shares_;  ///< [router][other group]
};

ChannelLoads loads(const NetworkGraph& graph, MinimalRouting routing,
                   const TrafficMatrix& traffic) {
  return routing == MinimalRouting::kHierarchical ? hierarchical_minimal_loads(graph, traffic)
                                                  : shortest_path_loads(graph, traffic);
}

double pattern_seconds(const NetworkGraph& graph) {
  return kLoadTime * static_cast<double>(graph.channels.size()) *
         static_cast<double>(graph.routers);
}

/// The patterns that can be tried in a time; those with near destinations always.
std::vector<NamedTraffic> affordable(const NetworkGraph& graph, double seconds) {
  std::vector<NamedTraffic> list = adversarial_traffic(graph);
  const bool all = pattern_seconds(graph) * static_cast<double>(list.size()) <= seconds;
  std::erase_if(list, [&](const NamedTraffic& named) { return !all && !named.near; });
  return list;
}

void find_busiest(const NetworkGraph& graph, const ChannelLoads& carried, WorstCase& worst) {
  const auto look = [&](const std::vector<double>& load, bool backward) {
    for (std::size_t i = 0; i < load.size(); ++i) {
      const GraphChannel& channel = graph.channels[i];
      if (worst.channel_class >= 0 && load[i] <= worst.largest * (1 + kRounding)) continue;
      worst.largest = load[i];
      worst.channel_class = channel.channel_class;
      worst.from = backward ? channel.to : channel.from;
      worst.to = backward ? channel.from : channel.to;
    }
  };
  look(carried.forward, false);
  look(carried.backward, true);
}

/// What a pattern loads.
WorstCase loaded_by(const NetworkGraph& graph, const std::string& pattern,
                    const ChannelLoads& carried) {
  WorstCase found;
  found.pattern = pattern;
  const LoadSummary summary = summarize(graph, carried);
  found.most = summary.most;
  found.throughput = summary.throughput;
  find_busiest(graph, carried, found);
  return found;
}

/// The same of uniform traffic; where channels of a class are alike, any of them is the busiest.
WorstCase loaded_by_uniform(const NetworkGraph& graph, const ChannelLoads* known) {
  if (known != nullptr) return loaded_by(graph, kUniformIsWorst, *known);
  if (!graph.channels_alike)
    return loaded_by(graph, kUniformIsWorst, shortest_path_loads(graph, uniform_traffic(graph)));
  WorstCase found;
  found.pattern = kUniformIsWorst;
  const LoadSummary summary = uniform_load_summary(graph);
  found.most = summary.most;
  found.largest = summary.largest;
  found.throughput = summary.throughput;
  const auto busiest =
      std::find_if(graph.channels.begin(), graph.channels.end(), [&](const GraphChannel& channel) {
        return summary.most[channel.channel_class] >= summary.largest * (1 - kRounding);
      });
  if (busiest == graph.channels.end()) return found;
  found.channel_class = busiest->channel_class;
  found.from = busiest->from;
  found.to = busiest->to;
  return found;
}

/// Sources that hard_flows() can look at in kPatternTime.
std::int64_t searched_sources(const NetworkGraph& graph) {
  const double search = 2 * kLoadTime * static_cast<double>(graph.channels.size() + 1);
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(kPatternTime / search));
}

/// A permutation that loads the channel that uniform traffic loads most.
std::vector<RouterFlow> hard_permutation(const NetworkGraph& graph, const WorstCase& uniform) {
  if (uniform.channel_class < 0) return completed({}, graph);
  return completed(hard_flows(graph, uniform.from, uniform.to, searched_sources(graph)), graph);
}

bool all_can_send(const NetworkGraph& graph) {
  const std::vector<int>&from = graph.sources, &to = graph.ejecting();
  return std::accumulate(from.begin(), from.end(), std::int64_t{0}) <=
         std::accumulate(to.begin(), to.end(), std::int64_t{0});
}

WorstCase worst_pattern(const NetworkGraph& graph, const ChannelLoads* known) {
  const WorstCase uniform = loaded_by_uniform(graph, known);
  std::vector<WorstCase> found;
  for (const NamedTraffic& named : affordable(graph, kPatternTime))
    found.push_back(loaded_by(graph, named.name, shortest_path_loads(graph, named.traffic)));
  std::vector<RouterFlow> flows = hard_permutation(graph, uniform);
  found.push_back(loaded_by(graph, kWorstPermutation,
                            shortest_path_loads(graph, traffic_of(flows, graph.routers))));
  found.back().flows = std::move(flows);
  // With more sources than sinks some sink gets more than it can take, which is no permutation.
  if (all_can_send(graph)) found.push_back(uniform);
  WorstCase worst = std::move(found.front());
  for (WorstCase& other : found)
    if (other.largest > worst.largest * (1 + kRounding)) worst = std::move(other);
  return worst;
}

/// Whether the distances of all pairs can be held.
bool has_few_pairs(const NetworkGraph& graph) {
  const auto sources = static_cast<std::int64_t>(routers_with_terminals(graph.sources).size());
  return sources * graph.routers <= kMostPairs;
}

bool can_be_exact(const NetworkGraph& graph, MinimalRouting routing) {
  if (routing == MinimalRouting::kHierarchical || !complete_rows(graph).empty()) return true;
  return has_few_pairs(graph);
}

/// The flows of a pattern of adversarial_traffic(), in whole terminals: the group that the
/// terminals of another send to gets them in its order.
std::vector<RouterFlow> named_flows(const NetworkGraph& graph, const std::string& pattern) {
  for (const NamedTraffic& named : adversarial_traffic(graph)) {
    if (named.name != pattern) continue;
    std::vector<std::int64_t> room(graph.ejecting().begin(), graph.ejecting().end());
    std::vector<RouterFlow> flows;
    std::vector<Share> shares;
    for (int source = 0; source < graph.routers; ++source) {
      shares.clear();
      named.traffic(source, shares);
      std::int64_t left = graph.sources[source];
      for (const Share& share : shares) {
        const std::int64_t taken = std::min(left, room[share.router]);
        if (taken == 0) continue;
        flows.push_back({source, share.router, taken});
        room[share.router] -= taken;
        left -= taken;
      }
    }
    return flows;
  }
  throw Error(ExitCode::kInternal, "no traffic of the name " + pattern);
}

WorstCase exact_worst(const NetworkGraph& graph, MinimalRouting routing) {
  if (routing == MinimalRouting::kHierarchical) return HierarchicalWorst(graph).run();
  const std::vector<std::int64_t> parallel = complete_rows(graph);
  if (!parallel.empty()) return CompleteGridWorst(graph, parallel).run();
  return ShortestPathWorst(graph).run();
}

}  // namespace

WorstCase worst_case(const NetworkGraph& graph, MinimalRouting routing,
                     const ChannelLoads* uniform) {
  if (!can_be_exact(graph, routing)) return worst_pattern(graph, uniform);
  WorstCase worst = exact_worst(graph, routing);
  if (kPatternsTried * pattern_seconds(graph) > kNamingTime) return worst;
  for (const NamedTraffic& named : adversarial_traffic(graph)) {
    const double largest = summarize(graph, loads(graph, routing, named.traffic)).largest;
    if (largest < worst.largest * (1 - kRounding)) continue;
    worst.pattern = named.name;
    break;
  }
  return worst;
}

std::vector<RouterFlow> worst_flows(const NetworkGraph& graph, MinimalRouting routing,
                                    const WorstCase& worst) {
  if (!worst.flows.empty() || worst.channel_class < 0) return completed(worst.flows, graph);
  if (worst.pattern == kUniformIsWorst) return hard_permutation(graph, worst);
  if (worst.pattern != kWorstPermutation)
    return completed(named_flows(graph, worst.pattern), graph);
  const Hop hop{worst.from, worst.to, worst.channel_class};
  if (routing == MinimalRouting::kHierarchical)
    return completed(solved(HierarchicalWorst(graph).traffic(hop), graph), graph);
  if (!has_few_pairs(graph)) return hard_permutation(graph, worst);
  const HopTraffic traffic = ShortestPathWorst(graph).traffic(hop);
  const double steps = static_cast<double>(traffic.problem.entries.size()) *
                       static_cast<double>(traffic.problem.rows.size());
  return steps > kMostSteps ? hard_permutation(graph, worst)
                            : completed(solved(traffic, graph), graph);
}

double worst_case_seconds(const NetworkGraph& graph, MinimalRouting routing) {
  const double patterns = kPatternsTried * pattern_seconds(graph);
  // Beside the patterns, uniform traffic and two searches from each source.
  if (!can_be_exact(graph, routing))
    return std::min(patterns, kPatternTime) + 3 * pattern_seconds(graph);
  return patterns > kNamingTime ? 0 : patterns;
}

}  // namespace dragonfly
