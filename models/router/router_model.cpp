// SPDX-License-Identifier: Apache-2.0
#include "models/router/router_model.hpp"

#include <array>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "models/router/mask_words.hpp"
#include "models/router/router_core.hpp"

namespace dragonfly {

namespace {

template <class Kind>
class Model final : public RouterModel {
  static constexpr int kWords = Kind::kWords, kFlitWords = Kind::kFlitWords;

 public:
  Model(const RouterSizes& sizes, MakeUnit make_unit)
      : sizes_(sizes),
        make_unit_(std::move(make_unit)),
        shape_(router_shape(sizes)),
        layout_(shape_.ports, shape_.vc_bits, sizes.askers()),
        flits_(static_cast<std::size_t>(shape_.ports * kFlitWords)),
        occupancy_(static_cast<std::size_t>(shape_.occupancy_lanes)) {}

  void configure(std::span<const RegisterWrite> writes, int edges) override {
    const auto registers = RouterRegisters::from(writes);
    route_unit_ = make_unit_();
    route_unit_->add_router(writes);
    at_.emplace(sizes_, registers, route_unit_->needs());
    connected_ = registers.connected;
    connected_.resize(static_cast<std::size_t>(shape_.ports));
    tcrt0_ = registers.tcrt0;
    tcrt0_.resize(static_cast<std::size_t>(shape_.ports));
    control_ = registers.control;
    stored_count_.assign(static_cast<std::size_t>(at_->vectors), 0);
    halves_.resize(stored_count_.size());
    storage_.assign(Block::bytes(*at_) / sizeof(Line), Line{});
    block_ = reinterpret_cast<Block*>(storage_.data());
    block_->configure(*at_, registers);
    rings_.assign(static_cast<std::size_t>(at_->vectors) << at_->ring_log, 0);
    // A flit of the buffer of an input VC keeps the place that it has in the ring. Behind them is
    // one for each port, for a terminal's flit that arrives.
    stored_.assign((rings_.size() + static_cast<std::size_t>(shape_.ports)) * kFlitWords, 0);
    routes_.assign(Kind::kOnArrival ? rings_.size() : 0, 0);
    for (std::size_t place = 0; place < rings_.size(); ++place)
      rings_[place] = static_cast<std::uint32_t>(place);
    timer_.reset();
    if (at_->needs.delays_credits) timer_.emplace(*at_, registers);
    pending_.assign(static_cast<std::size_t>(at_->vectors), {});
    pending_mask_ = {};
    const auto longest = static_cast<unsigned>(std::max(0, registers.oq_limit)) + 1;
    queue_places_ = std::bit_ceil(longest);
    queues_.assign(static_cast<std::size_t>(shape_.ports), {});
    queued_.assign(flits_.size() * queue_places_, 0);
    unsigned interval = 1;
    for (const std::uint8_t given : registers.interval)
      interval = std::max<unsigned>(interval, given);
    departures_.assign(std::bit_ceil(longest * interval), Mask{});
    valid_ = credit_ = {};
    cycle_ = 0;
    // The edge that begins the first cycle is one more.
    clock_ = static_cast<std::uint16_t>(edges + 1);
  }

  void step(const RouterInputs& inputs) override {
    const Mask valid = take(inputs.valid_ivc), credit = take(inputs.credit_ovc);
    write_flits(valid, inputs.flit_ip);
    credit_ = {};
    RouterCore<Kind, Model> core(*at_, *route_unit_, 0, *block_, rings_.data(), stored_.data(),
                                 timer_ ? &*timer_ : nullptr, *this, cycle_, clock_,
                                 routes_.data());
    const Mask waiting = block_->front;
    const Mask entered = core.arrive(valid);
    if (inputs.oracle != nullptr) show_occupancy(core);
    core.finish(credit, inputs.oracle);
    count_stored(entered, without(entered, waiting));
    core.route_fronts();  // they hold a route from this edge on
    release_credits();
    send_flits();
    ++cycle_;
    ++clock_;
  }

  [[nodiscard]] RouterOutputs outputs() const override {
    return {valid_.word, credit_.word, reinterpret_cast<const std::byte*>(flits_.data()),
            occupancy_.data()};
  }

  void state(std::vector<std::uint32_t>& stream) const override {
    StateWriter writer(layout_, stream);
    writer.now(clock_);
    for (std::size_t number = 0; number < control_.size(); ++number)
      writer.word(StatePart::kControl, number, control_[number]);
    writer.halves(StatePart::kTcrt0, tcrt0_.data());
    for (std::size_t port = 0; port < connected_.size(); ++port)
      if (connected_[port]) writer.set_bit(StatePart::kConnected, port);
    write_state(*at_, *block_, rings_.data(), stored_.data(), kFlitWords, cycle_, writer);
    write_pointers(writer);
    if (!timer_) return;
    timer_->write(writer);
    writer.bits(StatePart::kPending, pending_mask_.word);
    for (std::size_t i = 0; i < pending_.size(); ++i)
      for (const std::uint16_t release : pending_[i]) writer.pending_credit(i, release);
  }
  [[nodiscard]] const StateLayout& layout() const override { return layout_; }

