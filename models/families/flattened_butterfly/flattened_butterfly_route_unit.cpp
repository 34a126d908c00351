// SPDX-License-Identifier: Apache-2.0
#include "models/families/flattened_butterfly/flattened_butterfly_route_unit.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dragonfly {
namespace {

using Algorithm = FlattenedButterflyRouting;

/// The control registers of a router.
struct Registers {
  Algorithm algorithm = Algorithm::kMinAd;
  bool all_hops = false;
  std::int16_t threshold = 0;
  std::uint32_t my_node = 0;
};

Registers registers_from(std::span<const RegisterWrite> writes) {
  using namespace register_addresses;
  Registers registers;
  for (const RegisterWrite& entry : writes) {
    if (entry.address == kAlgorithm)
      registers.algorithm =
          static_cast<Algorithm>(written(ControlRegister::kAlgorithm, entry.data));
    if (entry.address == kFlags) registers.all_hops = kFlagsAllHops.of(entry.data) != 0;
    if (entry.address == kThreshold) registers.threshold = static_cast<std::int16_t>(entry.data);
    if (entry.address == flattened_butterfly_registers::kMyNode)
      registers.my_node = entry.data & 0xffff;
  }
  return registers;
}

/// The dimensions in which a node differs from another.
struct Differing {
  std::uint32_t dimensions = 0;  ///< a bit for each

  [[nodiscard]] bool any() const { return dimensions != 0; }
  [[nodiscard]] int count() const { return std::popcount(dimensions); }
  [[nodiscard]] int lowest() const { return std::countr_zero(dimensions); }
  [[nodiscard]] int highest() const { return 31 - std::countl_zero(dimensions); }
  /// Calls visit(d) for each, in ascending order.
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::uint32_t rest = dimensions; rest != 0; rest &= rest - 1)
      visit(std::countr_zero(rest));
  }
};

class FlattenedButterflyUnit final : public ArrivalRouteUnit {
 public:
  FlattenedButterflyUnit(FlattenedButterflyGrid grid, const HeaderFields& header, int vcs)
      : grid_(std::move(grid)),
        format_(header),
        vcs_(static_cast<unsigned>(vcs)),
        vc_bits_(static_cast<int>(std::bit_width(static_cast<unsigned>(vcs - 1)))) {
    for (int port = 0; port < grid_.ports(); ++port)
      dimension_of_port_.push_back(grid_.dimension_of(port));
  }

  void add_router(std::span<const RegisterWrite> writes) override {
    routers_.push_back(registers_from(writes));
  }
  [[nodiscard]] RoutingNeeds needs() const override { return {}; }

  [[nodiscard]] int most_candidates() const override { return 1 + std::max(1, grid_.dimensions()); }
  void set_candidates(std::span<const ArrivingHead> heads, SetCandidate* candidates,
                      std::uint8_t* counts) const override {
    for (const ArrivingHead& head : heads) {
      Question question(*this, head);
      *counts++ = static_cast<std::uint8_t>(question.answer(candidates));
      candidates += most_candidates();
    }
  }

 private:
  /// One head, in its router.
  class Question {
   public:
    Question(const FlattenedButterflyUnit& unit, const ArrivingHead& head)
        : unit_(unit),
          grid_(unit.grid_),
          at_(unit.routers_[head.router]),
          port_(static_cast<int>(head.input_vc >> unit.vc_bits_)),
          vc_(static_cast<int>(head.input_vc & ((1U << unit.vc_bits_) - 1))),
          random_(head.random),
          terminal_(unit.format_.terminal(unit.format_.destination(head.header))),
          destination_(unit.format_.node(unit.format_.destination(head.header))),
          mid_(unit.format_.mid(head.header)),
          nonmin_((head.header & FlitFormat::kNonmin) != 0),
          salt_(FlitFormat::salt(head.header)),
          to_destination_(differing(at_.my_node, destination_)) {}

    /// Writes the candidates, and returns their number.
    int answer(SetCandidate* candidates) {
      next_ = candidates;
      if (unit_.dimension_of_port_[static_cast<std::size_t>(port_)] < 0)
        from_terminal();
      else
        from_router();
      return static_cast<int>(next_ - candidates);
    }

   private:
    [[nodiscard]] Differing differing(std::uint32_t node, std::uint32_t other) const {
      Differing result;
      for (int d = 0; d < grid_.dimensions(); ++d)
        result.dimensions |= static_cast<std::uint32_t>(grid_.dimension(d).digit(node ^ other) != 0)
                             << d;
      return result;
    }
    [[nodiscard]] Differing from_here(std::uint32_t node) const {
      return differing(at_.my_node, node);
    }
    [[nodiscard]] std::uint8_t phase1() const {
      return at_.algorithm == Algorithm::kVal ? 1 : static_cast<std::uint8_t>(grid_.dimensions());
    }
    [[nodiscard]] bool has_phases() const {
      return at_.algorithm != Algorithm::kMinAd && at_.algorithm != Algorithm::kDor;
    }

    /// The next candidate, with an empty set and the lowest cost for its queue.
    SetCandidate& add(std::uint8_t vc, bool nonmin, std::uint32_t mid) {
      SetCandidate& candidate = *next_++;
      candidate.ports.clear();
      candidate.vc = vc;
      candidate.weight = 1;
      candidate.bias = 0;
      candidate.has_standard = false;
      candidate.nonmin = nonmin;
      candidate.mid = mid;
      return candidate;
    }
    void add_channels(int d, std::uint32_t node, PortSet& ports) const {
      grid_.add_channels(at_.my_node, d, grid_.dimension(d).digit(node), ports);
    }

