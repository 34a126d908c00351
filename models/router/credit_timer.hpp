// Credit round trips of a router: timestamp queues and t_d registers (docs/microarchitecture.md,
// "Credit round trips"; [K08] Section 4.3.2, Figure 17).
#pragma once

#include <cstdint>
#include <vector>

#include "models/router/router_parameters.hpp"
#include "models/router/router_registers.hpp"
#include "models/router/router_state.hpp"

namespace dragonfly {

class CreditTimer {
 public:
  CreditTimer(const RouterParameters& parameters, const RouterRegisters& registers);

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
  [[nodiscard]] bool idle() const { return measured_.empty(); }
  /// To be called in every cycle after the last take(), before the first give_back(): what was
  /// measured in the cycle before becomes t_d.
  void begin_returns() {
    if (measured_.empty()) return;
    for (const Measurement& measurement : measured_) td_[measurement.port] = measurement.td;
    measured_.clear();
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

 private:
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
  [[nodiscard]] std::uint16_t least() const;
  void measure(unsigned port, std::uint16_t round_trip);
  void find_least();
  [[noreturn]] void fail(unsigned output_vc) const;

  int one_in_;
  unsigned times_log_, times_mask_;
  int vc_bits_;
  std::vector<Queue> queues_;              ///< [output VC]
  std::vector<std::uint16_t> times_;       ///< [output VC][place]
  std::vector<std::uint16_t> tcrt0_, td_;  ///< [port]
  std::vector<unsigned> connected_;        ///< ports
  std::vector<Measurement> measured_;      ///< in the last cycle; of a port the last one counts
  std::uint16_t least_ = 0;
  bool least_known_ = false;
};

}  // namespace dragonfly
