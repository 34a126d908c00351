// SPDX-License-Identifier: Apache-2.0
// Whether edges have a cycle, apart from the check of models/wiring.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace dragonfly {

template <class Vertex>
bool acyclic(const std::set<std::pair<Vertex, Vertex>>& edges) {
  // Kahn: take away vertices without predecessors until none is left.
  std::map<Vertex, int> predecessors;
  std::map<Vertex, std::vector<Vertex>> successors;
  for (const auto& [from, to] : edges) {
    predecessors.try_emplace(from, 0);
    ++predecessors[to];
    successors[from].push_back(to);
  }
  std::vector<Vertex> free;
  for (const auto& [vertex, count] : predecessors) {
    if (count == 0) free.push_back(vertex);
  }
  std::size_t removed = 0;
  while (!free.empty()) {
    const Vertex vertex = free.back();
    free.pop_back();
    ++removed;
    for (const Vertex& next : successors[vertex]) {
      if (--predecessors[next] == 0) free.push_back(next);
    }
  }
  return removed == predecessors.size();
}

}  // namespace dragonfly
