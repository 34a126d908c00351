// SPDX-License-Identifier: Apache-2.0
// The wiring of a network: which port of which router leads to which port of which other, or to a
// terminal. All that anybody needs to know of a network, but where packets go in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dragonfly {

/// What a port leads to, or what leads to it.
enum class PeerKind : std::uint8_t { kNothing, kRouter, kTerminal };

/// The other end of a channel.
struct Peer {
  PeerKind kind = PeerKind::kNothing;
  int router = -1;    ///< kRouter
  int port = -1;      ///< kRouter: of that router
  int terminal = -1;  ///< kTerminal

  [[nodiscard]] bool connected() const { return kind != PeerKind::kNothing; }
  bool operator==(const Peer&) const = default;
};

/// A port of a router.
struct PortPlace {
  int router = -1, port = -1;
  bool operator==(const PortPlace&) const = default;
};

/// Channels that have something in common: "terminal", "local", "global", "dimension 1".
struct ChannelClass {
  std::string name;
  int latency = 1;   ///< cycles from an output register to the next input register, >= 1
  int interval = 1;  ///< cycles in which a channel takes one flit at most, 1 .. 255
  bool operator==(const ChannelClass&) const = default;
};

/// The routers that look alike from `router`: symmetries of the network map them onto it, so what
/// is measured from it holds for `count` routers, itself included.
struct Orbit {
  int router = 0;
  std::int64_t count = 1;
};

/// Routers and terminals are numbered from 0, the ports of each router too. Every port has an
/// output end and an input end; where channels are directed (a butterfly) the two lead to different
/// places. The terminals that inject at a router have successive numbers, ascending with the
/// router.
class Wiring {
 public:
  [[nodiscard]] const std::string& family() const { return family_; }
  [[nodiscard]] int routers() const { return static_cast<int>(first_port_.size()) - 1; }
  [[nodiscard]] int terminals() const { return static_cast<int>(injection_.size()); }

  [[nodiscard]] int ports(int router) const {
    return static_cast<int>(first_port_[at(router) + 1] - first_port_[at(router)]);
  }
  /// Of the router that has most.
  [[nodiscard]] int most_ports() const { return most_ports_; }
  /// Ports of all routers together.
  [[nodiscard]] std::int64_t all_ports() const { return first_port_.back(); }
  /// Number of a port among those of all routers, which are counted through router by router.
  [[nodiscard]] std::int64_t index(int router, int port) const {
    return first_port_[at(router)] + port;
  }

  /// Where what a router sends on a port arrives.
  [[nodiscard]] Peer output(int router, int port) const { return peer(out_[flat(router, port)]); }
  /// The index of the port where it arrives; -1 if that is no router.
  [[nodiscard]] std::int64_t output_index(int router, int port) const {
    const std::int32_t code = out_[flat(router, port)];
    return code < 0 ? -1 : code;
  }
  /// The router that has the port of an index.
  [[nodiscard]] int router_of(std::int64_t index) const {
    // Most networks have routers of one size.
    const auto guess = static_cast<std::uint32_t>(index) / static_cast<std::uint32_t>(most_ports_);
    if (first_port_[guess] <= index && index < first_port_[std::size_t{guess} + 1])
      return static_cast<int>(guess);
    return searched_router_of(index);
  }
  /// Where what arrives at a router on a port was sent.
  [[nodiscard]] Peer input(int router, int port) const {
    return peer((directed_ ? in_ : out_)[flat(router, port)]);
  }
  /// Class of the channel that leaves on a port, as a number in classes(); kNoClass if there is
  /// none.
  [[nodiscard]] int output_class(int router, int port) const { return class_[flat(router, port)]; }
  /// Class of the channel that arrives on it.
  [[nodiscard]] int input_class(int router, int port) const {
    return (directed_ ? in_class_ : class_)[flat(router, port)];
  }
  static constexpr int kNoClass = 255;
  /// In place of the number of a class: all of those between routers.
  static constexpr int kAllClasses = -1;

