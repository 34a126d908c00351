// SPDX-License-Identifier: Apache-2.0
// The route unit of the dragonfly (docs/microarchitecture.md, "Routes").
#include <bit>
#include <optional>

#include "models/common/error.hpp"
#include "models/common/processor.hpp"
#include "models/families/dragonfly/dragonfly_routes.hpp"
#include "models/families/dragonfly/path_legs.hpp"
#include "models/families/dragonfly/route_table.hpp"
#include "models/families/dragonfly/unit_tables.hpp"

namespace dragonfly {
namespace {

/// A destination as its fields name it.
struct Target {
  unsigned group, router, terminal;  ///< `router` of the group, `terminal` of the router
};

/// Puts hops together from the last one, without branches: nobody can predict which packets make a
/// local hop.
template <int kHopBits>
class HopStack {
 public:
  [[gnu::always_inline]] void push(unsigned output_vc) {
    hops_ = hops_ << kHopBits | output_vc;
    ++count_;
  }
  [[gnu::always_inline]] void push_if(bool made, unsigned output_vc) {
    // Compilers make a branch of a choice.
    const unsigned once = made ? 1 : 0;
    hops_ = hops_ << (once * kHopBits) | (output_vc & (0U - once));
    count_ += once;
  }
  /// After a first hop.
  [[nodiscard]] Path path(const NextHop& first, bool nonmin) const {
    return {hops_, first, static_cast<std::uint16_t>(count_), nonmin};
  }

 private:
  std::uint64_t hops_ = 0;
  unsigned count_ = 0;
};

class DragonflyUnit final : public RouteUnit {
 public:
  explicit DragonflyUnit(const DragonflySizes& sizes)
      : sizes_(sizes),
        format_(dragonfly_design(sizes.p, sizes.a, sizes.h).header),
        vcs_(static_cast<unsigned>(sizes.vcs)),
        vc_bits_(static_cast<int>(std::bit_width(vcs_ - 1))),
        router_shift_(static_cast<unsigned>(sizes.terminal_width())),
        group_shift_(router_shift_ + static_cast<unsigned>(sizes.router_width())),
        router_mask_((1U << sizes.router_width()) - 1),
        terminal_mask_((1U << sizes.terminal_width()) - 1),
        group_mask_((1U << sizes.group_width()) - 1),
        first_local_(static_cast<unsigned>(sizes.first_local())),
        first_global_(static_cast<unsigned>(sizes.first_global())) {}

  void add_router(std::span<const RegisterWrite> writes) override {
    const DragonflyRegisters registers = DragonflyRegisters::from(writes);
    tables_.add(sizes_, registers);
    algorithm_ = registers.algorithm;
    all_hops_ = registers.all_hops;
    threshold_ = static_cast<std::int16_t>(registers.threshold);
    groups_ = registers.groups;
    start_vc_ = static_cast<std::uint8_t>(registers.min_start_vc);
  }
  void repeat(int groups) override { tables_.repeat(static_cast<std::uint32_t>(groups)); }

  [[nodiscard]] RoutingNeeds needs() const override { return dragonfly_needs(algorithm_); }

  void route(std::span<const Arrival> heads, NextHop* outputs) const override {
#ifdef DRAGONFLY_X86
    if (modern_processor_) return route_on_modern_processor(heads, outputs);
#endif
    write_routes(heads, outputs);
  }

  [[nodiscard]] int most_candidates() const override {
    return algorithm_ == Routing::kMin || algorithm_ == Routing::kVal ? 1 : 2;
  }
  void candidates(std::span<const Ask> heads, Candidate* candidates,
                  std::uint8_t* counts) const override {
#ifdef DRAGONFLY_X86
    if (modern_processor_) return candidates_on_modern_processor(heads, candidates, counts);
#endif
    write_candidates(heads, candidates, counts);
  }

  void prepare_paths(const Wiring& wiring, int hop_bits) override {
    if (hop_bits != kShortHopBits && hop_bits != kLongHopBits)
      throw Error(ExitCode::kInternal, "no paths of so many bits a hop");
    legs_.emplace(wiring, sizes_, tables_);
    hop_bits_ = hop_bits;
  }
  void paths(std::span<const Ask> heads, const Candidate* candidates, const std::uint8_t* taken,
             Path* paths) const override {
#ifdef DRAGONFLY_X86
    if (modern_processor_) return paths_on_modern_processor(heads, candidates, taken, paths);
#endif
    write_paths(heads, candidates, taken, paths);
  }

