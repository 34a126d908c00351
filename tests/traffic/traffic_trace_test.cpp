// SPDX-License-Identifier: Apache-2.0
#include "models/traffic/traffic_trace.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <tuple>
#include <vector>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_parameters.hpp"
#include "models/families/dragonfly/dragonfly_wiring.hpp"
#include "models/traffic/traffic.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

/// A file that lives as long as this object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content)
      : path_((std::filesystem::temp_directory_path() /
               ("traffic_trace_test." + std::to_string(::getpid())))
                  .string()) {
    std::ofstream(path_) << content;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

using Created = std::tuple<std::int64_t, int, int, int>;  ///< cycle, source, destination, size

std::vector<Created> created_packets(TrafficTrace& trace, int terminals, std::int64_t cycles,
                                     int group) {
  std::vector<Created> result;
  std::vector<std::uint32_t> sequence(static_cast<std::size_t>(terminals));
  for (std::int64_t cycle = 0; cycle < cycles; ++cycle) {
    for (int first = 0; first < terminals; first += group) {
      const auto create = [&](int terminal, std::uint32_t) {
        const TracePacket& packet =
            trace.packet(terminal, sequence[static_cast<std::size_t>(terminal)]++);
        CHECK(packet.source == terminal);
        CHECK(packet.cycle == cycle);
        result.emplace_back(cycle, terminal, packet.destination, packet.size);
      };
      trace.create(cycle, first, std::min(first + group, terminals), create);
    }
  }
  return result;
}

TEST_CASE("Packets are created as the trace says, in whatever order it lists them") {
  const TemporaryFile file(
      "# cycle source destination size\n"
      "5 1 0 2   # later\n"
      "\n"
      "0 2 3\n"
      "  0\t1 2 1\r\n"
      "5 1 3 4\n"
      "5 0 0\n");
  const std::vector<Created> expected = {
      {0, 1, 2, 1}, {0, 2, 3, 7}, {5, 0, 0, 7}, {5, 1, 0, 2}, {5, 1, 3, 4}};
  for (const int group : {1, 3, 4}) {
    TrafficTrace trace(file.path(), 4, 7, 16);
    CHECK(trace.size() == 5);
    CHECK(created_packets(trace, 4, 10, group) == expected);
  }
}

TEST_CASE("The last line needs no end") {
  const TemporaryFile file("0 0 1\n3 1 0");
  CHECK(TrafficTrace(file.path(), 2, 1, 16).size() == 2);
}

TEST_CASE("A trace that cannot be used is refused with file and line") {
  const auto message = [](const std::string& content) {
    const TemporaryFile file(content);
    try {
      TrafficTrace(file.path(), 4, 1, 8);
    } catch (const InputError& error) {
      std::string text = error.what();
      CHECK_THAT(text, ContainsSubstring(file.path()));
      return text;
    }
    return std::string("accepted");
  };
  CHECK_THAT(message("0 0 1\n0 4 1\n"), ContainsSubstring(":2: source terminal 4"));
  CHECK_THAT(message("0 0 -1\n"), ContainsSubstring(":1: destination terminal -1"));
  CHECK_THAT(message("# x\n\n-3 0 1\n"), ContainsSubstring(":3: cycle -3"));
  CHECK_THAT(message("0 0\n"), ContainsSubstring(":1: "));
  CHECK_THAT(message("0 0 1 2 3\n"), ContainsSubstring("\"3\""));
  CHECK_THAT(message("0 0 x\n"), ContainsSubstring("\"x\""));
  CHECK_THAT(message("0 0 1.5\n"), ContainsSubstring("\"1.5\""));
  CHECK_THAT(message("99999999999999999999 0 1\n"), ContainsSubstring("cycle"));
  CHECK_THAT(message("9223372036854775807 0 1\n"),
             ContainsSubstring(":1: cycle 9223372036854775807 is too large"));
  CHECK_THAT(message("1000000000000000000 0 1\n"), ContainsSubstring("accepted"));
  CHECK_THAT(message("0 0 1 0\n"), ContainsSubstring("size 0"));
  CHECK_THAT(message("0 0 1 9\n"), ContainsSubstring("size 9"));
  CHECK_THAT(message("# nothing\n"), ContainsSubstring("no packets"));
  CHECK_THAT(message(""), ContainsSubstring("no packets"));
}

TEST_CASE("A file that cannot be read is refused") {
  CHECK_THROWS_WITH(TrafficTrace("/nonexistent/trace", 4, 1, 16),
                    ContainsSubstring("/nonexistent/trace"));
  CHECK_THROWS_WITH(TrafficTrace("/", 4, 1, 16),
                    ContainsSubstring("cannot read /: Is a directory"));
  CHECK_THROWS_WITH(TrafficTrace("", 4, 1, 16), ContainsSubstring("trace_file"));
}

TEST_CASE("Traffic takes packets from a trace") {
  const TemporaryFile file("2 0 5 3\n4 0 6\n");
  Configuration config;
  config.topology = topology_of({.p = 2, .a = 4, .h = 2});
  config.traffic.pattern = Pattern::kTrace;
  config.traffic.trace_file = file.path();
  config.traffic.packet_size = 2;
  Traffic traffic(
      config, dragonfly_wiring(Dragonfly(dragonfly_parameters(config.topology)), config.channels));
  CHECK(traffic.total_packets() == 2);
  std::vector<std::int64_t> cycles;
  for (std::int64_t cycle = 0; cycle < 10; ++cycle) {
    traffic.create(cycle, 0, 72, [&](int, std::uint32_t) { cycles.push_back(cycle); });
  }
  CHECK(cycles == std::vector<std::int64_t>{2, 4});
  CHECK(traffic.destination(0, 0) == 5);
  CHECK(traffic.size(0, 0) == 3);
  CHECK(traffic.destination(0, 1) == 6);
  CHECK(traffic.size(0, 1) == 2);
}

TEST_CASE("Packets must fit the format and, under virtual cut-through, the buffers") {
  Configuration config;
  const Wiring network =
      dragonfly_wiring(Dragonfly(dragonfly_parameters(config.topology)), config.channels);
  config.router.buffer_depth = 8;
  config.traffic.packet_size = 8;
  CHECK_NOTHROW(Traffic(config, network));
  config.traffic.packet_size = 9;
  CHECK_THROWS_WITH(Traffic(config, network), ContainsSubstring("buffer_depth"));
  config.router.flow_control = FlowControl::kWormhole;
  CHECK_NOTHROW(Traffic(config, network));
  for (const int size : {0, 17}) {
    config.traffic.packet_size = size;
    CHECK_THROWS_WITH(Traffic(config, network), ContainsSubstring("packet_size"));
  }

  const TemporaryFile file("0 0 5 9\n");
  config.traffic.packet_size = 1;
  config.traffic.pattern = Pattern::kTrace;
  config.traffic.trace_file = file.path();
  CHECK_NOTHROW(Traffic(config, network));
  config.router.flow_control = FlowControl::kVirtualCutThrough;
  CHECK_THROWS_WITH(Traffic(config, network), ContainsSubstring("size 9"));
}

TEST_CASE("A batch has an end, other injection has none") {
  Configuration config;
  const Wiring network =
      dragonfly_wiring(Dragonfly(dragonfly_parameters(config.topology)), config.channels);
  CHECK(Traffic(config, network).total_packets() == -1);
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = 10;
  CHECK(Traffic(config, network).total_packets() == 10560);
}

}  // namespace
}  // namespace dragonfly
