// SPDX-License-Identifier: Apache-2.0
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
constexpr int kLongestInterval = 255;  // of a register's 8 bits

[[noreturn, gnu::cold]] void refuse(PortPlace place, const char* why) {
  throw InputError(fmt::format("port {} of router {}{}", place.port, place.router, why));
}

void check_latency(const std::string& channel_class, int latency) {
  if (latency < 1 || latency > kLongestLatency)
    throw InputError(fmt::format("channels of class {}: a latency of {} cycles; use 1 to {}",
                                 channel_class, latency, kLongestLatency));
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
  peer.router = router_of(code);
  peer.port = static_cast<int>(code - first_port_[at(peer.router)]);
  return peer;
}

int Wiring::searched_router_of(std::int64_t index) const {
  const auto after = std::upper_bound(first_port_.begin(), first_port_.end(), index);
  return static_cast<int>(after - first_port_.begin()) - 1;
}

int Wiring::find_class(std::string_view name) const {
  const auto found = std::find_if(classes_.begin(), classes_.end(),
                                  [&](const ChannelClass& c) { return c.name == name; });
  return found == classes_.end() ? -1 : static_cast<int>(found - classes_.begin());
}

void Wiring::set_latency(int channel_class, int latency) {
  ChannelClass& changed = classes_.at(at(channel_class));
  check_latency(changed.name, latency);
  const int before = changed.latency;
  if (latency == before) return;
  changed.latency = latency;
  const auto change = [&](const std::vector<std::uint8_t>& classes,
                          std::vector<std::uint16_t>& latencies) {
    bool differ = false;
    for (std::size_t port = 0; port < latencies.size(); ++port) {
      if (classes[port] == channel_class && latencies[port] == before)
        latencies[port] = static_cast<std::uint16_t>(latency);
      differ |= latencies[port] != class_latency(classes[port]);
    }
    if (!differ) latencies.clear();
  };
  change(class_, latency_);
  change(in_class_, in_latency_);
  longest_latency_ = 1;
  for (std::size_t port = 0; port < out_.size(); ++port)
    longest_latency_ = std::max(longest_latency_, this->latency(class_, latency_, port));
}

int Wiring::longest_interval() const {
  int longest = 1;
  for (const ChannelClass& c : classes_) longest = std::max(longest, c.interval);
  return longest;
}

void Wiring::set_interval(int channel_class, int interval) {
  ChannelClass& changed = classes_.at(at(channel_class));
  if (interval < 1 || interval > kLongestInterval)
    throw InputError(fmt::format("channels of class {}: an interval of {} cycles; use 1 to {}",
                                 changed.name, interval, kLongestInterval));
  changed.interval = interval;
}

bool Wiring::operator==(const Wiring& other) const {
  return family_ == other.family_ && first_port_ == other.first_port_ && out_ == other.out_ &&
         in_ == other.in_ && class_ == other.class_ && in_class_ == other.in_class_ &&
         latency_ == other.latency_ && in_latency_ == other.in_latency_ &&
         injection_ == other.injection_ && ejection_ == other.ejection_ &&
         classes_ == other.classes_ && group_ == other.group_ && dimensions_ == other.dimensions_ &&
         directed_ == other.directed_;
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
  wiring_.class_.assign(size, Wiring::kNoClass);
}

int WiringBuilder::add_class(std::string name, int latency) {
  check_latency(name, latency);
  if (wiring_.classes_.size() == static_cast<std::size_t>(kMostClasses))
    throw InputError(fmt::format("the network has more than {} classes of channels", kMostClasses));
  wiring_.classes_.push_back({.name = std::move(name), .latency = latency});
  return static_cast<int>(wiring_.classes_.size()) - 1;
}

// Networks of many million channels must get through these fast, so what fails stands apart.

[[gnu::always_inline]] inline std::size_t WiringBuilder::checked(PortPlace place) const {
  const bool there = place.router >= 0 && place.router < wiring_.routers() && place.port >= 0 &&
                     place.port < wiring_.ports(place.router);
  if (!there) refuse(place, " is not there");
  return wiring_.flat(place.router, place.port);
}

[[gnu::always_inline]] inline std::size_t WiringBuilder::free_output(PortPlace place) const {
  const std::size_t port = checked(place);
  if (wiring_.out_[port] != Wiring::kNowhere) refuse(place, ": its output has two channels");
  return port;
}

[[gnu::always_inline]] inline std::size_t WiringBuilder::free_input(PortPlace place) const {
  const std::size_t port = checked(place);
  if ((one_way_ ? wiring_.in_ : wiring_.out_)[port] != Wiring::kNowhere)
    refuse(place, ": its input has two channels");
  return port;
}

[[gnu::always_inline]] inline int WiringBuilder::latency_of(int channel_class, int latency) const {
  if (latency == 0) return wiring_.classes_.at(static_cast<std::size_t>(channel_class)).latency;
  if (latency < 0 || latency > kLongestLatency)
    throw InputError(
        fmt::format("a channel has a latency of {} cycles; use 1 to {}", latency, kLongestLatency));
  return latency;
}

void WiringBuilder::put_latency(const std::vector<std::uint8_t>& classes,
                                std::vector<std::uint16_t>& latencies, std::size_t port,
                                int latency) {
  wiring_.longest_latency_ = std::max(wiring_.longest_latency_, latency);
  if (latencies.empty()) {
    if (latency == wiring_.classes_[classes[port]].latency) return;
    latencies.resize(classes.size());
    for (std::size_t i = 0; i < classes.size(); ++i)
      latencies[i] = static_cast<std::uint16_t>(wiring_.class_latency(classes[i]));
  }
  latencies[port] = static_cast<std::uint16_t>(latency);
}

