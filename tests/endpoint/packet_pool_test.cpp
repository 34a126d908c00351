// SPDX-License-Identifier: Apache-2.0
#include "models/endpoint/packet_pool.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include "models/common/error.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("Handles in use are different, and references stay valid") {
  PacketPool pool(1 << 20);
  std::set<std::uint32_t> handles;
  PacketRecord* first = nullptr;
  for (int i = 0; i < 5000; ++i) {
    const std::uint32_t handle = pool.take().handle;
    CHECK(handles.insert(handle).second);
    CHECK(handle < pool.size());
    CHECK(pool[handle].free());
    pool[handle].next_flit = 0;
    if (i == 0) first = &pool[handle];
  }
  CHECK(first == &pool[*handles.begin()]);
}

TEST_CASE("Handles are not above what is foreseen, whichever lanes take and give back") {
  constexpr std::size_t kLanes = 3;
  constexpr std::uint32_t kTerminals = 40;  // of a lane
  constexpr std::size_t kInUse = 5000;
  PacketPool pool(1 << 20);
  pool.divide(kLanes);
  const std::vector<std::uint32_t> needed(kLanes, kTerminals);
  std::uint32_t highest = 0;
  std::vector<std::uint32_t> handles;
  const auto give_back = [&](std::size_t lane, std::size_t count) {
    for (std::size_t i = 0; i < count && !handles.empty(); ++i) {
      pool.give_back(handles.back(), pool[handles.back()], lane);
      handles.pop_back();
    }
  };
  for (std::size_t cycle = 0; cycle < 20000; ++cycle) {
    pool.supply(needed);
    // For a while one lane takes all, then another gives back all, or all do.
    const std::size_t taker = cycle / 700 % kLanes, giver = cycle / 500 % (kLanes + 1);
    for (std::uint32_t i = 0; i < kTerminals && handles.size() < kInUse; ++i) {
      const auto taken = pool.take(taker);
      taken.record.next_flit = 0;
      handles.push_back(taken.handle);
      highest = std::max(highest, taken.handle);
    }
    if (cycle / 300 % 2 == 0) continue;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if (giver == lane || giver == kLanes) give_back(lane, kTerminals);
  }
  CHECK(highest >= kInUse);  // more than are ever in use
  CHECK(highest < PacketPool::most_handles(kInUse, kLanes * kTerminals, kLanes));
}

TEST_CASE("The handle freed first is used first, and its record stays until then") {
  PacketPool pool(1024);
  std::vector<std::uint32_t> handles;
  for (int i = 0; i < 1024; ++i) {
    handles.push_back(pool.take().handle);
    pool[handles.back()].next_flit = 0;
    pool[handles.back()].sequence = static_cast<std::uint32_t>(i);
  }
  for (const int i : {7, 3, 900}) pool.give_back(handles[static_cast<std::size_t>(i)]);
  CHECK(pool[handles[7]].free());
  CHECK(pool[handles[7]].sequence == 7);
  CHECK(pool.take().handle == handles[7]);
  pool.give_back(handles[5]);
  CHECK(pool.take().handle == handles[3]);
  CHECK(pool.take().handle == handles[900]);
  CHECK(pool.take().handle == handles[5]);
}

TEST_CASE("Lanes pass free records on to each other") {
  PacketPool pool(1 << 20);
  pool.divide(2);
  // All packets go from lane 0 to lane 1. Without supply the pool would grow by each.
  for (int i = 0; i < 200000; ++i) {
    if (i % 50 == 0) pool.supply(std::vector<std::uint32_t>{50, 0});
    const auto [handle, record] = pool.take(0);
    REQUIRE(record.free());
    record.next_flit = 0;
    pool.give_back(handle, record, 1);
  }
  CHECK(pool.size() <= 4096);
}

TEST_CASE("Several threads never hold the same record") {
  PacketPool pool(1 << 20);
  constexpr std::size_t kLanes = 3;
  pool.divide(kLanes);
  std::atomic<int> wrong{0};
  std::array<std::vector<std::uint32_t>, kLanes> held;
  for (int round = 0; round < 50; ++round) {
    pool.supply(std::vector<std::uint32_t>(kLanes, 1200));
    std::vector<std::thread> threads;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      threads.emplace_back([&, lane] {
        // What the lane before took in the round before is given back here.
        const auto before = static_cast<std::uint32_t>((lane + 1) % kLanes);
        std::vector<std::uint32_t> mine;
        for (int i = 0; i < 1200; ++i) {
          const auto [handle, record] = pool.take(lane);
          if (!record.free()) ++wrong;
          record.next_flit = 0;
          record.source = static_cast<std::uint32_t>(lane);
          mine.push_back(handle);
        }
        for (const std::uint32_t handle : held[lane]) {
          if (pool[handle].source != before) ++wrong;
          pool.give_back(handle, pool[handle], lane);
        }
        held[lane] = std::move(mine);
      });
    }
    for (std::thread& thread : threads) thread.join();
    std::rotate(held.begin(), held.begin() + 1, held.end());
  }
  CHECK(wrong == 0);
  CHECK(pool.size() < 20000);
}

TEST_CASE(
    "Lanes that are supplied between cycles get the same handles in any order of their turns") {
  const auto handles = [](bool backwards) {
    PacketPool pool(1 << 20);
    pool.divide(3);
    const std::vector<std::uint32_t> needed = {20, 300, 1};
    std::vector<std::vector<std::uint32_t>> taken(3);
    for (int cycle = 0; cycle < 400; ++cycle) {
      pool.supply(needed);
      for (std::size_t turn = 0; turn < 3; ++turn) {
        const std::size_t lane = backwards ? 2 - turn : turn;
        for (std::uint32_t i = 0; i < needed[lane]; ++i) {
          const auto [handle, record] = pool.take(lane);
          REQUIRE(record.free());
          record.next_flit = 0;
          taken[lane].push_back(handle);
        }
        // All of what lanes 0 and 1 took, and of lane 2, is given back in lane 2, later.
        if (lane == 2 && cycle > 0) {
          for (std::size_t from = 0; from < 3; ++from) {
            for (std::uint32_t i = 0; i < needed[from]; ++i) {
              pool.give_back(
                  taken[from][static_cast<std::size_t>(cycle - 1) * needed[from] + i],
                  pool[taken[from][static_cast<std::size_t>(cycle - 1) * needed[from] + i]], lane);
            }
          }
        }
      }
    }
    // 642 are in use at a time; without sharing 128,400 would be.
    CHECK(pool.size() < 6000);
    return taken;
  };
  CHECK(handles(false) == handles(true));
}

TEST_CASE("What supplied lanes do not need is collected before the tags are at an end") {
  PacketPool pool(2048);
  pool.divide(2);
  const auto take = [&](std::size_t lane, int count) {
    for (int i = 0; i < count; ++i) pool.take(lane).record.next_flit = 0;
  };
  pool.supply(std::vector<std::uint32_t>{1000, 1000});
  take(0, 1000);
  take(1, 40);
  pool.supply(std::vector<std::uint32_t>{1008, 0});
  take(0, 1008);  // the last there are
  pool.supply(std::vector<std::uint32_t>{1, 0});
  CHECK_THROWS_WITH(pool.take(0), ContainsSubstring("2048 packets"));
}

TEST_CASE("More packets than the tag can tell apart end the run") {
  PacketPool pool(2048);
  for (int i = 0; i < 2048; ++i) (void)pool.take().handle;
  CHECK_THROWS_WITH(pool.take().handle, ContainsSubstring("2048 packets"));
}

}  // namespace
}  // namespace dragonfly
