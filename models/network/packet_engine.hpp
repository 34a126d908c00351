// The network engine for packets of one flit whose credits are not delayed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/common/processor.hpp"
#include "models/common/team.hpp"
#include "models/network/blocked_inputs.hpp"
#include "models/network/network_engine.hpp"
#include "models/network/packet_region.hpp"

namespace dragonfly {

/// Regions of the network, each simulated by a thread of its own. Results do not depend on how many
/// there are.
template <int kWords, class Flit>
class PacketEngine final : public NetworkEngine {
 public:
  /// `threads`: at most so many.
  PacketEngine(const Configuration& config, const Fabric& fabric, ConfiguredRouters routers,
               Terminals& terminals, int threads)
      : network_(config, fabric, std::move(routers), Flit::kHopBits),
        firsts_(divide(fabric.wiring, threads)) {
    std::vector<int> terminals_first;
    for (const int router : firsts_)
      terminals_first.push_back(fabric.wiring.first_terminal(router));
    terminals.divide(terminals_first);
    for (unsigned region = 0; region + 1 < firsts_.size(); ++region)
      regions_.push_back(std::make_unique<Region>(network_, terminals, firsts_, region));
    if (regions_.size() > 1) team_.emplace(static_cast<int>(regions_.size()));
    moves_.resize(regions_.size());
  }

  void cycle(std::int64_t now) override {
    if (team_)
      team_->run([&](int region) { run(static_cast<std::size_t>(region), now); });
    else
      run(0, now);
    now_ = now;
    if (std::find(moves_.begin(), moves_.end(), 1) != moves_.end()) ++moved_;
  }

  [[nodiscard]] int threads() const override { return static_cast<int>(regions_.size()); }
  [[nodiscard]] const Wiring& wiring() const override { return network_.wiring; }
  [[nodiscard]] std::uint64_t moved() const override { return moved_; }

  [[nodiscard]] std::vector<std::int64_t> flits_sent() override {
    return sent_flits(
        network_.wiring, now_, [&](int router, int port) -> const auto& {
          const auto after = std::upper_bound(firsts_.begin(), firsts_.end(), router);
          const Region& region = *regions_[static_cast<std::size_t>(after - firsts_.begin() - 1)];
          return region.routers().port(static_cast<std::size_t>(router) - region.first(), port);
        });
  }

  [[nodiscard]] std::string describe_blocked() override {
    BlockedInputs blocked(network_.wiring, network_.at.vc_bits);
    for (const auto& region : regions_) {
      for (std::size_t router = 0; router < region->count(); ++router) {
        const auto& routers = region->routers();
        const auto fresh = routers.fresh(router);
        const int number = static_cast<int>(region->first() + router);
        routers.front(router).each([&](unsigned i) {
          const BlockedInputs::Place input{number, static_cast<int>(i)};
          const std::size_t vc = router * Region::kVcs + i;
          blocked.add(input, static_cast<unsigned>(routers.occupancy(vc)));
          if (fresh.test(i)) return;
          const auto output = static_cast<unsigned>(routers.route(vc) % Region::kVcs);
          if (routers.credits(routers.route(vc)) == 0)
            blocked.add_wait(input, {number, static_cast<int>(output)});
        });
      }
    }
    return blocked.describe();
  }

 private:
  using Region = PacketRegion<kWords, Flit>;

  /// First routers of the regions, and the number of routers. Terminals are divided where a word of
  /// a mask over all of them ends.
  static std::vector<int> divide(const Wiring& wiring, int threads) {
    constexpr int kWordBits = 64, kMostRegions = 256;
    std::vector<int> starts;  // routers where a region may begin
    for (int router = 0; router < wiring.routers(); ++router)
      if (wiring.first_terminal(router) % kWordBits == 0) starts.push_back(router);
    const auto regions = static_cast<std::size_t>(
        std::clamp(threads, 1, std::min(static_cast<int>(starts.size()), kMostRegions)));
    std::vector<int> firsts;
    for (std::size_t region = 0; region < regions; ++region)
      firsts.push_back(starts[starts.size() * region / regions]);
    firsts.push_back(wiring.routers());
    return firsts;
  }

  void run(std::size_t number, std::int64_t now) {
    Region& region = *regions_[number];
    region.begin(now);
    for (const auto& other : regions_)
      if (other.get() != &region) region.read(*other);
#ifdef DRAGONFLY_X86
    if (modern_processor_) {
      moves_[number] = run_on_modern_processor(region, now) ? 1 : 0;
      return;
    }
#endif
    moves_[number] = region.run(now) ? 1 : 0;
  }
#ifdef DRAGONFLY_X86
  DRAGONFLY_AVX2 static bool run_on_modern_processor(Region& region, std::int64_t now) {
    return region.run(now);
  }
  bool modern_processor_ = processor::knows_avx2();
#endif

  PacketNetwork network_;
  std::vector<int> firsts_;
  std::vector<std::unique_ptr<Region>> regions_;
  std::vector<char> moves_;  ///< [region]: whether a flit left one of its routers in this cycle
  std::optional<Team> team_;
  std::uint64_t moved_ = 0;
  std::int64_t now_ = -1;
};

}  // namespace dragonfly
