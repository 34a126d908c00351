// SPDX-License-Identifier: Apache-2.0
// The fast engine: a network of router models in a loop of its own, without SystemC.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "models/common/archive.hpp"
#include "models/common/transport.hpp"
#include "models/endpoint/terminals.hpp"
#include "models/network/running_network.hpp"
#include "models/router/routes.hpp"

namespace dragonfly {

struct Configuration;

/// All routers and channels of a network. It behaves as a network of routers in the packaging
/// `df_node` (docs/microarchitecture.md), cycle by cycle and flit by flit.
class NetworkEngine : public RunningNetwork {
 public:
  /// One cycle of terminals and routers; to be called for 0, 1, 2, ..., except cycles that were
  /// left out while at_rest(). Throws Error: kAssertion for a RouterFailure, and what Terminals
  /// throw. It is of no use after that.
  virtual void cycle(std::int64_t now) = 0;

  /// Whether nothing would change in any cycle from now on if no packet were created: then cycles
  /// may be left out. Looks at all of the network. False if it does not know.
  [[nodiscard]] virtual bool at_rest() const { return false; }

  /// Threads that it uses.
  [[nodiscard]] virtual int threads() const { return 1; }

  /// Between cycles; without its terminals. What is loaded must be of an engine of the same
  /// configuration and as many workers.
  virtual void serialize(Archive& archive) = 0;
};

/// Bytes that the routers and channels of an engine take in this process. Tables of the route unit
/// and terminals come before, packet records as packets are sent.
struct EngineMemory {
  std::uint64_t always = 0;  ///< in any run; about: pages that are never touched do not count
  std::uint64_t full = 0;    ///< besides, if all buffers are full at a time
};

/// Who simulates a network: at most so many threads of this process, and of each of the others if
/// there are several.
struct Workers {
  // NOLINTNEXTLINE(google-explicit-constructor): most have threads only
  Workers(int most_threads, Transport* ranks = nullptr) : threads(most_threads), transport(ranks) {}

  int threads;
  Transport* transport;
  /// Called before the memory is taken; what it throws keeps the engine from being made. May be
  /// empty.
  std::function<void(const EngineMemory&)> before_memory;
};

/// An engine; what it does is independent of the workers. With a transport all ranks make one, of
/// the same configuration, call the same functions of it, and have the same counters and deliveries
/// in their terminals. The references must outlive it. Throws InputError for what
/// control_registers() refuses, for threads that cannot be started, for more ranks than the network
/// has groups, or routers where there are none, and for buffers of more than 2^32 flits in a
/// region.
[[nodiscard]] std::unique_ptr<NetworkEngine> make_network_engine(const Configuration& config,
                                                                 const Fabric& fabric,
                                                                 Terminals& terminals,
                                                                 const Workers& workers);

}  // namespace dragonfly
