// SPDX-License-Identifier: Apache-2.0
#include "models/traffic/traffic_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string_view>

#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "models/common/printable.hpp"

namespace dragonfly {
namespace {

/// So that what is added to a cycle is a number of 64 bits still.
constexpr std::int64_t kMostCycles = 1'000'000'000'000'000'000;

/// Reads lines and complains with their place.
class LineParser {
 public:
  LineParser(const std::string& path, int terminals, int default_size, int largest_size)
      : path_(path),
        terminals_(terminals),
        default_size_(default_size),
        largest_size_(largest_size) {}

  /// Appends the packet of `line`, if there is one.
  void parse(std::string_view line, std::int64_t number, std::vector<TracePacket>& packets) const {
    std::array<std::string_view, 4> words;
    const std::size_t count = split(line, number, words);
    if (count == 0) return;
    if (count < 3) fail(number, "a packet needs cycle, source and destination");
    TracePacket packet;
    packet.cycle = integer(words[0], number, "cycle");
    if (packet.cycle < 0) fail(number, fmt::format("cycle {} is negative", packet.cycle));
    if (packet.cycle > kMostCycles)
      fail(number,
           fmt::format("cycle {} is too large, 0 .. {} are possible", packet.cycle, kMostCycles));
    packet.source = terminal(words[1], number, "source");
    packet.destination = terminal(words[2], number, "destination");
    const std::int64_t size = count == 4 ? integer(words[3], number, "size") : default_size_;
    if (size < 1 || size > largest_size_) {
      fail(number,
           fmt::format("size {} is not possible, 1 .. {} flits are (a packet has at most 16, "
                       "and under virtual cut-through must fit router.buffer_depth)",
                       size, largest_size_));
    }
    packet.size = static_cast<int>(size);
    packets.push_back(packet);
  }

 private:
  static constexpr std::string_view kBlank = " \t\r";

  [[noreturn]] void fail(std::int64_t number, const std::string& problem) const {
    throw InputError(fmt::format("{}:{}: {}. A line is: cycle source destination [size]", path_,
                                 number, problem));
  }
  std::size_t split(std::string_view line, std::int64_t number,
                    std::array<std::string_view, 4>& words) const {
    line = line.substr(0, line.find('#'));
    std::size_t count = 0;
    for (;;) {
      const std::size_t begin = line.find_first_not_of(kBlank);
      if (begin == std::string_view::npos) return count;
      const std::size_t end = std::min(line.find_first_of(kBlank, begin), line.size());
      if (count == words.size()) {
        fail(number, fmt::format("\"{}\" is too much", shortened(line.substr(begin, end - begin))));
      }
      words[count++] = line.substr(begin, end - begin);
      line.remove_prefix(end);
    }
  }
  std::int64_t integer(std::string_view word, std::int64_t number, const char* what) const {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) {
      fail(number,
           fmt::format("{} \"{}\" is no whole number, or too large", what, shortened(word)));
    }
    return value;
  }
  int terminal(std::string_view word, std::int64_t number, const char* what) const {
    const std::int64_t value = integer(word, number, what);
    if (value < 0 || value >= terminals_) {
      fail(number,
           fmt::format("{} terminal {} is not there, 0 .. {} are", what, value, terminals_ - 1));
    }
    return static_cast<int>(value);
  }

  const std::string& path_;
  int terminals_, default_size_, largest_size_;
};

}  // namespace

TrafficTrace::TrafficTrace(const std::string& path, int terminals, int default_size,
                           int largest_size) {
  if (path.empty()) {
    throw InputError(
        "traffic.pattern = \"trace\" needs a file of packets: set traffic.trace_file.");
  }
  const auto file = open_input(path);
  const LineParser parser(path, terminals, default_size, largest_size);
  std::string line;
  errno = 0;
  for (std::int64_t number = 1; std::getline(*file, line); ++number) {
    parser.parse(line, number, packets_);
  }
  // getline ends at the end of the file with eof set; anything else is a file that cannot be read.
  if (!file->eof()) {
    throw InputError(fmt::format("cannot read {}: {}", path,
                                 errno != 0 ? std::strerror(errno) : "unknown reason"));
  }
  if (packets_.empty()) {
    throw InputError(fmt::format("The trace file \"{}\" holds no packets.", path));
  }

  std::stable_sort(packets_.begin(), packets_.end(),
                   [](const TracePacket& x, const TracePacket& y) {
                     return x.source != y.source ? x.source < y.source : x.cycle < y.cycle;
                   });
  first_.assign(static_cast<std::size_t>(terminals) + 1, 0);
  for (const TracePacket& packet : packets_) ++first_[static_cast<std::size_t>(packet.source) + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  next_.assign(first_.begin(), first_.end() - 1);
  for (int terminal = 0; terminal < terminals; ++terminal) {
    next_cycle_.push_back(-1);
    find_next(terminal);
  }
}

std::optional<std::int64_t> TrafficTrace::next_cycle() const {
  std::optional<std::int64_t> next;
  for (const std::int64_t cycle : next_cycle_)
    if (cycle >= 0 && (!next || cycle < *next)) next = cycle;
  return next;
}

std::int64_t TrafficTrace::last_cycle() const {
  return std::max_element(packets_.begin(), packets_.end(),
                          [](const auto& x, const auto& y) { return x.cycle < y.cycle; })
      ->cycle;
}

void TrafficTrace::find_next(int terminal) {
  const auto index = static_cast<std::size_t>(terminal);
  next_cycle_[index] = next_[index] < first_[index + 1] ? packets_[next_[index]].cycle : -1;
}

}  // namespace dragonfly
