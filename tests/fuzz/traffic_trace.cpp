// SPDX-License-Identifier: Apache-2.0
// Traces of packets to send.
#include "models/traffic/traffic_trace.hpp"

#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/memory_file.hpp"

namespace dragonfly::fuzz {
namespace {

constexpr int kTerminals = 72, kDefaultSize = 1, kLargestSize = 16;

/// The packets as a file that has them in the order of their terminals.
std::string text_of(TrafficTrace& trace) {
  std::string text;
  const auto write = [&](int source, std::uint32_t sequence) {
    const TracePacket& packet = trace.packet(source, sequence);
    text += std::to_string(packet.cycle) + ' ' + std::to_string(packet.source) + ' ' +
            std::to_string(packet.destination) + ' ' + std::to_string(packet.size) + '\n';
  };
  std::vector<std::uint32_t> sequence(kTerminals, 0);
  while (const auto cycle = trace.next_cycle()) {
    const auto created = [&](int terminal, unsigned) {
      write(terminal, sequence[static_cast<std::size_t>(terminal)]++);
    };
    trace.create(*cycle, 0, kTerminals, created);
  }
  return text;
}

}  // namespace

void look_at(std::string_view input) {
  static const MemoryFile file;
  file.write(input);
  const auto read = [] {
    return TrafficTrace(file.path(), kTerminals, kDefaultSize, kLargestSize);
  };
  // A file without packets has no line that is wrong.
  const bool empty = input.find_first_of("0123456789+-") == std::string_view::npos;
  std::optional<TrafficTrace> trace;
  try {
    trace = read();
  } catch (const InputError& error) {
    if (!empty && std::string_view(error.what()).find("holds no packets") == std::string_view::npos)
      require_place(error.what(), file.path(), Place::kLine);
    return;
  }
  const std::string text = text_of(*trace);
  file.write(text);
  TrafficTrace again = read();
  require(text_of(again) == text, "the packets are others when they are written and read again",
          text);
}

}  // namespace dragonfly::fuzz
