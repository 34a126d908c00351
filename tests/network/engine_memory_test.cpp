// SPDX-License-Identifier: Apache-2.0
// What an engine says that it takes is what it takes.
#include <cstdint>
#include <fstream>
#include <string>

#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/network/network_engine.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

/// Bytes of addresses of this process, touched or not.
std::uint64_t addresses() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * 4096;
}

/// Sanitizers have a heap of their own, which takes other addresses.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kHeapIsOurs = false;
#else
constexpr bool kHeapIsOurs = true;
#endif

void check_memory_of(const Configuration& config, int threads) {
  const Fabric fabric = make_fabric(config);
  Terminals terminals(config, fabric);
  Workers workers(threads);
  std::uint64_t before = 0;
  EngineMemory memory;
  workers.before_memory = [&](const EngineMemory& told) {
    memory = told;
    before = addresses();
  };
  const auto engine = make_network_engine(config, fabric, terminals, workers);
  const auto taken = static_cast<double>(addresses() - before);
  const auto told = static_cast<double>(memory.always + memory.full);
  INFO("taken " << taken << ", told " << told << " of it always " << memory.always);
  // Each array begins on a large page of its own, behind which it may waste as much; a region has
  // less than 20. Threads have a heap and a stack.
  const double wasted = threads * (20 * 2.2 + (threads > 1 ? 80 : 0)) * (1 << 20);
  CHECK(told > wasted);
  if (!kHeapIsOurs) return;
  CHECK(taken > 0.99 * told);
  CHECK(taken < 1.1 * told + wasted);
}

Configuration dragonfly(int p, int a, int h, const std::string& routing) {
  Configuration config;
  config.topology = {"dragonfly", {{"p", {p}}, {"a", {a}}, {"h", {h}}}};
  config.routing.algorithm = routing;
  return config;
}

TEST_CASE("Memory of the packet engine") {
  check_memory_of(dragonfly(12, 24, 12, "ugal-l-vch"), 1);
  check_memory_of(dragonfly(12, 24, 12, "ugal-l-vch"), 2);
}

TEST_CASE("Memory of the packet engine with deep buffers") {
  Configuration config = dragonfly(8, 16, 8, "min");
  config.router.buffer_depth = 300;
  check_memory_of(config, 1);
}

TEST_CASE("Memory of the flit engine") {
  Configuration config = dragonfly(8, 16, 8, "ugal-l");
  config.router.buffer_depth = 64;
  config.traffic.packet_size = 4;
  check_memory_of(config, 1);
  check_memory_of(config, 2);
}

TEST_CASE("Memory of the flit engine with delayed credits") {
  Configuration config = dragonfly(8, 16, 8, "ugal-l-cr");
  config.router.buffer_depth = 64;
  check_memory_of(config, 1);
}

TEST_CASE("Memory of the engine of routers that decide on arrival") {
  Configuration config;
  config.topology = {"flattened-butterfly", {{"concentration", {16}}, {"sizes", {16, 16, 16}}}};
  config.routing.algorithm = "min-ad";
  check_memory_of(config, 1);
}

}  // namespace
}  // namespace dragonfly