  /// Cycles from the output register of a port to the next input register; 0 if it leads nowhere.
  [[nodiscard]] int output_latency(int router, int port) const {
    return latency(class_, latency_, flat(router, port));
  }
  /// The same for what arrives on the port.
  [[nodiscard]] int input_latency(int router, int port) const {
    return directed_ ? latency(in_class_, in_latency_, flat(router, port))
                     : output_latency(router, port);
  }
  [[nodiscard]] int longest_latency() const { return longest_latency_; }
  /// Gives a class another latency, and with it the channels that have that of their class.
  /// Throws InputError for a latency that is not possible.
  void set_latency(int channel_class, int latency);

  /// Cycles in which the channel that leaves on a port takes one flit at most; 1 if there is none.
  [[nodiscard]] int output_interval(int router, int port) const {
    return class_interval(output_class(router, port));
  }
  /// The same for what arrives on the port.
  [[nodiscard]] int input_interval(int router, int port) const {
    return class_interval(input_class(router, port));
  }
  [[nodiscard]] int longest_interval() const;
  /// Whether some channels do not take a flit in each cycle.
  [[nodiscard]] bool has_slow_channels() const { return longest_interval() > 1; }
  /// Gives the channels of a class another interval. Files of wirings do not have it. Throws
  /// InputError for one that is not possible.
  void set_interval(int channel_class, int interval);

  /// Where the flits of a terminal enter the network, and where those for it leave it.
  [[nodiscard]] PortPlace injection(int terminal) const { return injection_[at(terminal)]; }
  [[nodiscard]] PortPlace ejection(int terminal) const {
    return (ejection_.empty() ? injection_ : ejection_)[at(terminal)];
  }
  /// The first terminal that injects at a router, and how many do. That of `routers()` is the
  /// number of terminals.
  [[nodiscard]] int first_terminal(int router) const { return first_terminal_[at(router)]; }
  [[nodiscard]] int terminals_of(int router) const {
    return first_terminal_[at(router) + 1] - first_terminal_[at(router)];
  }

  [[nodiscard]] const std::vector<ChannelClass>& classes() const { return classes_; }
  /// The number of the class of that name; -1 if there is none.
  [[nodiscard]] int find_class(std::string_view name) const;
  /// Whether channels are taken as one way each, as where some port's output end and input end
  /// lead to different places.
  [[nodiscard]] bool directed() const { return directed_; }

  /// Groups, or packaging units, of routers; 0 if there are none.
  [[nodiscard]] int groups() const { return groups_; }
  /// The group of a router; 0 without groups.
  [[nodiscard]] int group(int router) const { return group_.empty() ? 0 : group_[at(router)]; }
  /// Whether the routers of a group have successive numbers, ascending with the group. The routers
  /// of a subtree of a folded Clos have not.
  [[nodiscard]] bool groups_are_runs() const { return index_in_group_.empty(); }
  /// Number of a router among those of its group, in ascending order.
  [[nodiscard]] int index_in_group(int router) const {
    if (group_.empty()) return router;
    return groups_are_runs() ? router - first_of_group_[at(group(router))]
                             : index_in_group_[at(router)];
  }
  /// The first router of a group; with `groups()`, the number of routers.
  [[nodiscard]] int first_of_group(int group) const { return first_of_group_[at(group)]; }

  /// Routers in each dimension of a grid, numbered with the first dimension fastest; empty: not a
  /// grid. The channels along dimension d have the d-th class of those between routers.
  [[nodiscard]] const std::vector<int>& dimensions() const { return dimensions_; }
  /// What routers with terminals look alike; empty: unknown.
  [[nodiscard]] const std::vector<Orbit>& orbits() const { return orbits_; }
  /// Whether symmetries map any channel of a class onto any other of it, one way or the other.
  /// Needs orbits. False: unknown.
  [[nodiscard]] bool channels_alike() const { return channels_alike_; }

  /// Whether two networks are the same, number by number. What is known of their symmetries does
  /// not count: it follows from the rest.
  bool operator==(const Wiring& other) const;

 private:
  friend class WiringBuilder;

  // A peer as one number: kNowhere, a port by its index, or a terminal as kTerminals - its number.
  static constexpr std::int32_t kNowhere = -1, kTerminals = -2;