 private:
  using Place = UnitTables::Place;

  /// Heads ahead for which the tables are fetched, and for which what follows from them is.
  static constexpr std::size_t kAhead = 8;
  /// The bits a hop of the paths that engines ask for.
  static constexpr int kShortHopBits = 8, kLongHopBits = 12;

  [[nodiscard]] Target target_of(std::uint32_t destination) const {
    return {destination >> group_shift_ & group_mask_, destination >> router_shift_ & router_mask_,
            destination & terminal_mask_};
  }
  [[nodiscard]] std::uint16_t terminal_port(unsigned terminal) const {
    return static_cast<std::uint16_t>(terminal < first_local_ ? terminal : kNoTerminal);
  }
  [[nodiscard]] static std::uint16_t port_or_nowhere(unsigned port) {
    return static_cast<std::uint16_t>(port == RouteTable::kNoPort ? kNowhere : port);
  }

  /// The route function, for a head that came on a local or global port.
  [[gnu::always_inline]] [[nodiscard]] NextHop route_one(const Arrival& head) const {
    const Place here = tables_.place(head.router);
    const Target to = target_of(format_.destination(head.header));
    const bool global = unsigned{head.input_vc} >> vc_bits_ >= first_global_;
    const unsigned arrived = head.input_vc & ((1U << vc_bits_) - 1);
    const auto vc = static_cast<std::uint16_t>(arrived + (global ? 1 : 0));
    unsigned target = to.group;
    const unsigned salt = FlitFormat::salt(head.header);
    unsigned number = salt;
    if ((head.header & FlitFormat::kNonmin) != 0) {
      if (arrived == 0 && !global)
        target = format_.mid(head.header);
      else
        number = kReversed8[salt];
    }
    if (target != here.group)
      return {port_or_nowhere(tables_.way(head.router, target, number).port), vc};
    if (to.router != here.index)
      return {port_or_nowhere(tables_.of(head.router).local_port(to.router)), vc};
    return {terminal_port(to.terminal), static_cast<std::uint16_t>(exit_vc(salt, vcs_))};
  }

#ifdef DRAGONFLY_X86
  DRAGONFLY_AVX2 void route_on_modern_processor(std::span<const Arrival> heads,
                                                NextHop* outputs) const {
    write_routes(heads, outputs);
  }
  DRAGONFLY_AVX2 void candidates_on_modern_processor(std::span<const Ask> heads,
                                                     Candidate* candidates,
                                                     std::uint8_t* counts) const {
    write_candidates(heads, candidates, counts);
  }
  DRAGONFLY_AVX2 void paths_on_modern_processor(std::span<const Ask> heads,
                                                const Candidate* candidates,
                                                const std::uint8_t* taken, Path* paths) const {
    write_paths(heads, candidates, taken, paths);
  }
  bool modern_processor_ = processor::knows_avx2();
#endif

  [[gnu::always_inline]] void write_routes(std::span<const Arrival> heads, NextHop* outputs) const {
    for (const Arrival& head : heads) *outputs++ = route_one(head);
  }
  [[gnu::always_inline]] void write_candidates(std::span<const Ask> heads, Candidate* candidates,
                                               std::uint8_t* counts) const {
    // Which entry of the oracle a way has stands in the tables only.
    if (!legs_ || algorithm_ == Routing::kUgalG)
      all_candidates<false>(heads, candidates, counts);
    else
      all_candidates<true>(heads, candidates, counts);
  }
  [[gnu::always_inline]] void write_paths(std::span<const Ask> heads, const Candidate* candidates,
                                          const std::uint8_t* taken, Path* paths) const {
    if (hop_bits_ == kShortHopBits)
      all_paths<kShortHopBits>(heads, candidates, taken, paths);
    else
      all_paths<kLongHopBits>(heads, candidates, taken, paths);
  }
  template <int kHopBits>
  [[gnu::always_inline]] void all_paths(std::span<const Ask> heads, const Candidate* candidates,
                                        const std::uint8_t* taken, Path* paths) const {
    const bool ahead = legs_->large();
    if (candidates != nullptr) {
      const auto most = static_cast<std::size_t>(most_candidates());
      for (std::size_t i = 0; i < heads.size(); ++i)
        paths[i] = path<kHopBits>(heads[i], candidates[i * most + taken[i]]);
    } else if (algorithm_ == Routing::kMin) {
      for (std::size_t i = 0; i < heads.size(); ++i) {
        if (ahead && i + kAhead < heads.size()) fetch(heads[i + kAhead]);
        paths[i] = minimal_path<kHopBits>(heads[i]);
      }
    } else {
      for (std::size_t i = 0; i < heads.size(); ++i) {
        if (ahead && i + kAhead < heads.size()) fetch(heads[i + kAhead]);
        Candidate only;
        candidates_of<true>(heads[i], &only);
        paths[i] = path<kHopBits>(heads[i], only);
      }
    }
  }

