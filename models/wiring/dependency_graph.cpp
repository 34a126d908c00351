// SPDX-License-Identifier: Apache-2.0
#include "models/wiring/dependency_graph.hpp"

#include <algorithm>
#include <deque>
#include <utility>

namespace dragonfly {

DependencyGraph::DependencyGraph(std::vector<std::size_t> first_targets, std::size_t block,
                                 std::size_t fanout)
    : first_targets_(std::move(first_targets)),
      block_(block),
      fanout_(fanout),
      edge_(vertices() * fanout, false) {}

void DependencyGraph::add(std::size_t from, std::size_t to) {
  auto edge = edge_[from * fanout_ + (to - first_target(from))];
  if (!edge) ++edges_;
  edge = true;
}

std::size_t DependencyGraph::next_target(std::size_t vertex, std::size_t position) const {
  while (position < fanout_ && !edge_[vertex * fanout_ + position]) ++position;
  return position < fanout_ ? first_target(vertex) + position : kNone;
}

std::size_t DependencyGraph::vertex_on_cycle() const {
  // Depth-first search with its own stack: the paths are too long for recursion. An edge to a
  // vertex that is on the stack closes a cycle.
  enum class State : char { kNew, kOnStack, kDone };
  struct Frame {
    std::size_t vertex, position;
  };
  std::vector<State> state(vertices(), State::kNew);
  std::vector<Frame> stack;
  for (std::size_t root = 0; root < vertices(); ++root) {
    if (state[root] != State::kNew) continue;
    state[root] = State::kOnStack;
    stack.push_back({root, 0});
    while (!stack.empty()) {
      Frame& top = stack.back();
      const std::size_t target = next_target(top.vertex, top.position);
      if (target == kNone) {
        state[top.vertex] = State::kDone;
        stack.pop_back();
        continue;
      }
      top.position = target - first_target(top.vertex) + 1;
      if (state[target] == State::kOnStack) return target;
      if (state[target] == State::kDone) continue;
      state[target] = State::kOnStack;
      stack.push_back({target, 0});
    }
  }
  return kNone;
}

std::vector<std::size_t> DependencyGraph::shortest_cycle_through(std::size_t start) const {
  std::vector<std::size_t> reached_from(vertices(), kNone);
  std::deque<std::size_t> queue{start};
  while (reached_from[start] == kNone) {
    const std::size_t vertex = queue.front();
    queue.pop_front();
    for (std::size_t target = next_target(vertex, 0); target != kNone;
         target = next_target(vertex, target - first_target(vertex) + 1)) {
      if (reached_from[target] != kNone) continue;
      reached_from[target] = vertex;
      queue.push_back(target);
    }
  }
  std::vector<std::size_t> cycle{start};
  for (std::size_t vertex = reached_from[start]; vertex != start; vertex = reached_from[vertex]) {
    cycle.push_back(vertex);
  }
  std::reverse(cycle.begin() + 1, cycle.end());
  return cycle;
}

std::vector<std::size_t> DependencyGraph::cycle() const {
  const std::size_t start = vertex_on_cycle();
  return start == kNone ? std::vector<std::size_t>{} : shortest_cycle_through(start);
}

}  // namespace dragonfly
