// SPDX-License-Identifier: Apache-2.0
// The channels of the packet engine, beside a list of what is on its way.
#include "models/network/packet_wheel.hpp"

#include <map>
#include <memory>
#include <random>
#include <set>
#include <tuple>

#include "models/network/packet_flit.hpp"
#include "tests/catch.hpp"

using namespace dragonfly;

TEST_CASE("flits and credits arrive in their cycle, in their own region and in others") {
  constexpr std::size_t kVcs = 192;
  constexpr int kVcBits = 2, kLatency = 5, kLongest = 40;
  const auto regions = GENERATE(1U, 3U);
  using Channels = PacketChannels<PackedFlit>;
  Letters<Channels::Letter> letters(regions);
  std::vector<std::unique_ptr<Channels>> all;
  for (unsigned region = 0; region < regions; ++region)
    all.push_back(std::make_unique<Channels>(region, letters, kVcs, kVcBits, kLatency, kLongest));
  CHECK(all.front()->alone() == (regions == 1));

  using Place = std::tuple<unsigned, std::int64_t, std::uint32_t>;  // region, cycle, VC or port
  std::map<Place, std::uint64_t> flits;
  std::set<Place> credits, busy_ports;
  std::mt19937 random(regions);
  std::size_t arrived = 0;
  for (std::int64_t now = 0; now < 300; ++now) {
    letters.exchange();
    for (const auto& channels : all) channels->begin(now);

    for (unsigned region = 0; region < regions; ++region) {
      const Channels::Slot& slot = all[region]->arrivals();
      for (std::uint32_t vc = 0; vc < kVcs; ++vc) {
        CAPTURE(region, now, vc);
        const auto flit = flits.find({region, now, vc});
        REQUIRE((slot.flits[vc / 64] >> vc % 64 & 1) == (flit != flits.end() ? 1 : 0));
        REQUIRE((slot.credits[vc / 64] >> vc % 64 & 1) == credits.count({region, now, vc}));
        if (flit == flits.end()) continue;
        REQUIRE(slot.lanes[vc >> kVcBits].word == flit->second);
        ++arrived;
      }
      // As the routers do, when they have taken what arrives.
      std::fill_n(slot.flits, kVcs / 64, 0);
      std::fill_n(slot.credits, kVcs / 64, 0);
    }

    for (unsigned region = 0; region < regions; ++region) {
      for (int each = 0; each < 30; ++each) {
        const unsigned to = random() % regions;
        const std::uint32_t vc = random() % kVcs;
        const std::int64_t arrival = now + 1 + static_cast<std::int64_t>(random() % kLongest);
        PacketLink link{vc & ~3U, static_cast<std::uint16_t>(1 + random() % kLatency),
                        static_cast<std::uint8_t>(to)};
        if (busy_ports.insert({to, arrival, vc >> kVcBits}).second) {
          const std::uint64_t word = (std::uint64_t{random()} << 32) | random();
          flits[{to, arrival, vc}] = word;
          if (regions == 1)
            all[region]->send<true>(link, vc, arrival, {word});
          else
            all[region]->send<false>(link, vc, arrival, {word});
        }
        if (!credits.insert({to, now + link.latency, vc}).second) continue;
        if (regions == 1)
          all[region]->return_credit<true>(link, vc & 3);
        else
          all[region]->return_credit<false>(link, vc & 3);
      }
    }
  }
  CHECK(arrived > 1000);
}
