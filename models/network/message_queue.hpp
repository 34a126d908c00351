// SPDX-License-Identifier: Apache-2.0
// What one thread's routers and terminals send to another's.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/network/router_wheel.hpp"

namespace dragonfly {

/// A flit or a credit on its way into a wheel.
struct RouterMessage {
  const Outlet* outlet = nullptr;  ///< at the wheel
  std::uint64_t* slot = nullptr;   ///< of the wheel
  std::uint8_t vc = 0;
  std::uint8_t words = 0;  ///< of the flit; 0: a credit
  std::array<std::uint64_t, 2> flit{};
};

/// Messages from one region to another. They are written in one cycle and read at the beginning of
/// the next, which is soon enough as every channel takes a cycle or more. In each cycle one thread
/// writes while another reads what was written in the cycle before.
class MessageQueue {
 public:
  /// The writer begins a cycle.
  void begin(std::int64_t cycle) {
    writing_ = &of(cycle);
    writing_->messages.clear();
  }
  [[nodiscard]] RouterMessage& write() { return writing_->messages.emplace_back(); }
  /// For the reader.
  [[nodiscard]] const std::vector<RouterMessage>& sent_in(std::int64_t cycle) const {
    return messages_[cycle & 1].messages;
  }

 private:
  /// On cache lines of their own.
  struct alignas(64) Messages {
    std::vector<RouterMessage> messages;
  };
  [[nodiscard]] Messages& of(std::int64_t cycle) { return messages_[cycle & 1]; }

  std::array<Messages, 2> messages_;  ///< [cycle modulo 2]
  alignas(64) Messages* writing_ = nullptr;
};

/// A channel from one region into another, as its sender sees it.
struct FarEnd {
  Outlet there;
  MessageQueue* queue;
};

/// Puts a message into the wheel that it is for.
inline void deliver(const RouterMessage& message) {
  if (message.words == 0)
    message.outlet->put_credit(message.slot, message.vc);
  else if (message.words == 1)
    message.outlet->put_flit<1>(message.slot, message.vc, message.flit.data());
  else
    message.outlet->put_flit<2>(message.slot, message.vc, message.flit.data());
}

}  // namespace dragonfly
