// SPDX-License-Identifier: Apache-2.0
#include "sim/lockstep/flight_recorder.hpp"

#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>

namespace dragonfly {

namespace {

class RecordedRouter : public Router {
 public:
  RecordedRouter(std::unique_ptr<Router> router, int number, FlightRecorder& recorder)
      : router_(std::move(router)), number_(number), recorder_(recorder) {}

  void configure(std::span<const RegisterWrite> writes, int edges) override {
    router_->configure(writes, edges);
  }
  void step(const RouterInputs& inputs) override {
    router_->step(inputs);
    recorder_.note(cycle_++, number_, inputs, router_->outputs());
  }
  [[nodiscard]] RouterOutputs outputs() const override { return router_->outputs(); }

 private:
  std::unique_ptr<Router> router_;
  int number_;
  FlightRecorder& recorder_;
  std::int64_t cycle_ = 0;
};

}  // namespace

std::unique_ptr<Router> FlightRecorder::record(std::unique_ptr<Router> recorded, int number) {
  return std::make_unique<RecordedRouter>(std::move(recorded), number, *this);
}

void FlightRecorder::note(std::int64_t cycle, int number, const RouterInputs& inputs,
                          const RouterOutputs& outputs) {
  if (cycle < first_ || cycle > last_) return;
  using Kind = FlightEvent::Kind;
  if (number == router_) {
    note_mask(cycle, number, Kind::kArrives, inputs.valid_ivc, inputs.flit_ip);
    note_mask(cycle, number, Kind::kCreditArrives, inputs.credit_ovc, nullptr);
    note_mask(cycle, number, Kind::kCreditReturned, outputs.credit_ivc, nullptr);
  }
  note_mask(cycle, number, Kind::kLeaves, outputs.valid_ovc, outputs.flit_op);
}

void FlightRecorder::note_mask(std::int64_t cycle, int number, FlightEvent::Kind kind,
                               const std::uint64_t* mask, const void* flits) {
  for (int word = 0; word < shape_.mask_words(); ++word) {
    for (std::uint64_t rest = mask[word]; rest != 0; rest &= rest - 1) {
      const int bit = word * 64 + std::countr_zero(rest);
      FlightEvent event{cycle, number, kind, bit >> shape_.vc_bits, bit & (shape_.stride() - 1),
                        {}};
      if (flits != nullptr) {
        const std::size_t bytes = static_cast<std::size_t>(shape_.flit_words) * 8;
        std::memcpy(
            event.flit.data(),
            static_cast<const std::byte*>(flits) + static_cast<std::size_t>(event.port) * bytes,
            bytes);
      }
      events_.push_back(event);
    }
  }
}

}  // namespace dragonfly
