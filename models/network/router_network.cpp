// SPDX-License-Identifier: Apache-2.0
#include "models/network/router_network.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/network/blocked_routers.hpp"
#include "models/router/routes.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

namespace {

/// The first routers of the groups of modules, and the number of routers: the network's groups, or
/// a few routers each where it has none whose routers follow each other.
std::vector<int> divide(const Wiring& wiring) {
  std::vector<int> firsts;
  if (wiring.groups() > 0 && wiring.groups_are_runs()) {
    for (int group = 0; group <= wiring.groups(); ++group)
      firsts.push_back(wiring.first_of_group(group));
    return firsts;
  }
  constexpr int kRouters = 32;
  for (int router = 0; router < wiring.routers(); router += kRouters) firsts.push_back(router);
  firsts.push_back(wiring.routers());
  return firsts;
}

/// Terminals of the group that has most, at least 1.
int most_terminals(const Wiring& wiring, const std::vector<int>& firsts) {
  int most = 1;
  for (std::size_t group = 0; group + 1 < firsts.size(); ++group)
    most = std::max(
        most, wiring.first_terminal(firsts[group + 1]) - wiring.first_terminal(firsts[group]));
  return most;
}

}  // namespace

RouterNetwork::RouterNetwork(const Fabric& fabric, const Configuration& config,
                             const RouterShape& shape, const RouterFactory& make_router,
                             Terminals& terminals, std::span<SimulationPlace> places)
    : wiring_(fabric.wiring),
      terminals_(terminals),
      buffer_depth_(config.router.buffer_depth),
      shape_(shape),
      first_routers_(divide(wiring_)),
      router_layout_(shape.ports, shape.vc_bits, shape.flit_words, wiring_.longest_latency()),
      bank_layout_(most_terminals(wiring_, first_routers_), shape.vc_bits, shape.flit_words,
                   wiring_.longest_latency()),
      oracles_(first_routers_.size() - 1) {
  std::vector<int> first_terminals;
  for (const int router : first_routers_) first_terminals.push_back(wiring_.first_terminal(router));
  // A lane for each group, whichever thread it will be in: handles must not depend on that.
  terminals.divide(first_terminals);
  for (std::size_t group = 0; group < oracles_.size(); ++group) {
    const int first = first_terminals[group];
    banks_.emplace_back(clock_, terminals, static_cast<int>(group), first,
                        first_terminals[group + 1] - first, bank_layout_);
  }
  divide_regions(places.size());
  for (int number = 0; number < wiring_.routers(); ++number)
    routers_.emplace_back(clock_, number, make_router(number, region_number(number)), shape_,
                          router_layout_);
  if (fabric.routes->needs().oracle)
    for (std::size_t group = 0; group < oracles_.size(); ++group)
      connect_oracle(group, fabric.routes->design().published.count);
  make_regions(places);
  connect();
}

/// `published`: the occupancies that each router of the group publishes, for the group to look at.
void RouterNetwork::connect_oracle(std::size_t group, int published) {
  // Routers read whole 64-bit words; the lanes that fill the last one stay 0.
  constexpr std::size_t kLanesInWord = 4;
  const std::size_t lanes = (static_cast<std::size_t>(shape_.oracle_lanes) + kLanesInWord - 1) /
                            kLanesInWord * kLanesInWord;
  std::vector<std::uint16_t>& oracle = oracles_[group];
  oracle.assign(2 * lanes, 0);
  const int first = first_routers_[group];
  for (int number = first; number < first_routers_[group + 1]; ++number)
    router(number).connect_oracle(oracle.data(), oracle.data() + lanes,
                                  (number - first) * published);
}

std::size_t RouterNetwork::group_of(int router) const {
  const auto after = std::upper_bound(first_routers_.begin(), first_routers_.end(), router);
  return static_cast<std::size_t>(after - first_routers_.begin()) - 1;
}

DelayClass RouterNetwork::delay_class(const WheelLayout& layout, int latency) {
  const auto found = std::find_if(delays_.begin(), delays_.end(), [&](const Delay& delay) {
    return delay.layout == &layout && delay.latency == latency;
  });
  if (found == delays_.end()) {
    if (delays_.size() > std::numeric_limits<DelayClass>::max())
      throw InputError("the channels of the network have too many different latencies");
    delays_.push_back({&layout, latency});
    return static_cast<DelayClass>(delays_.size() - 1);
  }
  return static_cast<DelayClass>(found - delays_.begin());
}

/// Equal numbers of routers, in the order of their numbers: groups mostly stay together.
void RouterNetwork::divide_regions(std::size_t places) {
  const auto routers = static_cast<std::size_t>(wiring_.routers());
  const std::size_t count = std::clamp<std::size_t>(places, 1, std::max<std::size_t>(1, routers));
  for (std::size_t region = 0; region < count; ++region)
    first_of_region_.push_back(static_cast<int>(routers * region / count));
}

