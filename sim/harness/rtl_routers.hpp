// SPDX-License-Identifier: Apache-2.0
// The Verilated routers of a network.
#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "models/router/router.hpp"
#include "models/router/routes.hpp"
#include "sim/harness/wave_recorder.hpp"
#include "sim/rtl/variant.hpp"

namespace dragonfly {

struct Configuration;

/// Makes configured routers: traced ones for the wave, plain ones elsewhere. Must outlive them.
class RtlRouters {
 public:
  /// `traced` is used, and may be empty, only if there is a `wave`. All references must outlive
  /// this object.
  RtlRouters(const Configuration& config, const Fabric& fabric, const std::filesystem::path& plain,
             const std::filesystem::path& traced, const WaveRequest& request, WaveRecorder* wave);

  /// Router with a global number, which the thread of number `place` will step. Throws
  /// RouterFailure.
  [[nodiscard]] std::unique_ptr<Router> make(int router, std::size_t place);

 private:
  const Configuration& config_;
  const Fabric& fabric_;
  WaveRecorder* wave_;
  std::vector<bool> traced_routers_;  ///< [router]
  int edges_;                         ///< that the configuration of every router takes
  std::filesystem::path plain_object_;
  std::deque<Variant> plain_;  ///< [place]
  std::optional<Variant> traced_;
};

}  // namespace dragonfly
