#include "models/endpoint/packet_pool.hpp"

#include <algorithm>
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
  constexpr std::uint64_t kInUse = 5000;
  PacketPool pool(1 << 20);
  pool.divide(kLanes);
  std::uint32_t highest = 0;
  // One lane takes all, another gives all back.
  for (std::size_t round = 0; round < 60; ++round) {
    std::vector<std::uint32_t> handles;
    for (std::uint64_t i = 0; i < kInUse; ++i) {
      const auto taken = pool.take(round % kLanes);
      taken.record.next_flit = 0;
      handles.push_back(taken.handle);
      highest = std::max(highest, taken.handle);
    }
    for (const std::uint32_t handle : handles)
      pool.give_back(handle, pool[handle], (round + 1 + round / 7) % kLanes);
  }
  CHECK(highest >= kInUse);  // more than are ever in use
  CHECK(highest < PacketPool::most_handles(kInUse, kLanes));
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
  // All packets go from lane 0 to lane 1. Without sharing the pool would grow by each.
  for (int i = 0; i < 200000; ++i) {
    const auto [handle, record] = pool.take(0);
    REQUIRE(record.free());
    record.next_flit = 0;
    pool.give_back(handle, record, 1);
  }
  CHECK(pool.size() <= 20000);
}

TEST_CASE("Several threads never hold the same record") {
  PacketPool pool(1 << 20);
  constexpr std::size_t kLanes = 3;
  pool.divide(kLanes);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    threads.emplace_back([&, lane] {
      std::vector<std::uint32_t> mine;
      for (int round = 0; round < 20; ++round) {
        // As many taken as one lane keeps to itself, and more.
        for (int i = 0; i < 12000; ++i) {
          const auto [handle, record] = pool.take(lane);
          if (!record.free()) ++wrong;
          record.next_flit = 0;
          record.source = static_cast<std::uint32_t>(lane);
          mine.push_back(handle);
        }
        for (const std::uint32_t handle : mine) {
          if (pool[handle].source != lane) ++wrong;
          pool.give_back(handle, pool[handle], lane);
        }
        mine.clear();
      }
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}

TEST_CASE("More packets than the tag can tell apart end the run") {
  PacketPool pool(2048);
  for (int i = 0; i < 2048; ++i) (void)pool.take().handle;
  CHECK_THROWS_WITH(pool.take().handle, ContainsSubstring("2048 packets"));
}

}  // namespace
}  // namespace dragonfly