  template <bool kByLegs>
  [[gnu::always_inline]] void all_candidates(std::span<const Ask> heads, Candidate* candidates,
                                             std::uint8_t* counts) const {
    const std::size_t stride = static_cast<std::size_t>(most_candidates());
    const bool ahead = kByLegs && legs_->large();
    for (std::size_t i = 0; i < heads.size(); ++i) {
      if (ahead && i + kAhead < heads.size()) fetch(heads[i + kAhead]);
      counts[i] = candidates_of<kByLegs>(heads[i], candidates + i * stride);
    }
  }
  void fetch(const Ask& head) const {
    const Place here = tables_.place(head.router);
    legs_->fetch(here, head.destination >> group_shift_ & group_mask_);
    if (algorithm_ != Routing::kMin) legs_->fetch(here, drawn_mid(head.random, groups_));
  }

  /// Writes the candidates of a head. Returns how many there are.
  template <bool kByLegs>
  [[gnu::always_inline]] std::uint8_t candidates_of(const Ask& head, Candidate* list) const {
    const Target to = target_of(head.destination);
    const Place here = tables_.place(head.router);
    const unsigned salt = salt_of(head.random);
    const bool leaves = to.group != here.group;
    const std::uint32_t mid = drawn_mid(head.random, groups_);
    const bool other_exists =
        leaves && algorithm_ != Routing::kMin && mid != to.group && mid != here.group;
    if (other_exists && algorithm_ == Routing::kVal) {
      *list = through<kByLegs>(head.router, here, mid, salt);
      return 1;
    }
    // Written when they are complete: compilers must expect that a byte of a list lies anywhere.
    Candidate direct = minimal<kByLegs>(head.router, here, to, salt);
    if (!other_exists) {
      list[0] = direct;
      return 1;
    }
    Candidate other = through<kByLegs>(head.router, here, mid, salt);
    other.bias = threshold_;
    direct.queue = other.queue = queue_asked(direct, other);
    direct.weight = static_cast<std::uint8_t>(all_hops_ ? 2 + (is_local(direct.port) ? 1 : 0) : 1);
    other.weight = static_cast<std::uint8_t>(all_hops_ ? 4 + (is_local(other.port) ? 1 : 0) : 2);
    list[0] = direct;
    list[1] = other;
    return 2;
  }
  [[nodiscard]] bool is_local(unsigned port) const {
    return port >= first_local_ && port < first_global_;
  }
  [[nodiscard]] QueueAsked queue_asked(const Candidate& direct, const Candidate& other) const {
    if (algorithm_ == Routing::kUgalG) return QueueAsked::kLane;
    if (algorithm_ == Routing::kUgalL) return QueueAsked::kOutput;
    const bool by_vc = algorithm_ == Routing::kUgalLVc || direct.port == other.port;
    return by_vc ? QueueAsked::kVc : QueueAsked::kOutput;
  }

