// The network engine: regions, each simulated by a thread of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/common/team.hpp"
#include "models/network/blocked_inputs.hpp"
#include "models/network/engine_parts.hpp"
#include "models/network/letters.hpp"
#include "models/network/network_engine.hpp"
#include "models/network/regions.hpp"

namespace dragonfly {

/// What both engines have in common. Results do not depend on how many regions there are. A Region
/// is routers firsts[number] to firsts[number + 1]-1 of the network, with their terminals:
///
///     static void prepare(EngineNetwork&);
///         Before any is made.
///     Region(EngineNetwork&, Terminals&, Letters<Letter>&, firsts, number);
///         Its terminals are the lane of the same number.
///     bool cycle(std::int64_t now);
///         A cycle of its terminals and routers. Whether a flit leaves one of these.
///     bool at_rest() const;
///         As that of the engine, letters apart.
///     const auto& port(int router, int port) const;
///         For sent_flits().
///     void add_blocked(BlockedInputs&) const;
///         The input VCs that hold flits, and what these wait for.
template <class Region>
class RegionEngine final : public NetworkEngine {
 public:
  /// `threads`: at most so many.
  RegionEngine(const Configuration& config, const Fabric& fabric, ConfiguredRouters routers,
               Terminals& terminals, int threads)
      : network_(config, fabric, std::move(routers)),
        firsts_(divide_into_regions(fabric.wiring, threads)),
        letters_(firsts_.size() - 1),
        regions_(letters_.regions()),
        moves_(regions_.size()) {
    Region::prepare(network_);
    std::vector<int> first_terminals;
    for (const int router : firsts_)
      first_terminals.push_back(fabric.wiring.first_terminal(router));
    terminals.divide(first_terminals);
    if (regions_.size() > 1) team_.emplace(static_cast<int>(regions_.size()));
    // Each lies in the memory that is near the thread that made it.
    each_region([&](std::size_t number) {
      regions_[number] = std::make_unique<Region>(network_, terminals, letters_, firsts_,
                                                  static_cast<unsigned>(number));
    });
    network_.registers = {};
  }

  void cycle(std::int64_t now) override {
    each_region([&](std::size_t number) { moves_[number] = regions_[number]->cycle(now) ? 1 : 0; });
    letters_.exchange();
    now_ = now;
    if (std::find(moves_.begin(), moves_.end(), 1) != moves_.end()) ++moved_;
  }

  [[nodiscard]] bool at_rest() const override {
    return letters_.empty() && network_.occupancies.all_zero() &&
           std::all_of(regions_.begin(), regions_.end(),
                       [](const auto& region) { return region->at_rest(); });
  }

  [[nodiscard]] int threads() const override { return static_cast<int>(regions_.size()); }
  [[nodiscard]] const Wiring& wiring() const override { return network_.wiring; }
  [[nodiscard]] std::uint64_t moved() const override { return moved_; }

  [[nodiscard]] std::vector<std::int64_t> flits_sent() override {
    return sent_flits(
        network_.wiring, now_, [&](int router, int port) -> const auto& {
          return regions_[region_of(firsts_, router)]->port(router, port);
        });
  }

  [[nodiscard]] std::string describe_blocked() override {
    BlockedInputs blocked(network_.wiring, network_.at.vc_bits);
    for (const auto& region : regions_) region->add_blocked(blocked);
    return blocked.describe();
  }

 private:
  /// Calls visit(number) for all regions, each in its thread.
  template <class Visit>
  void each_region(const Visit& visit) {
    if (team_)
      team_->run([&](int number) { visit(static_cast<std::size_t>(number)); });
    else
      visit(0);
  }

  EngineNetwork network_;
  std::vector<int> firsts_;
  Letters<typename Region::Letter> letters_;
  std::vector<std::unique_ptr<Region>> regions_;
  std::vector<char> moves_;  ///< [region]: whether a flit left one of its routers in this cycle
  std::optional<Team> team_;
  std::uint64_t moved_ = 0;
  std::int64_t now_ = -1;
};

}  // namespace dragonfly