  Wiring() = default;
  static std::size_t at(int number) { return static_cast<std::size_t>(number); }
  [[nodiscard]] std::size_t flat(int router, int port) const {
    return static_cast<std::size_t>(index(router, port));
  }
  [[nodiscard]] Peer peer(std::int32_t code) const;
  [[nodiscard]] int searched_router_of(std::int64_t index) const;
  [[nodiscard]] int latency(const std::vector<std::uint8_t>& classes,
                            const std::vector<std::uint16_t>& latencies, std::size_t port) const {
    return latencies.empty() ? class_latency(classes[port]) : latencies[port];
  }
  [[nodiscard]] int class_latency(std::uint8_t channel_class) const {
    return channel_class == kNoClass ? 0 : classes_[channel_class].latency;
  }
  [[nodiscard]] int class_interval(int channel_class) const {
    return channel_class == kNoClass ? 1 : classes_[at(channel_class)].interval;
  }

  std::string family_;
  std::vector<std::int64_t> first_port_;  ///< [router]; the last element counts all
  // [port index]; those of input ends only if the wiring is directed, else they are the same.
  std::vector<std::int32_t> out_, in_;               ///< peers
  std::vector<std::uint8_t> class_, in_class_;       ///< classes
  std::vector<std::uint16_t> latency_, in_latency_;  ///< empty: all have that of their class
  std::vector<PortPlace> injection_, ejection_;      ///< [terminal]; ejection_ only if directed
  std::vector<int> first_terminal_;                  ///< [router]; the last element counts all
  std::vector<ChannelClass> classes_;
  std::vector<int> group_, first_of_group_;
  std::vector<int> index_in_group_;  ///< [router]; empty if groups are runs
  std::vector<int> dimensions_;
  std::vector<Orbit> orbits_;
  bool channels_alike_ = false, directed_ = false;
  int groups_ = 0, most_ports_ = 0, longest_latency_ = 1;
};

/// Puts a wiring together, port by port. A port takes 5 bytes, twice that where channels are one
/// way, and 2 more where latencies differ within a class.
class WiringBuilder {
 public:
  /// `ports`: of each router. Throws InputError for more than 2^31 - 3 in all.
  WiringBuilder(std::string family, const std::vector<int>& ports);

  /// The number of the new class. Throws InputError for a latency below 1.
  int add_class(std::string name, int latency = 1);

  /// Joins two ports, both ways. `latency` 0: that of the class. Throws InputError for a port that
  /// is not there or is taken.
  void connect(PortPlace one, PortPlace other, int channel_class, int latency = 0);
  /// From the output end of one port to the input end of the other.
  void connect_one_way(PortPlace from, PortPlace to, int channel_class, int latency = 0);

  /// The next terminal injects and ejects at a port. Returns its number.
  int attach(PortPlace place, int channel_class, int latency = 0);
  /// The next terminal injects at one port, and flits for it leave by another.
  int attach(PortPlace injection, PortPlace ejection, int channel_class, int latency = 0);

  /// Channels are one way each, also if they happen to join the same ports in pairs.
  void set_directed() { one_way_is_meant_ = true; }
  /// `group`: of each router, from 0, each with a router or more.
  void set_groups(std::vector<int> group) { wiring_.group_ = std::move(group); }
  void set_dimensions(std::vector<int> sizes) { wiring_.dimensions_ = std::move(sizes); }
  void set_symmetry(std::vector<Orbit> orbits, bool channels_alike) {
    wiring_.orbits_ = std::move(orbits);
    wiring_.channels_alike_ = channels_alike;
  }

  /// The wiring. Throws InputError if terminals were not attached router by router, or a group has
  /// no routers. The builder is empty afterwards.
  [[nodiscard]] Wiring build();

 private:
  [[nodiscard]] std::size_t checked(PortPlace place) const;
  [[nodiscard]] std::size_t free_output(PortPlace place) const;
  [[nodiscard]] std::size_t free_input(PortPlace place) const;
  [[nodiscard]] int latency_of(int channel_class, int latency) const;
  void put_output(std::size_t port, std::int32_t peer, int channel_class, int latency);
  void put_input(std::size_t port, std::int32_t peer, int channel_class, int latency);
  void put_latency(const std::vector<std::uint8_t>& classes, std::vector<std::uint16_t>& latencies,
                   std::size_t port, int latency);
  void allow_one_way();
  void find_groups();
  void find_terminals();

  Wiring wiring_;
  bool one_way_ = false;  ///< input ends are kept apart from output ends
  bool one_way_is_meant_ = false;
};

}  // namespace dragonfly
