// SPDX-License-Identifier: Apache-2.0
#include "sim/lockstep/lockstep_router.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>

#include "models/common/random.hpp"
#include "models/router/earlier_value.hpp"
#include "models/router/unused_address.hpp"

namespace dragonfly {

namespace {

/// Whether the outputs are the same, as fast as can be: nearly always they are.
bool same_outputs(const RouterShape& shape, const RouterOutputs& expected,
                  const RouterOutputs& actual) {
  const std::size_t flit_bytes = static_cast<std::size_t>(shape.flit_words) * 8;
  for (int word = 0; word < shape.mask_words(); ++word) {
    if (expected.valid_ovc[word] != actual.valid_ovc[word] ||
        expected.credit_ivc[word] != actual.credit_ivc[word])
      return false;
    for (std::uint64_t rest = expected.valid_ovc[word]; rest != 0; rest &= rest - 1) {
      const auto port =
          static_cast<std::size_t>((word * 64 + std::countr_zero(rest)) >> shape.vc_bits);
      if (std::memcmp(expected.flit_op + port * flit_bytes, actual.flit_op + port * flit_bytes,
                      flit_bytes) != 0)
        return false;
    }
  }
  return std::equal(expected.occupancy, expected.occupancy + shape.occupancy_lanes,
                    actual.occupancy);
}

/// The same registers by other writes (docs/microarchitecture.md, "Control registers").
std::vector<RegisterWrite> disguised(std::span<const RegisterWrite> writes, int more,
                                     unsigned ports, std::uint64_t key) {
  // Which of `writes`; their number stands for an address without a register.
  std::vector<std::size_t> order(writes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::uint64_t drawn = 0;
  const auto number = [&](std::size_t n) {
    return static_cast<std::size_t>(below(draw(key, drawn++), static_cast<int>(n)));
  };
  for (int extra = 0; extra < more && !writes.empty(); ++extra)
    order.push_back(extra % 2 == 0 ? number(writes.size()) : writes.size());
  for (std::size_t left = order.size(); left > 1; --left)
    std::swap(order[left - 1], order[number(left)]);
  // The latest write of a register counts: those before have another value.
  std::vector<RegisterWrite> disguised(order.size());
  std::vector<bool> written(writes.size());
  for (std::size_t k = order.size(); k-- > 0;) {
    RegisterWrite& write = disguised[k];
    const std::size_t of = order[k];
    if (of == writes.size()) {
      write.address = unused_address(draw(key, drawn++), ports);
      write.data = static_cast<std::uint32_t>(draw(key, drawn++));
      continue;
    }
    write = writes[of];
    if (written[of]) write.data = earlier_value(writes[of], writes, draw(key, drawn++));
    written[of] = true;
  }
  return disguised;
}

std::uint64_t key_of(const LockstepRouter::Settings& settings, Stream stream) {
  return stream_key(settings.seed, stream, static_cast<std::uint64_t>(settings.number));
}

}  // namespace

LockstepRouter::LockstepRouter(std::unique_ptr<VariantRouter> rtl,
                               std::unique_ptr<RouterModel> model, const RouterShape& shape,
                               const FlitFormat& format, const Settings& settings,
                               LockstepCount& count, OnDifference on_difference)
    : rtl_(std::move(rtl)),
      model_(std::move(model)),
      shape_(shape),
      format_(format),
      settings_(settings),
      count_(count),
      on_difference_(std::move(on_difference)) {}

void LockstepRouter::configure(std::span<const RegisterWrite> writes, int edges) {
  if (settings_.first_life != nullptr && !settings_.terminal_ports.empty()) {
    configure_rtl(writes, edges, Stream::kFirstLife);
    try {
      settings_.first_life->live(*rtl_, settings_.terminal_ports,
                                 key_of(settings_, Stream::kFirstLife));
    } catch (const RouterFailure&) {
      // The run will find it too, with the cycle and a wave.
    }
  }
  if (settings_.recording != nullptr) settings_.recording->configure(writes, edges);
  configure_rtl(writes, edges, Stream::kRegisterWrites);
  model_->configure(writes, edges);
}

void LockstepRouter::configure_rtl(std::span<const RegisterWrite> writes, int edges,
                                   Stream stream) {
  const int idle = edges - 2 - static_cast<int>(writes.size());
  rtl_->configure(disguised(writes, std::clamp(idle, 0, kMoreWrites),
                            static_cast<unsigned>(shape_.ports), key_of(settings_, stream)),
                  edges);
}

void LockstepRouter::step(const RouterInputs& inputs) {
  difference_.state_known = false;
  const bool with_state = settings_.state_every > 0 && until_state_ == 0;
  if (with_state) {
    until_state_ = settings_.state_every;
    model_->state(expected_);
  }
  if (until_state_ > 0) --until_state_;
  if (settings_.recording != nullptr) settings_.recording->arrives(inputs);
  rtl_->step(inputs);
  if (fault_) force_fault();
  if (with_state) compare_state();
  if (settings_.audit != nullptr && difference_.state_known) audit_state();
  step_model(inputs);
  if (settings_.recording != nullptr) settings_.recording->leaves(model_->outputs());
  compare_outputs();
  if (shown_) show_expected();
  if (!difference_.values.empty()) {
    differed_ = true;
    difference_.router = settings_.number;
    difference_.cycle = cycle_;
    difference_.state_equal_in = state_equal_in_;
    for (DifferingValue& value : difference_.values) explain(value, inputs);
    if (settings_.look_ahead) look_ahead();
    on_difference_(std::exchange(difference_, {}));
  }
  if (difference_.state_known && !differed_) state_equal_in_ = cycle_;
  if (settings_.audit != nullptr) settings_.audit->count(shape_, inputs, rtl_->outputs());
  ++count_.router_cycles;
  ++cycle_;
}

void LockstepRouter::compare_state() {
  if (!rtl_->state(actual_)) return;
  ++count_.state_compared;
  difference_.state_known = true;
  if (expected_ != actual_)
    difference_.values = differing_state(model_->layout(), format_, expected_, actual_);
}

/// Of a state in which router and model agree: a difference is told in its own words.
void LockstepRouter::audit_state() const {
  if (cycle_ % kAuditEvery != 0 || differed_ || !difference_.values.empty()) return;
  if (const std::string fault = settings_.audit->fault(actual_); !fault.empty())
    throw RouterFailure(fault);
}

void LockstepRouter::step_model(const RouterInputs& inputs) {
  try {
    if (!model_stopped_) model_->step(inputs);
  } catch (const RouterFailure&) {
    // In a run that goes on after a difference the RTL may have led its neighbours into what breaks
    // the rules. The wave then shows the model as it was.
    if (!differed_) throw;
    model_stopped_ = true;
  }
}

void LockstepRouter::explain(DifferingValue& value, const RouterInputs& inputs) const {
  const bool is_credit = value.name == "credit";
  if (is_credit && settings_.delayed.count > 0) {
    value.held_by = settings_.delayed.contains(value.port)
                        ? "the routing delays credits of this port by t_d"
                        : "the routing delays no credits of this port";
  }
  if (!difference_.state_known) return;
  if (is_credit) explain_credit(value);
  if (!is_of_input_vc(value)) return;
  // A port that is not named with a VC asks in VC 0 only.
  const auto vc = static_cast<std::size_t>((value.port << shape_.vc_bits) + std::max(0, value.vc));
  // Flits in the buffer when the cycle began; if a credit is concerned, those for which none has
  // gone back. On the side that has more of them: the other has lost one.
  using enum StatePart;
  const auto count = [&](StatePart part) {
    return static_cast<int>(std::max(state_entry(model_->layout(), expected_, part, vc),
                                     state_entry(model_->layout(), actual_, part, vc)));
  };
  const bool of_credits =
      is_credit || value.name == state_name(kPending) || value.name == state_name(kPendingLength);
  const bool arrives = (inputs.valid_ivc[vc / 64] >> vc % 64 & 1) != 0;
  const int waiting = count(kOccupancy) + (of_credits ? count(kPendingLength) : 0);
  if (waiting > 0 || arrives) value.arrivals_back = waiting;
}

void LockstepRouter::explain_credit(DifferingValue& value) const {
  const StateLayout& layout = model_->layout();
  const StateDifference route{state_name(StatePart::kRoute), value.port, value.vc, -1, 0, 0};
  const std::int64_t output = state_value(layout, actual_, route);
  if (output <= 0) return;
  value.route = state_value_text(layout, route.name, output);
  if (!settings_.delayed.contains(value.port)) return;
  const auto port = static_cast<std::size_t>((output - 1) >> shape_.vc_bits);
  value.held_by = fmt::format("t_d of output port {} is {}, the least t_d {} cycles", port,
                              state_entry(layout, expected_, StatePart::kTd, port),
                              state_entry(layout, expected_, StatePart::kLeastTd, 0));
}

void LockstepRouter::look_ahead() {
  if (!rtl_->state(actual_)) return;
  // Nothing arrives; the state of the next cycle does not depend on what arrives in it.
  const std::vector<std::uint64_t> nothing(
      static_cast<std::size_t>(shape_.mask_words() + shape_.ports * shape_.flit_words));
  try {
    rtl_->step({nothing.data(), nothing.data(), nothing.data()});
  } catch (const RouterFailure&) {
    return;  // an assertion says nothing more than the difference did
  }
  if (!rtl_->state(actual_)) return;
  model_->state(expected_);
  difference_.next_known = true;
  difference_.next = differing_state(model_->layout(), format_, expected_, actual_);
}

void LockstepRouter::force_fault() {
  if (cycle_ == fault_->cycle) rtl_->force(fault_->bit.value_or(0), fault_->value);
  if (cycle_ == fault_->cycle + 1 && fault_->value == ForcedValue::kInverted)
    rtl_->force(fault_->bit.value_or(0), ForcedValue::kReleased);
  if (cycle_ >= fault_->cycle && fault_->value != ForcedValue::kInverted &&
      rtl_->unforced(fault_->bit.value_or(0)) != (fault_->value == ForcedValue::kOne))
    count_.fault_changed = true;
}

void LockstepRouter::show_expected() {
  std::uint32_t expected = 0, actual = 0;
  if (shown_->kind == DifferingValue::Kind::kState) {
    const StateDifference item{shown_->name, shown_->port, shown_->vc, shown_->entry, 0, 0};
    expected = static_cast<std::uint32_t>(state_value(model_->layout(), expected_, item));
    actual = static_cast<std::uint32_t>(state_value(model_->layout(), actual_, item));
  } else {
    // Only where it differs: the ports themselves are beside it in the wave.
    for (const DifferingValue& value : difference_.values) {
      if (value.kind == shown_->kind && value.name == shown_->name && value.port == shown_->port &&
          value.vc == shown_->vc) {
        expected = static_cast<std::uint32_t>(value.expected);
        actual = static_cast<std::uint32_t>(value.actual);
      }
    }
  }
  rtl_->expect(model_->outputs(), expected, actual);
}

void LockstepRouter::compare_outputs() {
  const RouterOutputs expected = model_->outputs(), actual = rtl_->outputs();
  if (same_outputs(shape_, expected, actual)) return;
  auto values = output_differences(shape_, format_, expected, actual);
  for (DifferingValue& value : values) {
    if (value.name != kPublishedOccupancy) continue;
    value.port = settings_.published.first + value.entry;
    value.entry = -1;
  }
  difference_.values.insert(difference_.values.end(), values.begin(), values.end());
}

}  // namespace dragonfly
