// SPDX-License-Identifier: Apache-2.0
// What a router lives through before the reset of a lockstep run.
#include "sim/lockstep/first_life.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "models/families/dragonfly/dragonfly_routes.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

constexpr int kCredits = 5, kPacket = 3, kTerminals = 2, kVcs = 3;

/// Sends what it gets out again, through the port behind that of its arrival, in a VC that turns; a
/// flit waits a few cycles, if there are credits. Looks whether everything that it sees is allowed.
class Loop : public Router {
 public:
  explicit Loop(const RouterShape& shape, const FlitFormat& format)
      : shape_(shape), format_(format) {
    const auto words = static_cast<std::size_t>(shape.mask_words());
    valid_.resize(words);
    credit_.resize(words);
    flits_.resize(static_cast<std::size_t>(shape.ports * shape.flit_words * 8));
    credits_.assign(static_cast<std::size_t>(shape.vector_bits()), kCredits);
    queues_.resize(static_cast<std::size_t>(shape.ports));
    next_.resize(static_cast<std::size_t>(shape.ports));
  }
  void configure(std::span<const RegisterWrite>, int) override {}
  void step(const RouterInputs& inputs) override {
    for (int vc = 0; vc < shape_.vector_bits(); ++vc) {
      auto& credits = credits_[static_cast<std::size_t>(vc)];
      credits += has(inputs.credit_ovc, vc) ? 1 : 0;
      REQUIRE(credits <= kCredits);  // none for a flit that was never sent
      if (!has(inputs.valid_ivc, vc)) continue;
      const int port = vc >> shape_.vc_bits;
      REQUIRE(port < kTerminals);
      REQUIRE(vc == port << shape_.vc_bits);
      take(port, inputs.flit_ip + std::ptrdiff_t{port} * shape_.flit_words);
    }
    valid_.assign(valid_.size(), 0);
    credit_.assign(credit_.size(), 0);
    for (int port = 0; port < kTerminals; ++port) pass_on(port);
    ++cycle_;
  }
  [[nodiscard]] RouterOutputs outputs() const override {
    return {valid_.data(), credit_.data(), flits_.data(), nullptr};
  }

  int cycle_ = 0;
  int taken_ = 0, passed_on_ = 0;
  std::vector<int> next_;  ///< [port] flit of the packet
  bool blocked_ = false;   ///< a flit has waited for a credit

 private:
  static bool has(const std::uint64_t* mask, int bit) {
    return (mask[bit / 64] >> bit % 64 & 1) != 0;
  }
  static void set(std::vector<std::uint64_t>& mask, int bit) {
    mask[static_cast<std::size_t>(bit / 64)] |= std::uint64_t{1} << bit % 64;
  }
  void take(int port, const std::uint64_t* flit) {
    auto& queue = queues_[static_cast<std::size_t>(port)];
    auto& next = next_[static_cast<std::size_t>(port)];
    REQUIRE(static_cast<int>(queue.size()) < kCredits);
    CHECK(format_.head(flit) == (next == 0));
    CHECK(format_.tail(flit) == (next == kPacket - 1));
    CHECK(format_.sequence(flit) == next);
    if (next == 0) {
      CHECK(FlitFormat::length(format_.header(flit)) == kPacket);
      CHECK(static_cast<int>(queue.size()) + kPacket <= kCredits);  // there was place for all of it
    }
    next = (next + 1) % kPacket;
    queue.push_back(cycle_);
    ++taken_;
  }
  void pass_on(int port) {
    auto& queue = queues_[static_cast<std::size_t>(port)];
    const int vc = (port + kTerminals) << shape_.vc_bits | (passed_on_ % kVcs);
    auto& credits = credits_[static_cast<std::size_t>(vc)];
    if (queue.empty() || queue.front() + 2 > cycle_) return;
    if (credits == 0) {
      blocked_ = true;
      return;
    }
    --credits;
    queue.pop_front();
    set(valid_, vc);
    set(credit_, port << shape_.vc_bits);
    ++passed_on_;
  }

  RouterShape shape_;
  const FlitFormat& format_;
  std::vector<std::uint64_t> valid_, credit_;
  std::vector<std::byte> flits_;
  std::vector<int> credits_;             ///< [output VC]
  std::vector<std::deque<int>> queues_;  ///< [input port] cycles of arrival
};

TEST_CASE("the first life keeps the rules of links, and ends anywhere") {
  const FlitFormat format(dragonfly_design(2, 4, 2).header);
  const RouterShape shape{.ports = 7, .vc_bits = 2, .flit_words = format.flit_words()};
  const FirstLife life(shape, format,
                       {.destinations = {0, 1, 5},
                        .packet_size = kPacket,
                        .credits = kCredits,
                        .whole_packets = true});
  std::vector<int> lengths, unfinished;
  bool blocked = false;
  for (std::uint64_t key = 0; key < 50; ++key) {
    Loop loop(shape, format);
    life.live(loop, {0, 1}, key);
    CHECK(loop.taken_ > 10);
    blocked = blocked || loop.blocked_;
    lengths.push_back(loop.cycle_);
    unfinished.push_back(loop.next_[0]);
  }
  CHECK(blocked);
  CHECK(*std::min_element(lengths.begin(), lengths.end()) <
        *std::max_element(lengths.begin(), lengths.end()));
  for (int flit = 0; flit < kPacket; ++flit)
    CHECK(std::find(unfinished.begin(), unfinished.end(), flit) != unfinished.end());
}

}  // namespace
}  // namespace dragonfly