void WiringBuilder::put_output(std::size_t port, std::int32_t peer, int channel_class,
                               int latency) {
  wiring_.out_[port] = peer;
  wiring_.class_[port] = static_cast<std::uint8_t>(channel_class);
  put_latency(wiring_.class_, wiring_.latency_, port, latency);
}

void WiringBuilder::put_input(std::size_t port, std::int32_t peer, int channel_class, int latency) {
  if (!one_way_) return;
  wiring_.in_[port] = peer;
  wiring_.in_class_[port] = static_cast<std::uint8_t>(channel_class);
  put_latency(wiring_.in_class_, wiring_.in_latency_, port, latency);
}

void WiringBuilder::allow_one_way() {
  if (one_way_) return;
  one_way_ = true;
  wiring_.in_ = wiring_.out_;
  wiring_.in_class_ = wiring_.class_;
  wiring_.in_latency_ = wiring_.latency_;
  wiring_.ejection_ = wiring_.injection_;
}

void WiringBuilder::connect(PortPlace one, PortPlace other, int channel_class, int latency) {
  const int cycles = latency_of(channel_class, latency);
  const auto channel = static_cast<std::uint8_t>(channel_class);
  const std::size_t near = free_output(one), far = free_output(other);
  // The usual case.
  if (!one_way_ && wiring_.latency_.empty() && cycles == wiring_.class_latency(channel)) {
    wiring_.out_[near] = static_cast<std::int32_t>(far);
    wiring_.out_[far] = static_cast<std::int32_t>(near);
    wiring_.class_[near] = wiring_.class_[far] = channel;
    wiring_.longest_latency_ = std::max(wiring_.longest_latency_, cycles);
    return;
  }
  if (one_way_) {
    static_cast<void>(free_input(one));
    static_cast<void>(free_input(other));
  }
  for (const auto& [port, peer] : {std::pair(near, far), std::pair(far, near)}) {
    put_output(port, static_cast<std::int32_t>(peer), channel_class, cycles);
    put_input(port, static_cast<std::int32_t>(peer), channel_class, cycles);
  }
}

void WiringBuilder::connect_one_way(PortPlace from, PortPlace to, int channel_class, int latency) {
  allow_one_way();
  const int cycles = latency_of(channel_class, latency);
  const std::size_t near = free_output(from), far = free_input(to);
  put_output(near, static_cast<std::int32_t>(far), channel_class, cycles);
  put_input(far, static_cast<std::int32_t>(near), channel_class, cycles);
}

int WiringBuilder::attach(PortPlace place, int channel_class, int latency) {
  return attach(place, place, channel_class, latency);
}

int WiringBuilder::attach(PortPlace injection, PortPlace ejection, int channel_class, int latency) {
  if (injection != ejection) allow_one_way();
  const auto terminal = static_cast<int>(wiring_.injection_.size());
  const int cycles = latency_of(channel_class, latency);
  const std::size_t in = free_input(injection), out = free_output(ejection);
  put_input(in, Wiring::kTerminals - terminal, channel_class, cycles);
  put_output(out, Wiring::kTerminals - terminal, channel_class, cycles);
  wiring_.injection_.push_back(injection);
  if (one_way_) wiring_.ejection_.push_back(ejection);
  return terminal;
}

void WiringBuilder::find_terminals() {
  Wiring& w = wiring_;
  w.first_terminal_.assign(static_cast<std::size_t>(w.routers()) + 1, 0);
  int last = 0;
  for (const PortPlace& place : w.injection_) {
    if (place.router < last) {
      throw InputError(
          fmt::format("terminals must be numbered router by router: one at router {} "
                      "comes after one at router {}",
                      place.router, last));
    }
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
  const auto [least, most] = std::minmax_element(w.group_.begin(), w.group_.end());
  if (*least < 0 || *most >= w.routers())
    throw InputError(fmt::format("a router is in group {}: groups are numbered from 0",
                                 *least < 0 ? *least : *most));
  w.groups_ = *most + 1;
  w.first_of_group_.assign(static_cast<std::size_t>(w.groups_), -1);
  for (int router = w.routers() - 1; router >= 0; --router)
    w.first_of_group_[static_cast<std::size_t>(w.group(router))] = router;
  for (std::size_t group = 0; group < w.first_of_group_.size(); ++group) {
    if (w.first_of_group_[group] < 0)
      throw InputError(
          fmt::format("group {} has no routers, and there is a group {}", group, *most));
  }
  w.first_of_group_.push_back(w.routers());
  if (std::is_sorted(w.group_.begin(), w.group_.end())) return;
  std::vector<int> found(static_cast<std::size_t>(w.groups_), 0);
  for (const int group : w.group_)
    w.index_in_group_.push_back(found[static_cast<std::size_t>(group)]++);
}

Wiring WiringBuilder::build() {
  Wiring& w = wiring_;
  find_terminals();
  find_groups();
  if (one_way_is_meant_) allow_one_way();
  // Channels one way may join the same ports in pairs.
  w.directed_ =
      one_way_is_meant_ ||
      (one_way_ && (w.in_ != w.out_ || w.in_latency_ != w.latency_ || w.in_class_ != w.class_));
  if (!w.directed_) {
    w.in_ = {};
    w.in_class_ = {};
    w.in_latency_ = {};
    w.ejection_ = {};
  }
  Wiring built = std::move(wiring_);
  wiring_ = Wiring();
  one_way_ = one_way_is_meant_ = false;
  return built;
}

}  // namespace dragonfly