  // What the router core sends to.

  void send(unsigned output_vc, std::uint32_t flit, std::int64_t departure) {
    const std::size_t port = output_vc >> shape_.vc_bits;
    if (!connected_[port])
      throw RouterFailure("a packet is routed to port " + std::to_string(port) +
                          ", which is not connected");
    departures_[slot_of(departure)].set(output_vc);
    std::copy_n(stored_.begin() + static_cast<long>(std::size_t{flit} * kFlitWords), kFlitWords,
                queued_.begin() + queued_at(port, queues_[port].last++));
  }
  void return_credit(unsigned input_vc) { credit_.set(input_vc); }
  [[nodiscard]] std::uint32_t injected(unsigned port) const {
    return static_cast<std::uint32_t>(rings_.size()) + port;
  }
  std::uint32_t settle(std::uint32_t flit, std::size_t place) {
    std::copy_n(stored_.begin() + static_cast<long>(std::size_t{flit} * kFlitWords), kFlitWords,
                stored_.begin() + static_cast<long>(place * kFlitWords));
    return static_cast<std::uint32_t>(place);
  }
  void delay_credit(unsigned input_vc, unsigned delay) {
    pending_[input_vc].push_back(static_cast<std::uint16_t>(clock_ + delay));
    pending_mask_.set(input_vc);
  }

 private:
  using Mask = Bits<kWords>;
  using Block = RouterBlock<kWords>;
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  /// Flits that have ever left an output queue and entered it.
  struct Queue {
    std::uint32_t first = 0, last = 0;
  };

  [[nodiscard]] Mask take(const std::uint64_t* words) const {
    Mask mask{};
    // Never more than there is room for, which GCC 14 would like to see.
    std::copy_n(words, std::min(shape_.mask_words(), kWords), mask.word);
    return mask;
  }
  [[nodiscard]] std::size_t slot_of(std::int64_t cycle) const {
    return static_cast<std::size_t>(cycle) & (departures_.size() - 1);
  }

  /// Where the flit of a number is among queued_.
  [[nodiscard]] std::ptrdiff_t queued_at(std::size_t port, std::uint32_t number) const {
    return static_cast<std::ptrdiff_t>((port * queue_places_ + (number & (queue_places_ - 1))) *
                                       kFlitWords);
  }

  void write_flits(const Mask& valid, const std::uint64_t* flit_ip) {
    int last_port = -1;
    valid.each([&](unsigned i) {
      const auto port = static_cast<int>(i >> shape_.vc_bits);
      check_arrival(i, port, port == last_port);
      last_port = port;
      const unsigned mask = (1U << at_->ring_log) - 1;
      const std::size_t place =
          Kind::kOnArrival && from_terminal(port)
              ? injected(static_cast<unsigned>(port))
              : (std::size_t{i} << at_->ring_log) +
                    ((static_cast<unsigned>(block_->first[i]) + block_->occupancy(i)) & mask);
      std::copy_n(flit_ip + static_cast<std::size_t>(port) * kFlitWords, kFlitWords,
                  stored_.begin() + static_cast<long>(place * kFlitWords));
    });
  }

  /// Counts the flits of this cycle that did not leave at once: those that found their FIFO empty
  /// and left it empty were never in it.
  void count_stored(const Mask& arrived, const Mask& found_empty) {
    without(arrived, without(found_empty, block_->front)).each([&](unsigned i) {
      ++stored_count_[i];
    });
  }

  void write_pointers(StateWriter& writer) const {
    const auto pointer_mask = static_cast<std::uint32_t>(2 * sizes_.depth - 1);
    const auto slot_mask = static_cast<std::uint32_t>(sizes_.depth - 1);
    read_count_ = stored_count_;
    block_->front.each([&](unsigned i) { read_count_[i] -= block_->occupancy(i); });
    const auto write_all = [&](StatePart part, const std::vector<std::uint32_t>& counts,
                               std::uint32_t mask) {
      for (std::size_t i = 0; i < counts.size(); ++i)
        halves_[i] = static_cast<std::uint16_t>(counts[i] & mask);
      writer.halves(part, halves_.data());
    };
    write_all(StatePart::kWritePointer, stored_count_, pointer_mask);
    write_all(StatePart::kReadPointer, read_count_, pointer_mask);
    write_all(StatePart::kWriteSlot, stored_count_, slot_mask);
    write_all(StatePart::kReadSlot, read_count_, slot_mask);
  }

  [[nodiscard]] bool from_terminal(int port) const {
    const std::vector<bool>& terminals = sizes_.design.only_terminals;
    return static_cast<std::size_t>(port) < terminals.size() &&
           terminals[static_cast<std::size_t>(port)];
  }
  /// Flits that have the credits of an input VC; where decisions are taken on arrival, those of a
  /// terminal port.
  [[nodiscard]] unsigned credited(unsigned i, int port) const {
    if (!Kind::kOnArrival || !from_terminal(port)) return block_->occupancy(i);
    unsigned flits = 0;
    for (int vc = 0; vc < sizes_.vcs; ++vc)
      flits += block_->occupancy(static_cast<unsigned>((port << shape_.vc_bits) + vc));
    return flits;
  }

