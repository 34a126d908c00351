// SPDX-License-Identifier: Apache-2.0
// The occupancies that routers publish and all routers of their group see a cycle later: the oracle
// of UGAL-G.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/common/archive.hpp"
#include "models/router/router_parameters.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// Threads may publish and look at the same time, each for routers of its own.
class PublishedOccupancies {
 public:
  /// The arguments must outlive this object. Holds nothing unless the routing needs an oracle.
  PublishedOccupancies(const RouterParameters& at, const Wiring& wiring)
      : wiring_(wiring),
        first_(static_cast<unsigned>(at.published.first)),
        count_(static_cast<std::size_t>(at.published.count)) {
    if (at.needs.oracle)
      lanes_ = std::max<std::size_t>(1, static_cast<std::size_t>(wiring.routers()) * count_);
    values_.assign(2 * lanes_, 0);
  }

  /// Whether anybody looks at them.
  [[nodiscard]] bool used() const { return lanes_ != 0; }
  [[nodiscard]] bool all_zero() const {
    return std::all_of(values_.begin(), values_.end(), [](auto value) { return value == 0; });
  }

  /// Publishes those of a router; `queue(port)` is that of an output.
  template <class Queue>
  void publish(std::size_t router, std::int64_t now, Queue&& queue) {
    std::uint16_t* const mine = values_.data() + ((now & 1) != 0 ? lanes_ : 0) + router * count_;
    for (std::size_t index = 0; index < count_; ++index)
      mine[index] = static_cast<std::uint16_t>(queue(first_ + static_cast<unsigned>(index)));
  }
  /// A(oracle) of a router: what its group published in the cycle before. Null if nobody looks.
  [[gnu::always_inline]] [[nodiscard]] const std::uint16_t* seen(std::size_t router,
                                                                 std::int64_t now) const {
    if (lanes_ == 0) return nullptr;
    const auto first =
        static_cast<std::size_t>(wiring_.first_of_group(wiring_.group(static_cast<int>(router))));
    return values_.data() + ((now & 1) != 0 ? 0 : lanes_) + first * count_;
  }

  void serialize(Archive& archive) { archive(values_); }

 private:
  const Wiring& wiring_;
  unsigned first_;
  std::size_t count_;
  std::size_t lanes_ = 0;              ///< of a cycle
  std::vector<std::uint16_t> values_;  ///< [cycle modulo 2][router][published output]
};

}  // namespace dragonfly
