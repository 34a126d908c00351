// What channels take.
#pragma once

namespace dragonfly {

/// Section [channels]: cycles from an output register to the next input register, >= 1.
struct ChannelConfig {
  int terminal_latency = 1;
  int local_latency = 1;
  int global_latency = 1;
};

}  // namespace dragonfly