  void check_arrival(unsigned i, int port, bool second) const {
    const unsigned vc = i & static_cast<unsigned>(shape_.stride() - 1);
    const char* fault = nullptr;
    if (second) fault = "flits arrive on two VCs of a port";
    if (vc != 0 && from_terminal(port)) fault = "a terminal sends on another VC than 0";
    if (credited(i, port) == static_cast<unsigned>(at_->depth))
      fault = "a flit arrives for which there is no room";
    if (fault != nullptr)
      throw RouterFailure(std::string(fault) + ": input port " + std::to_string(port) + " VC" +
                          std::to_string(vc));
  }

  template <class Core>
  void show_occupancy(const Core& core) {
    if (!at_->needs.oracle) return;
    for (int index = 0; index < at_->published.count; ++index)
      occupancy_[static_cast<std::size_t>(index)] = static_cast<std::uint16_t>(
          core.queue(static_cast<unsigned>(at_->published.first + index)));
  }

  void release_credits() {
    const Mask waiting = pending_mask_;
    waiting.each([&](unsigned i) {
      std::deque<std::uint16_t>& queue = pending_[i];
      if (static_cast<std::uint16_t>(clock_ - queue.front()) >= 1U << 15) return;
      queue.pop_front();
      if (queue.empty()) pending_mask_.clear(i);
      credit_.set(i);
    });
  }

  void send_flits() {
    valid_ = std::exchange(departures_[slot_of(cycle_)], Mask{});
    valid_.each([&](unsigned output_vc) {
      const std::size_t port = output_vc >> shape_.vc_bits;
      std::copy_n(queued_.begin() + queued_at(port, queues_[port].first++), kFlitWords,
                  flits_.begin() + static_cast<std::ptrdiff_t>(port * kFlitWords));
    });
  }

  RouterSizes sizes_;
  MakeUnit make_unit_;
  RouterShape shape_;
  StateLayout layout_;
  std::optional<RouterParameters> at_;
  std::unique_ptr<RouteUnit> route_unit_;
  std::vector<bool> connected_;                             ///< [port]
  std::vector<std::uint16_t> tcrt0_;                        ///< [port]
  std::array<std::uint32_t, kControlRegisters> control_{};  ///< by address
  std::vector<std::uint32_t> stored_count_;  ///< flits that have been in the FIFO, by input VC
  // Room for state(), which is called in every cycle of a lockstep run.
  mutable std::vector<std::uint32_t> read_count_;
  mutable std::vector<std::uint16_t> halves_;
  std::vector<Line> storage_;
  Block* block_ = nullptr;  ///< in storage_
  std::vector<std::uint32_t> rings_;
  std::vector<std::uint64_t> stored_;  ///< flits by their place in rings_
  std::vector<std::uint16_t> routes_;  ///< output VCs of heads by their place in rings_
  std::optional<CreditTimer> timer_;
  std::vector<std::deque<std::uint16_t>> pending_;  ///< release times by input VC
  Mask pending_mask_{};                             ///< input VCs that have any
  std::vector<Mask> departures_;  ///< output VCs that flits leave on, [cycle modulo their number]
  std::vector<Queue> queues_;     ///< output queues by port
  std::vector<std::uint64_t> queued_;  ///< [port][number of the flit modulo the places]
  std::size_t queue_places_ = 1;
  Mask valid_{}, credit_{};
  std::vector<std::uint64_t> flits_;
  std::vector<std::uint16_t> occupancy_;
  std::int64_t cycle_ = 0;   ///< the next
  std::uint16_t clock_ = 0;  ///< `now` in it
};

}  // namespace

RouterShape router_shape(const RouterSizes& sizes) {
  RouterShape shape;
  shape.ports = sizes.ports();
  shape.vc_bits = sizes.vc_bits();
  shape.flit_words = FlitFormat(sizes.design.header).flit_words();
  shape.oracle_lanes = sizes.design.oracle_lanes;
  shape.occupancy_lanes = std::max(1, sizes.design.published.count);
  return shape;
}

std::unique_ptr<RouterModel> make_router_model(const RouterSizes& sizes, MakeUnit make_unit) {
  const RouterShape shape = router_shape(sizes);
  const auto make = [&](auto words, auto on_arrival) -> std::unique_ptr<RouterModel> {
    if (shape.flit_words == 1)
      return std::make_unique<Model<RouterKind<words.value, 1, on_arrival.value>>>(
          sizes, std::move(make_unit));
    return std::make_unique<Model<RouterKind<words.value, 2, on_arrival.value>>>(
        sizes, std::move(make_unit));
  };
  if (sizes.design.decides_on_arrival)
    return with_few_mask_words(shape.mask_words(),
                               [&](auto words) { return make(words, std::true_type()); });
  return with_mask_words(shape.mask_words(),
                         [&](auto words) { return make(words, std::false_type()); });
}

}  // namespace dragonfly
