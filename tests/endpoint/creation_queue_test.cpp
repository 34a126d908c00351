// SPDX-License-Identifier: Apache-2.0
#include "models/endpoint/creation_queue.hpp"

#include <deque>
#include <vector>

#include "models/common/random.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

/// Differences of all magnitudes.
std::int64_t random_step(std::uint64_t number) {
  const int bits = static_cast<int>(number % 40);
  return static_cast<std::int64_t>(draw(17, number) & ((std::uint64_t{1} << bits) - 1));
}

TEST_CASE("Queues that share a store give back what was put in") {
  constexpr std::size_t kQueues = 5;
  CreationStore store;
  std::vector<CreationQueue> queues(kQueues);
  std::vector<std::deque<std::int64_t>> expected(kQueues);
  std::int64_t cycle = 0;
  for (std::uint64_t i = 0; i < 200000; ++i) {
    const std::uint64_t number = draw(4, i);
    const std::size_t which = static_cast<std::size_t>(below(number, kQueues));
    // Fill and empty in turns, so that queues are long, short and empty.
    const bool push = (number & 7) < ((i / 5000) % 2 == 0 ? 6U : 2U);
    if (push) {
      if ((number & 0xff0) == 0) cycle += random_step(i);
      queues[which].push(store, cycle);
      expected[which].push_back(cycle);
    } else if (!expected[which].empty()) {
      REQUIRE(queues[which].pop(store) == expected[which].front());
      expected[which].pop_front();
    }
    REQUIRE(queues[which].size() == expected[which].size());
    REQUIRE(queues[which].empty() == expected[which].empty());
  }
}

TEST_CASE("Packets of one cycle and packets far apart") {
  CreationStore store;
  CreationQueue queue;
  const std::vector<std::int64_t> cycles = {0,    0,    0,      127,       127 + 128,
                                            1000, 1000, 100000, 1LL << 40, (1LL << 62) + 5};
  for (int round = 0; round < 2; ++round) {
    if (round == 1) queue = CreationQueue();
    for (const std::int64_t cycle : cycles) queue.push(store, cycle);
    for (const std::int64_t cycle : cycles) CHECK(queue.pop(store) == cycle);
    CHECK(queue.empty());
  }
}

TEST_CASE("A waiting packet takes about a byte") {
  CreationStore store;
  std::vector<CreationQueue> queues(100);
  for (std::int64_t cycle = 0; cycle < 6000; ++cycle) {
    for (CreationQueue& queue : queues) queue.push(store, cycle);
  }
  // 60 packets in a chunk of 64 bytes; chunks come 1,024 at a time.
  CHECK(store.size() <= 100 * 6000 / 60 + 1024);
}

TEST_CASE("A batch takes no memory, whatever its size, and others may follow it") {
  CreationStore store;
  CreationQueue queue;
  queue.fill(7, 2147483647);
  CHECK(queue.size() == 2147483647);
  CHECK(store.size() == 0);
  for (int i = 0; i < 1000; ++i) CHECK(queue.pop(store) == 7);
  CHECK(queue.size() == 2147482647);

  CreationQueue small;
  small.fill(7, 3);
  small.push(store, 7);
  small.push(store, 300);
  for (const std::int64_t cycle : {7, 7, 7, 7, 300}) CHECK(small.pop(store) == cycle);
  CHECK(small.empty());
}

TEST_CASE("Memory is used again") {
  CreationStore store;
  CreationQueue queue;
  for (std::int64_t cycle = 0; cycle < 1000000; ++cycle) {
    queue.push(store, cycle);
    if (cycle >= 500) queue.pop(store);
  }
  CHECK(store.size() == 1024);  // one slab
}

}  // namespace
}  // namespace dragonfly
