#include "models/wiring/wiring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "models/common/error.hpp"

namespace dragonfly {
namespace {

/// Ports, and terminals, are numbered with 32 bits and a sign, and a few numbers mean something
/// else.
constexpr std::int64_t kMostPorts = std::numeric_limits<std::int32_t>::max() - 2;
constexpr int kMostClasses = Wiring::kNoClass;
constexpr int kLongestLatency = std::numeric_limits<std::uint16_t>::max();

std::string name_of(PortPlace place) {
  return fmt::format("port {} of router {}", place.port, place.router);
}

}  // namespace

Peer Wiring::peer(std::int32_t code) const {
  Peer peer;
  if (code == kNowhere) return peer;
  if (code <= kTerminals) {
    peer.kind = PeerKind::kTerminal;
    peer.terminal = kTerminals - code;
    return peer;
  }
  peer.kind = PeerKind::kRouter;
  // Most networks have routers of one size.
  const std::int64_t guess = code / most_ports_;
  const auto begin = first_port_.begin();
  const bool hit = first_port_[static_cast<std::size_t>(guess)] <= code &&
                   code < first_port_[static_cast<std::size_t>(guess) + 1];
  const auto after = hit ? begin + guess + 1 : std::upper_bound(begin, first_port_.end(), code);
  peer.router = static_cast<int>(after - begin) - 1;
  peer.port = static_cast<int>(code - *(after - 1));
  return peer;
}

int Wiring::find_class(std::string_view name) const {
  const auto found = std::find_if(classes_.begin(), classes_.end(),
                                  [&](const ChannelClass& c) { return c.name == name; });
  return found == classes_.end() ? -1 : static_cast<int>(found - classes_.begin());
}

WiringBuilder::WiringBuilder(std::string family, const std::vector<int>& ports) {
  wiring_.family_ = std::move(family);
  wiring_.first_port_.reserve(ports.size() + 1);
  wiring_.first_port_.push_back(0);
  for (const int count : ports) {
    wiring_.first_port_.push_back(wiring_.first_port_.back() + count);
    wiring_.most_ports_ = std::max(wiring_.most_ports_, count);
  }
  const std::int64_t all = wiring_.all_ports();
  if (all > kMostPorts)
    throw InputError(
        fmt::format("the network has {} ports; at most {} are possible", all, kMostPorts));
  const auto size = static_cast<std::size_t>(all);
  wiring_.out_.assign(size, Wiring::kNowhere);
  wiring_.in_.assign(size, Wiring::kNowhere);
  wiring_.class_.assign(size, Wiring::kNoClass);
  wiring_.in_class_.assign(size, Wiring::kNoClass);
  wiring_.latency_.assign(size, 0);
  wiring_.in_latency_.assign(size, 0);
}

int WiringBuilder::add_class(std::string name, int latency) {
  if (latency < 1 || latency > kLongestLatency)
    throw InputError(fmt::format("channels of class {}: a latency of {} cycles; use 1 to {}", name,
                                 latency, kLongestLatency));
  if (wiring_.classes_.size() == static_cast<std::size_t>(kMostClasses))
    throw InputError(fmt::format("the network has more than {} classes of channels", kMostClasses));
  wiring_.classes_.push_back({std::move(name), latency});
  return static_cast<int>(wiring_.classes_.size()) - 1;
}

std::size_t WiringBuilder::checked(PortPlace place) const {
  if (place.router < 0 || place.router >= wiring_.routers() || place.port < 0 ||
      place.port >= wiring_.ports(place.router))
    throw InputError(name_of(place) + " is not there");
  return wiring_.flat(place.router, place.port);
}

int WiringBuilder::latency_of(int channel_class, int latency) const {
  if (latency < 0 || latency > kLongestLatency)
    throw InputError(
        fmt::format("a channel has a latency of {} cycles; use 1 to {}", latency, kLongestLatency));
  return latency > 0 ? latency
                     : wiring_.classes_.at(static_cast<std::size_t>(channel_class)).latency;
}

void WiringBuilder::put_output(PortPlace place, std::int32_t peer, int channel_class, int latency) {
  const std::size_t port = checked(place);
  if (wiring_.out_[port] != Wiring::kNowhere)
    throw InputError("the output of " + name_of(place) + " has two channels");
  wiring_.out_[port] = peer;
  wiring_.class_[port] = static_cast<std::uint8_t>(channel_class);
  wiring_.latency_[port] = static_cast<std::uint16_t>(latency);
  wiring_.longest_latency_ = std::max(wiring_.longest_latency_, latency);
}

void WiringBuilder::put_input(PortPlace place, std::int32_t peer, int channel_class, int latency) {
  const std::size_t port = checked(place);
  if (wiring_.in_[port] != Wiring::kNowhere)
    throw InputError("the input of " + name_of(place) + " has two channels");
  wiring_.in_[port] = peer;
  wiring_.in_class_[port] = static_cast<std::uint8_t>(channel_class);
  wiring_.in_latency_[port] = static_cast<std::uint16_t>(latency);
  wiring_.longest_latency_ = std::max(wiring_.longest_latency_, latency);
}

void WiringBuilder::connect(PortPlace one, PortPlace other, int channel_class, int latency) {
  connect_one_way(one, other, channel_class, latency);
  if (one != other) connect_one_way(other, one, channel_class, latency);
}

void WiringBuilder::connect_one_way(PortPlace from, PortPlace to, int channel_class, int latency) {
  const int cycles = latency_of(channel_class, latency);
  put_output(from, static_cast<std::int32_t>(checked(to)), channel_class, cycles);
  put_input(to, static_cast<std::int32_t>(checked(from)), channel_class, cycles);
}

int WiringBuilder::attach(PortPlace place, int channel_class, int latency) {
  return attach(place, place, channel_class, latency);
}

int WiringBuilder::attach(PortPlace injection, PortPlace ejection, int channel_class, int latency) {
  const auto terminal = static_cast<int>(wiring_.injection_.size());
  const int cycles = latency_of(channel_class, latency);
  put_input(injection, Wiring::kTerminals - terminal, channel_class, cycles);
  put_output(ejection, Wiring::kTerminals - terminal, channel_class, cycles);
  wiring_.injection_.push_back(injection);
  wiring_.ejection_.push_back(ejection);
  return terminal;
}

void WiringBuilder::find_terminals() {
  Wiring& w = wiring_;
  w.first_terminal_.assign(static_cast<std::size_t>(w.routers()) + 1, 0);
  int last = 0;
  for (const PortPlace& place : w.injection_) {
    if (place.router < last)
      throw InputError(
          fmt::format("terminals must be numbered router by router: one at router {} "
                      "comes after one at router {}",
                      place.router, last));
    last = place.router;
    ++w.first_terminal_[static_cast<std::size_t>(place.router) + 1];
  }
  for (std::size_t router = 1; router < w.first_terminal_.size(); ++router)
    w.first_terminal_[router] += w.first_terminal_[router - 1];
}

void WiringBuilder::find_groups() {
  Wiring& w = wiring_;
  if (w.group_.empty()) return;
  if (w.group_.size() != static_cast<std::size_t>(w.routers()))
    throw InputError(fmt::format("{} routers have groups, of {}", w.group_.size(), w.routers()));
  for (std::size_t router = 0; router < w.group_.size(); ++router) {
    const int group = w.group_[router];
    if (group == w.groups_) {
      w.first_of_group_.push_back(static_cast<int>(router));
      ++w.groups_;
    } else if (group != w.groups_ - 1) {
      throw InputError(
          fmt::format("router {} is in group {}: groups are numbered from 0, and the "
                      "routers of a group follow each other",
                      router, group));
    }
  }
  w.first_of_group_.push_back(w.routers());
}

Wiring WiringBuilder::build() {
  Wiring& w = wiring_;
  find_terminals();
  find_groups();
  // That the latencies differ where peers are the same is possible in theory only.
  w.directed_ = w.in_ != w.out_ || w.in_latency_ != w.latency_ || w.in_class_ != w.class_;
  if (!w.directed_) {
    w.in_ = {};
    w.in_class_ = {};
    w.in_latency_ = {};
    w.ejection_ = {};
  }
  Wiring built = std::move(wiring_);
  wiring_ = Wiring();
  return built;
}

}  // namespace dragonfly
