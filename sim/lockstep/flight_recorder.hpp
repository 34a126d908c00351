// SPDX-License-Identifier: Apache-2.0
// What happened around a difference: the flits and credits of a few hundred cycles.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/router/router.hpp"

namespace dragonfly {

/// Something that passed a port of a router.
struct FlightEvent {
  enum class Kind : std::uint8_t {
    kArrives,         ///< a flit, on an input VC
    kLeaves,          ///< a flit, on an output VC
    kCreditReturned,  ///< for an input VC, to the neighbour
    kCreditArrives,   ///< for an output VC
  };

  std::int64_t cycle = 0;
  int router = 0;  ///< global number
  Kind kind = Kind::kArrives;
  int port = 0;
  int vc = 0;
  std::array<std::uint64_t, 2> flit{};  ///< of flits
};

/// Keeps the events of a window of cycles: flits that leave any router, and everything at one.
class FlightRecorder {
 public:
  /// Cycles `first` .. `last`; everything is kept of `router`.
  FlightRecorder(const RouterShape& shape, std::int64_t first, std::int64_t last, int router)
      : shape_(shape), first_(first), last_(last), router_(router) {}

  /// A router that records what passes the ports of `recorded`, which has global number `number`.
  [[nodiscard]] std::unique_ptr<Router> record(std::unique_ptr<Router> recorded, int number);

  /// In the order in which routers were stepped.
  [[nodiscard]] const std::vector<FlightEvent>& events() const { return events_; }

  /// What passes the ports of router `number` in `cycle`.
  void note(std::int64_t cycle, int number, const RouterInputs& inputs,
            const RouterOutputs& outputs);

 private:
  void note_mask(std::int64_t cycle, int number, FlightEvent::Kind kind, const std::uint64_t* mask,
                 const void* flits);

  RouterShape shape_;
  std::int64_t first_, last_;
  int router_;
  std::vector<FlightEvent> events_;
};

}  // namespace dragonfly
