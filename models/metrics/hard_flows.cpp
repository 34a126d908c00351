// SPDX-License-Identifier: Apache-2.0
#include "models/metrics/hard_flows.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "models/common/long_work.hpp"
#include "models/metrics/shortest_paths.hpp"

namespace dragonfly {
namespace {

std::size_t place(int number) { return static_cast<std::size_t>(number); }

/// The network with its channels the other way round.
NetworkGraph reversed(const NetworkGraph& graph) {
  NetworkGraph other;
  other.routers = graph.routers;
  other.directed = graph.directed;
  other.channels = graph.channels;
  if (graph.directed) {
    for (GraphChannel& channel : other.channels) std::swap(channel.from, channel.to);
  }
  return other;
}

class FlowSearch {
 public:
  FlowSearch(const NetworkGraph& graph, int from, int to, std::int64_t most_sources)
      : graph_(graph), from_(from), search_(graph), sinks_left_(0) {
    find_sinks(to);
    find_sources(to, most_sources);
  }

  std::vector<RouterFlow> run() {
    to_come_.assign(sinks_.size(), 0);
    const LongWork work("search for a hard permutation",
                        2 * static_cast<std::int64_t>(sources_.size()));
    std::int64_t done = 0;
    for (const int source : sources_) {
      work.done(++done);
      find_shares(source);
      add_to_come(graph_.sources[place(source)]);
    }
    for (const int source : sources_) {
      work.done(++done);
      find_shares(source);
      add_to_come(-graph_.sources[place(source)]);
      choose(source);
    }
    return std::move(flows_);
  }

 private:
  struct Sink {
    int router = 0;
    int distance = 0;  ///< from the end of the channel
    double paths = 0;
    std::int64_t room = 0;  ///< terminals that nobody sends to yet
  };

  void find_sinks(int to) {
    ShortestPaths before(graph_);
    before.search(from_);
    search_.search(to);
    outside_ = 0;
    for (const int router : routers_with_terminals(graph_.ejecting())) {
      const std::int64_t terminals = graph_.ejecting()[place(router)];
      sinks_left_ += terminals;
      const int distance = search_.distance(router);
      if (distance < 0 || before.distance(router) != distance + 1)
        outside_ += terminals;
      else
        sinks_.push_back({router, distance, search_.paths(router), terminals});
    }
  }

  /// The nearest first.
  void find_sources(int to, std::int64_t most) {
    const NetworkGraph back = reversed(graph_);
    ShortestPaths to_start(back), to_end(back);
    to_start.search(from_);
    to_end.search(to);
    for (const int router : routers_with_terminals(graph_.sources)) {
      const int distance = to_start.distance(router);
      if (distance >= 0 && to_end.distance(router) == distance + 1) sources_.push_back(router);
    }
    std::stable_sort(sources_.begin(), sources_.end(), [&](int one, int other) {
      return to_start.distance(one) < to_start.distance(other);
    });
    if (static_cast<std::int64_t>(sources_.size()) > most)
      sources_.resize(static_cast<std::size_t>(most));
  }

  /// What a terminal of the source adds to the channel for each sink: the share of its shortest
  /// paths that go over it.
  void find_shares(int source) {
    search_.search(source);
    const int before = search_.distance(from_);
    const double paths = search_.paths(from_);
    shares_.clear();
    for (std::size_t i = 0; i < sinks_.size(); ++i) {
      const Sink& sink = sinks_[i];
      if (search_.distance(sink.router) != before + 1 + sink.distance) continue;
      shares_.emplace_back(i, paths * sink.paths / search_.paths(sink.router));
    }
  }
  void add_to_come(int terminals) {
    for (const auto& [sink, share] : shares_) to_come_[sink] += terminals * share;
  }

  void choose(int source) {
    std::int64_t left = graph_.sources[place(source)];
    worth_.clear();
    for (const auto& [sink, share] : shares_) {
      if (sinks_[sink].room == 0) continue;
      worth_.emplace_back(share - to_come_[sink] / static_cast<double>(sinks_left_), sink);
    }
    const auto better = [](const auto& one, const auto& other) {
      return one.first != other.first ? one.first > other.first : one.second < other.second;
    };
    const auto most = worth_.begin() + std::min(static_cast<std::ptrdiff_t>(worth_.size()),
                                                static_cast<std::ptrdiff_t>(left));
    std::partial_sort(worth_.begin(), most, worth_.end(), better);
    for (auto best = worth_.begin(); best != most && left > 0; ++best) {
      // A sink that the channel does not lead to costs nothing.
      const std::int64_t elsewhere = std::min(left, best->first < 0 ? outside_ : 0);
      outside_ -= elsewhere;
      left -= elsewhere;
      sinks_left_ -= elsewhere;
      Sink& sink = sinks_[best->second];
      const std::int64_t taken = std::min(left, sink.room);
      if (taken == 0) continue;
      sink.room -= taken;
      left -= taken;
      sinks_left_ -= taken;
      flows_.push_back({source, sink.router, taken});
    }
    outside_ -= std::min(left, outside_);
    sinks_left_ -= std::min(left, sinks_left_);
  }

  const NetworkGraph& graph_;
  int from_;
  ShortestPaths search_;
  std::vector<Sink> sinks_;
  std::vector<int> sources_;
  std::int64_t sinks_left_;      ///< terminals that nobody sends to yet
  std::int64_t outside_ = 0;     ///< of them, those that no path over the channel leads to
  std::vector<double> to_come_;  ///< [sink]: shares of the terminals that have not chosen yet
  std::vector<std::pair<std::size_t, double>> shares_;  ///< of the source: sink and share
  std::vector<std::pair<double, std::size_t>> worth_;
  std::vector<RouterFlow> flows_;
};

}  // namespace

std::vector<RouterFlow> hard_flows(const NetworkGraph& graph, int from, int to,
                                   std::int64_t most_sources) {
  return FlowSearch(graph, from, to, most_sources).run();
}

std::vector<RouterFlow> completed(std::vector<RouterFlow> flows, const NetworkGraph& graph) {
  std::vector<std::int64_t> sends(graph.sources.begin(), graph.sources.end());
  std::vector<std::int64_t> receives(graph.ejecting().begin(), graph.ejecting().end());
  for (const RouterFlow& flow : flows) {
    sends[place(flow.from)] -= flow.terminals;
    receives[place(flow.to)] -= flow.terminals;
  }
  std::size_t to = 0;
  for (int from = 0; from < graph.routers; ++from) {
    while (sends[place(from)] > 0) {
      while (to < receives.size() && receives[to] == 0) ++to;
      if (to == receives.size()) return flows;
      const std::int64_t terminals = std::min(sends[place(from)], receives[to]);
      flows.push_back({from, static_cast<int>(to), terminals});
      sends[place(from)] -= terminals;
      receives[to] -= terminals;
    }
  }
  return flows;
}

TrafficMatrix traffic_of(const std::vector<RouterFlow>& flows, int routers) {
  std::vector<std::vector<Share>> shares(place(routers));
  for (const RouterFlow& flow : flows)
    shares[place(flow.from)].push_back({flow.to, static_cast<double>(flow.terminals)});
  return [shares = std::move(shares)](int source, std::vector<Share>& result) {
    const std::vector<Share>& own = shares[place(source)];
    result.insert(result.end(), own.begin(), own.end());
  };
}

}  // namespace dragonfly
