// SPDX-License-Identifier: Apache-2.0
// A GTKWave save file for a wave of routers.
#pragma once

#include <string>

#include "models/run/run_options.hpp"
#include "sim/lockstep/difference.hpp"
#include "sim/rtl/variant_parameters.hpp"

namespace dragonfly {

struct Configuration;

/// Writes a save file to `gtkw_path` for the wave that `simulate_rtl` wrote for `wave`: signals
/// grouped by router, then port, with decoded flits and names in place of numbers. Throws
/// InputError if the file cannot be written.
void write_gtkwave_save(const Configuration& config, const WaveRequest& wave,
                        const std::string& gtkw_path);

/// The same for the wave of a difference, which `replay` wrote: opens on the cycle, with the port
/// concerned at the top, what is expected beside what is there. Of a user's router it shows the
/// ports, because what is inside is not known.
void write_difference_save(const Configuration& config, const WaveRequest& wave,
                           const Difference& difference, BuiltDepth depth, bool user_router,
                           const std::string& gtkw_path);

}  // namespace dragonfly