/// A bank of terminals is where the first router of its group is.
void RouterNetwork::make_regions(std::span<SimulationPlace> places) {
  const std::size_t count = first_of_region_.size();
  for (std::size_t region = 0; region < count; ++region)
    regions_.push_back(std::make_unique<RouterRegion>(clock_, places[region], region, count));
  for (int number = 0; number < wiring_.routers(); ++number) {
    RouterRegion& region = region_of(number);
    if (const std::size_t group = group_of(number); number == first_routers_[group])
      region.add(banks_[group]);
    region.add(router(number));
  }
  if (count > 1) team_.emplace(static_cast<int>(count));
}

std::size_t RouterNetwork::region_number(int router) const {
  const auto after = std::upper_bound(first_of_region_.begin(), first_of_region_.end(), router);
  return static_cast<std::size_t>(after - first_of_region_.begin()) - 1;
}

void RouterNetwork::connect() {
  for (int router = 0; router < wiring_.routers(); ++router) connect_router(router);
  for (int terminal = 0; terminal < wiring_.terminals(); ++terminal) connect_terminal(terminal);
  clock_.sending.resize(delays_.size());
}

void RouterNetwork::connect_router(int number) {
  RouterRegion& region = region_of(number);
  for (int port = 0; port < wiring_.ports(number); ++port) {
    const Peer to = wiring_.output(number, port), from = wiring_.input(number, port);
    if (to.connected())
      router(number).connect(port, outlet_to(region, to, wiring_.output_latency(number, port)));
    if (wiring_.directed() && from.connected()) {
      router(number).connect_credits(port,
                                     outlet_to(region, from, wiring_.input_latency(number, port)));
    }
  }
}

void RouterNetwork::connect_terminal(int terminal) {
  const PortPlace in = wiring_.injection(terminal), out = wiring_.ejection(terminal);
  const std::size_t group = group_of(in.router);
  RouterRegion& region = region_of(first_routers_[group]);
  banks_[group].connect(terminal - wiring_.first_terminal(first_routers_[group]),
                        outlet_to(region, in, wiring_.input_latency(in.router, in.port)),
                        outlet_to(region, out, wiring_.output_latency(out.router, out.port)));
}

Outlet RouterNetwork::outlet_to(RouterRegion& from, const PortPlace& place, int latency) {
  const Outlet outlet =
      router(place.router).wheel().outlet(place.port, delay_class(router_layout_, latency));
  return from.outlet(outlet, region_of(place.router));
}

/// Where a port's peer receives, and so takes credits, by a channel of some latency.
Outlet RouterNetwork::outlet_to(RouterRegion& from, const Peer& peer, int latency) {
  if (peer.kind == PeerKind::kRouter)
    return outlet_to(from, PortPlace{peer.router, peer.port}, latency);
  // Terminals belong to the group of the router that they send to.
  const std::size_t group = group_of(wiring_.injection(peer.terminal).router);
  const int index = peer.terminal - wiring_.first_terminal(first_routers_[group]);
  const Outlet outlet = banks_[group].wheel().outlet(index, delay_class(bank_layout_, latency));
  return from.outlet(outlet, region_of(first_routers_[group]));
}

/// Where in the wheels what is sent in this cycle has to be put.
void RouterNetwork::turn_wheels() {
  for (std::size_t number = 0; number < delays_.size(); ++number)
    clock_.sending[number] = delays_[number].layout->slot(clock_.cycle + delays_[number].latency);
}

bool RouterNetwork::cycle(std::int64_t now) {
  clock_.cycle = now;
  turn_wheels();
  if (team_) {
    team_->run(
        [this](int member) { regions_[static_cast<std::size_t>(member)]->take_turns(regions_); });
  } else {
    regions_.front()->take_turns(regions_);
  }
  return std::all_of(regions_.begin(), regions_.end(),
                     [](const auto& region) { return region->failure() == nullptr; });
}

RouterNetwork::Failure RouterNetwork::failure() const {
  for (const auto& region : regions_)
    if (region->failure()) return {region->failure(), region->failed_router()};
  return {};
}

std::uint64_t RouterNetwork::moved() const {
  std::uint64_t sum = 0;
  for (const auto& region : regions_) sum += region->moved();
  return sum;
}

std::vector<std::int64_t> RouterNetwork::flits_sent() {
  std::vector<std::int64_t> flits(static_cast<std::size_t>(wiring_.all_ports()));
  for (int number = 0; number < wiring_.routers(); ++number) {
    for (int port = 0; port < wiring_.ports(number); ++port) {
      for (int vc = 0; vc < shape_.stride(); ++vc)
        flits[static_cast<std::size_t>(wiring_.index(number, port))] +=
            router(number).sent((port << shape_.vc_bits) + vc);
    }
  }
  return flits;
}

std::string RouterNetwork::describe_blocked() {
  return describe_blocked_routers(*this, terminals_, buffer_depth_);
}

}  // namespace dragonfly
