// SPDX-License-Identifier: Apache-2.0
#include "models/network/blocked_inputs.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "models/router/routes.hpp"

namespace dragonfly {

std::string BlockedInputs::name(const Place& input) const {
  return "router " + router_name(wiring_, input.router) + " input port " +
         std::to_string(input.vc >> vc_bits_) + " VC" +
         std::to_string(input.vc & ((1 << vc_bits_) - 1));
}

void BlockedInputs::tell(ByteWriter& writer) const {
  writer.put(flits_.size());
  for (const auto& [input, flits] : flits_) {
    writer.put(input);
    writer.put(flits);
  }
  writer.put(waits_.size());
  for (const auto& [input, output] : waits_) {
    writer.put(input);
    writer.put(output);
  }
}

void BlockedInputs::hear(ByteReader& reader) {
  for (auto count = reader.take<std::size_t>(); count > 0; --count) {
    const auto input = reader.take<Place>();
    add(input, reader.take<std::uint32_t>());
  }
  for (auto count = reader.take<std::size_t>(); count > 0; --count) {
    const auto input = reader.take<Place>();
    add_wait(input, reader.take<Place>());
  }
}

std::string BlockedInputs::describe() const {
  constexpr std::size_t kLines = 20;
  std::set<int> routers;
  for (const auto& [input, flits] : flits_) routers.insert(input.router);
  if (routers.empty()) return {};

  std::string text = std::to_string(routers.size()) +
                     (routers.size() == 1 ? " router is" : " routers are") + " blocked:\n";
  // First those that could go on and do not: they hold up the others.
  std::vector<Place> inputs;
  for (const auto& [input, flits] : flits_) inputs.push_back(input);
  std::stable_partition(inputs.begin(), inputs.end(),
                        [&](const Place& input) { return waits_.count(input) == 0; });
  if (inputs.size() > kLines) inputs.resize(kLines);
  for (const Place& input : inputs) {
    const std::uint32_t flits = flits_.at(input);
    text +=
        "  " + name(input) + " holds " + std::to_string(flits) + (flits == 1 ? " flit" : " flits");
    const auto wait = waits_.find(input);
    text += wait == waits_.end() ? std::string(", and would not send one for a credit")
                                 : ", waits for a credit of output port " +
                                       std::to_string(wait->second.vc >> vc_bits_) + " VC" +
                                       std::to_string(wait->second.vc & ((1 << vc_bits_) - 1));
    text += "\n";
  }
  if (flits_.size() > kLines)
    text += "  and " + std::to_string(flits_.size() - kLines) + " more input VCs\n";
  return text + chain();
}

/// Follows the waits from input VC to input VC: a cycle if there is one, else the longest chain.
std::string BlockedInputs::chain() const {
  std::vector<Place> best;
  bool cycle = false;
  for (const auto& [start, first_wait] : waits_) {
    std::vector<Place> path{start};
    std::set<Place> seen{start};
    for (auto wait = waits_.find(start); wait != waits_.end(); wait = waits_.find(path.back())) {
      const Place& output = wait->second;
      const Peer peer = wiring_.output(output.router, output.vc >> vc_bits_);
      // An output VC that lacks a credit leads to a router: a network that stands still has
      // terminals that have consumed everything.
      if (peer.kind != PeerKind::kRouter) break;
      path.push_back({peer.router, (peer.port << vc_bits_) + (output.vc & ((1 << vc_bits_) - 1))});
      if (!seen.insert(path.back()).second) break;
    }
    const auto repeated = std::find(path.begin(), path.end() - 1, path.back());
    cycle = repeated != path.end() - 1;
    if (cycle) best.assign(repeated, path.end());
    if (cycle) break;
    if (path.size() > best.size()) best = path;
  }
  if (best.empty()) return {};
  std::string text = cycle ? "Wait-for cycle, a deadlock:\n" : "Longest wait-for chain:\n";
  for (std::size_t i = 0; i < best.size(); ++i)
    text += (i == 0 ? "  " : "  -> ") + name(best[i]) + "\n";
  return text;
}

}  // namespace dragonfly
