// SPDX-License-Identifier: Apache-2.0
#include "sim/lockstep/first_life.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "models/common/random.hpp"

namespace dragonfly {
namespace {

constexpr int kLeastCycles = 20, kMoreCycles = 64;
/// A credit that is owed returns in one cycle of so many.
constexpr int kCyclesOfCredit = 4;

/// Sends packets one after the other.
struct Sender {
  int port = 0;
  int credits = 0;
  int next = 0;  ///< flit of the packet
  std::uint32_t handle = 0;
};

bool bit(const std::vector<std::uint64_t>& mask, int number) {
  return (mask[static_cast<std::size_t>(number / 64)] >> number % 64 & 1) != 0;
}
void set(std::vector<std::uint64_t>& mask, int number) {
  mask[static_cast<std::size_t>(number / 64)] |= std::uint64_t{1} << number % 64;
}

}  // namespace

FirstLife::FirstLife(const RouterShape& shape, const FlitFormat& format, Traffic traffic)
    : shape_(shape), format_(format), traffic_(std::move(traffic)) {}

void FirstLife::live(Router& router, const std::vector<int>& ports, std::uint64_t key) const {
  std::uint64_t drawn = 0;
  const auto number = [&](std::size_t n) { return below(draw(key, drawn++), static_cast<int>(n)); };
  const auto words = static_cast<std::size_t>(shape_.mask_words());
  std::vector<std::uint64_t> valid(words), credit(words), credits_seen(words);
  std::vector<std::uint64_t> flits(static_cast<std::size_t>(shape_.ports * shape_.flit_words));
  const std::vector<std::uint16_t> oracle(static_cast<std::size_t>(shape_.oracle_lanes));
  std::vector<int> owed(static_cast<std::size_t>(shape_.vector_bits()));  // credits, [output VC]
  std::vector<Sender> senders;
  senders.reserve(ports.size());
  for (const int port : ports) senders.push_back({port, traffic_.credits, 0, 0});

  const int cycles = kLeastCycles + number(kMoreCycles);
  for (int cycle = 0; cycle < cycles; ++cycle) {
    std::fill(valid.begin(), valid.end(), 0);
    std::fill(credit.begin(), credit.end(), 0);
    for (Sender& sender : senders) {
      // Terminals use VC 0.
      const int vc = sender.port << shape_.vc_bits;
      sender.credits += bit(credits_seen, vc) ? 1 : 0;
      const bool head = sender.next == 0;
      const int needed = head && traffic_.whole_packets ? traffic_.packet_size : 1;
      if (sender.credits < needed) continue;
      std::uint64_t* const flit = flits.data() + std::ptrdiff_t{sender.port} * shape_.flit_words;
      if (head) {
        const auto to = static_cast<std::size_t>(number(traffic_.destinations.size()));
        format_.encode_head(flit, traffic_.destinations[to], traffic_.packet_size, sender.handle);
      } else {
        format_.encode_body(flit, sender.next + 1 == traffic_.packet_size, sender.next,
                            sender.handle);
      }
      set(valid, vc);
      --sender.credits;
      if (++sender.next == traffic_.packet_size) {
        sender.next = 0;
        ++sender.handle;
      }
    }
    for (int vc = 0; vc < shape_.vector_bits(); ++vc) {
      int& credits = owed[static_cast<std::size_t>(vc)];
      if (credits == 0 || number(kCyclesOfCredit) != 0) continue;
      --credits;
      set(credit, vc);
    }
    router.step({valid.data(), credit.data(), flits.data(),
                 traffic_.with_oracle ? oracle.data() : nullptr});
    const RouterOutputs outputs = router.outputs();
    credits_seen.assign(outputs.credit_ivc, outputs.credit_ivc + words);
    for (std::size_t word = 0; word < words; ++word)
      for (std::uint64_t rest = outputs.valid_ovc[word]; rest != 0; rest &= rest - 1)
        ++owed[word * 64 + static_cast<std::size_t>(std::countr_zero(rest))];
  }
}

}  // namespace dragonfly