    SetCandidate& minimal(bool nonmin, std::uint32_t mid) {
      const Differing& rest = to_destination_;
      if (!rest.any()) {
        SetCandidate& candidate =
            add(static_cast<std::uint8_t>(exit_vc(salt_, unit_.vcs_)), nonmin, mid);
        if (terminal_ < static_cast<unsigned>(grid_.terminals())) candidate.ports.add(terminal_);
        return candidate;
      }
      if (at_.algorithm == Algorithm::kDor || at_.algorithm == Algorithm::kVal) {
        SetCandidate& candidate = add(0, nonmin, mid);
        add_channels(rest.lowest(), destination_, candidate.ports);
        return candidate;
      }
      SetCandidate& candidate = add(static_cast<std::uint8_t>(rest.count() - 1), nonmin, mid);
      rest.each([&](int d) { add_channels(d, destination_, candidate.ports); });
      return candidate;
    }

    SetCandidate& step_towards(std::uint32_t node, Differing rest) {
      SetCandidate& candidate = add(phase1(), true, node);
      add_channels(rest.lowest(), node, candidate.ports);
      return candidate;
    }

    /// Anywhere in dimension d, if that is better than to stay at the own digit.
    SetCandidate& leave_in(int d, bool nonmin, std::uint32_t mid) {
      SetCandidate& candidate = add(phase1(), nonmin, mid);
      grid_.add_row(d, candidate.ports);
      candidate.has_standard = true;
      candidate.standard.clear();
      add_channels(d, destination_, candidate.standard);
      return candidate;
    }

    void from_router() {
      const bool first_phase = has_phases() && vc_ == phase1();
      const Differing rest =
          first_phase && at_.algorithm != Algorithm::kClosAd ? from_here(mid_) : Differing{};
      if (rest.any()) {
        SetCandidate& candidate = step_towards(mid_, rest);
        candidate.nonmin = nonmin_;
        return;
      }
      minimal(nonmin_, mid_);
      if (first_phase && at_.algorithm == Algorithm::kClosAd) {
        const int came_in = unit_.dimension_of_port_[static_cast<std::size_t>(port_)];
        to_destination_.each([&](int d) {
          if (d <= came_in) return;
          SetCandidate& candidate = leave_in(d, nonmin_, mid_);
          candidate.weight = 0;
          candidate.bias = -1;
        });
      }
    }

    void from_terminal() {
      salt_ = salt_of(random_);
      if (!to_destination_.any() || !has_phases()) {
        minimal(false, 0);
      } else if (at_.algorithm == Algorithm::kVal) {
        const std::uint32_t node = drawn_node();
        if (const Differing rest = from_here(node); rest.any())
          step_towards(node, rest);
        else
          minimal(false, 0);
      } else if (at_.algorithm == Algorithm::kClosAd) {
        clos_ad();
      } else {
        ugal();
      }
    }

    void ugal() {
      minimal(false, 0).weight = weight(1, to_destination_.count());
      const std::uint32_t node = drawn_node();
      const Differing rest = from_here(node);
      if (!rest.any() || node == destination_) return;
      SetCandidate& candidate = step_towards(node, rest);
      candidate.weight = weight(2, rest.count() + differing(node, destination_).count());
      candidate.bias = at_.threshold;
    }

    void clos_ad() {
      minimal(false, 0).weight = weight(1, to_destination_.count());
      const std::uint8_t detour = weight(2, 2 * (to_destination_.highest() + 1));
      to_destination_.each([&](int d) {
        SetCandidate& candidate = leave_in(d, true, 0);
        candidate.weight = detour;
        candidate.bias = at_.threshold;
      });
    }

    [[nodiscard]] std::uint8_t weight(int plain, int hops) const {
      return static_cast<std::uint8_t>(at_.all_hops ? hops : plain);
    }

    /// A node drawn evenly among all.
    [[nodiscard]] std::uint32_t drawn_node() const {
      constexpr unsigned kFractionBits = 24;
      std::uint32_t node = 0;
      std::uint64_t fraction = random_ >> 8;
      for (int d = 0; d < grid_.dimensions(); ++d) {
        const std::uint64_t product =
            fraction * static_cast<std::uint64_t>(grid_.dimension(d).size);
        node |= static_cast<std::uint32_t>(product >> kFractionBits) << grid_.dimension(d).shift;
        fraction = product & ((std::uint64_t{1} << kFractionBits) - 1);
      }
      return node;
    }

    const FlattenedButterflyUnit& unit_;
    const FlattenedButterflyGrid& grid_;
    const Registers& at_;
    int port_, vc_;
    std::uint32_t random_;
    std::uint32_t terminal_, destination_, mid_;
    bool nonmin_;
    unsigned salt_;
    Differing to_destination_;
    SetCandidate* next_ = nullptr;
  };

  FlattenedButterflyGrid grid_;
  FlitFormat format_;
  unsigned vcs_;
  int vc_bits_;
  std::vector<int> dimension_of_port_;
  std::vector<Registers> routers_;
};

}  // namespace

std::unique_ptr<RouteUnit> make_flattened_butterfly_unit(const FlattenedButterflyGrid& grid,
                                                         const HeaderFields& header, int vcs) {
  return std::make_unique<FlattenedButterflyUnit>(grid, header, vcs);
}

}  // namespace dragonfly
