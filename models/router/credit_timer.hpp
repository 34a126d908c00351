// SPDX-License-Identifier: Apache-2.0
// Credit round trips of a router: timestamp queues and t_d registers (docs/microarchitecture.md,
// "Credit round trips"; [K08] Section 4.3.2, Figure 17).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/common/archive.hpp"
#include "models/router/router_parameters.hpp"
#include "models/router/router_registers.hpp"
#include "models/router/router_state.hpp"

namespace dragonfly {

class CreditTimer {
 public:
  /// t_d of a port has 15 bits; no credit is delayed for longer, cycles.
  static constexpr int kLargestTd = (1 << 15) - 1;

  CreditTimer(const RouterParameters& parameters, const RouterRegisters& registers);

  /// Bytes that one takes, in all.
  [[nodiscard]] static std::size_t bytes(const RouterParameters& parameters);

  /// A flit was granted to an output VC in cycle `now`.
  void take(unsigned output_vc, std::uint16_t now) {
    Queue& queue = queues_[output_vc];
    if (queue.taken == 0) {
      times_[(output_vc << times_log_) + ((queue.first + queue.length) & times_mask_)] = now;
      ++queue.length;
    }
    queue.taken = next(queue.taken);
  }

  /// Whether a cycle in which nothing is taken or given back would change nothing.
  [[nodiscard]] bool idle() const { return measurements_ == 0; }
  /// To be called in every cycle after the last take(), before the first give_back(): what was
  /// measured in the cycle before becomes t_d.
  void begin_returns() {
    if (measurements_ == 0) return;
    for (std::size_t k = 0; k < measurements_; ++k) td_[measured_[k].port] = measured_[k].td;
    measurements_ = 0;
    least_known_ = false;
  }
  /// A credit for an output VC arrives in cycle `now`. Within a cycle output VCs come in ascending
  /// order.
  void give_back(unsigned output_vc, unsigned port, std::uint16_t now) {
    Queue& queue = queues_[output_vc];
    if (queue.returned == 0) {
      if (queue.length == 0) fail(output_vc);
      const std::uint16_t then = times_[(output_vc << times_log_) + queue.first];
      queue.first = static_cast<std::uint16_t>((queue.first + 1) & times_mask_);
      --queue.length;
      measure(port, static_cast<std::uint16_t>(now - then));
    }
    queue.returned = next(queue.returned);
  }

  /// t_d of a port less the least t_d of all connected ones, cycles.
  [[nodiscard]] unsigned delay(unsigned port) {
    if (!least_known_) find_least();
    return static_cast<unsigned>(td_[port] - least_);
  }

  /// Its parts of the state, pending credits excepted.
  void write(StateWriter& writer) const;

  void serialize(Archive& archive) {
    archive(queues_, times_, td_, measured_, measurements_, least_, least_known_);
  }

 private:
  /// Ports whose t_d are compared at a time.
  static constexpr std::size_t kPortsAtATime = 8;

  struct Queue {
    std::uint16_t first = 0, length = 0;
    std::uint8_t taken = 0, returned = 0;
  };
  struct Measurement {
    unsigned port;
    std::uint16_t td;
  };

  [[nodiscard]] std::uint8_t next(std::uint8_t counter) const {
    return counter + 1 == one_in_ ? 0 : static_cast<std::uint8_t>(counter + 1);
  }
  void measure(unsigned port, std::uint16_t round_trip) {
    const int excess = std::clamp(int{round_trip} - int{tcrt0_[port]}, 0, kLargestTd);
    measured_[measurements_++] = {port, static_cast<std::uint16_t>(excess)};
  }
  [[nodiscard]] std::uint16_t least() const;
  void find_least() {
    least_ = least();
    least_known_ = true;
  }
  [[noreturn]] void fail(unsigned output_vc) const;

  int one_in_;
  unsigned times_log_, times_mask_;
  int vc_bits_;
  std::vector<Queue> queues_;         ///< [output VC]
  std::vector<std::uint16_t> times_;  ///< [output VC][place]
  std::vector<std::uint16_t> tcrt0_;  ///< [port]
  // With ports that do not exist behind the others, up to a multiple of kPortsAtATime:
  std::vector<std::uint16_t> td_;     ///< [port]
  std::vector<std::uint16_t> apart_;  ///< [port]: kLargestTd if it is not connected, else 0
  /// In the last cycle, one for each output VC at most; of a port the last one counts.
  std::vector<Measurement> measured_;
  std::size_t measurements_ = 0;
  std::uint16_t least_ = 0;
  bool least_known_ = false;
};

}  // namespace dragonfly