  /// Where the way to another group leaves.
  struct Exit {
    std::uint16_t port;
    std::uint32_t lane;  ///< not known by legs
  };
  template <bool kByLegs>
  [[gnu::always_inline]] [[nodiscard]] Exit exit_to(std::uint32_t router, const Place& here,
                                                    unsigned group, unsigned salt) const {
    if constexpr (kByLegs)
      return {static_cast<std::uint16_t>(legs_->first_port(here, group, salt)), kNoLane};
    const RouteTable::Step step = tables_.way(router, group, salt);
    return {port_or_nowhere(step.port), step.channel};
  }
  template <bool kByLegs>
  [[gnu::always_inline]] [[nodiscard]] Candidate through(std::uint32_t router, const Place& here,
                                                         std::uint32_t mid, unsigned salt) const {
    const Exit exit = exit_to<kByLegs>(router, here, mid, salt);
    return {exit.port, 0, 1, QueueAsked::kOutput, true, 0, exit.lane, mid};
  }
  template <bool kByLegs>
  [[gnu::always_inline]] [[nodiscard]] Candidate minimal(std::uint32_t router, const Place& here,
                                                         const Target& to, unsigned salt) const {
    Exit exit{0, kNoLane};
    std::uint8_t vc = start_vc_;
    if (to.group != here.group) {
      exit = exit_to<kByLegs>(router, here, to.group, salt);
    } else if (to.router == here.index) {
      exit.port = terminal_port(to.terminal);
      vc = static_cast<std::uint8_t>(exit_vc(salt, vcs_));
    } else if constexpr (kByLegs) {
      exit.port = static_cast<std::uint16_t>(legs_->local_port(here.index, to.router));
    } else {
      exit.port = port_or_nowhere(tables_.of(router).local_port(to.router));
    }
    return {exit.port, vc, 1, QueueAsked::kOutput, false, 0, exit.lane, 0};
  }

  [[nodiscard]] unsigned output(unsigned port, unsigned vc) const {
    return (port << vc_bits_) + vc;
  }
  [[nodiscard]] unsigned local(unsigned from, unsigned to, unsigned vc) const {
    return output(legs_->local_port(from, to), vc);
  }
  /// The path of a head that has taken a candidate.
  template <int kHopBits>
  [[gnu::always_inline]] [[nodiscard]] Path path(const Ask& head, const Candidate& chosen) const {
    if (!chosen.nonmin) return minimal_path<kHopBits>(head);
    const Target to = target_of(head.destination);
    const unsigned salt = salt_of(head.random), vc = chosen.vc;
    const PathLeg first = legs_->leg(tables_.place(head.router), chosen.mid, salt);
    const PathLeg second = legs_->leg({chosen.mid, first.index}, to.group, kReversed8[salt]);
    HopStack<kHopBits> hops;
    hops.push(output(to.terminal, exit_vc(salt, vcs_)));
    hops.push_if(second.index != to.router, local(second.index, to.router, vc + 2));
    hops.push_if(second.second != PathLeg::kNone, output(second.second, vc + 1));
    hops.push(output(second.first, vc + 1));
    hops.push_if(first.second != PathLeg::kNone, output(first.second, vc));
    return hops.path({first.first, chosen.vc}, true);
  }
  template <int kHopBits>
  [[gnu::always_inline]] [[nodiscard]] Path minimal_path(const Ask& head) const {
    const Target to = target_of(head.destination);
    const Place here = tables_.place(head.router);
    const unsigned salt = salt_of(head.random), last_vc = exit_vc(salt, vcs_);
    HopStack<kHopBits> hops;
    if (to.group == here.group) {
      if (to.router == here.index)
        return hops.path({terminal_port(to.terminal), static_cast<std::uint16_t>(last_vc)}, false);
      hops.push(output(to.terminal, last_vc));
      const unsigned port = legs_->local_port(here.index, to.router);
      return hops.path({static_cast<std::uint16_t>(port), start_vc_}, false);
    }
    const PathLeg leg = legs_->leg(here, to.group, salt);
    hops.push(output(to.terminal, last_vc));
    hops.push_if(leg.index != to.router, local(leg.index, to.router, start_vc_ + 1U));
    hops.push_if(leg.second != PathLeg::kNone, output(leg.second, start_vc_));
    return hops.path({leg.first, start_vc_}, false);
  }

  DragonflySizes sizes_;
  FlitFormat format_;
  unsigned vcs_;
  int vc_bits_;
  unsigned router_shift_, group_shift_;
  unsigned router_mask_, terminal_mask_, group_mask_;
  unsigned first_local_, first_global_;
  UnitTables tables_;
  std::optional<PathLegs> legs_;
  int hop_bits_ = kShortHopBits;
  Routing algorithm_ = Routing::kMin;
  bool all_hops_ = false;
  std::int16_t threshold_ = 0;
  std::uint32_t groups_ = 1;
  std::uint8_t start_vc_ = 0;
};

}  // namespace

std::unique_ptr<RouteUnit> make_dragonfly_unit(int p, int a, int h, int vcs) {
  return std::make_unique<DragonflyUnit>(DragonflySizes{p, a, h, vcs});
}

}  // namespace dragonfly
