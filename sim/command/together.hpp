// SPDX-License-Identifier: Apache-2.0
// A command that several processes carry out together.
#pragma once

#include <functional>

namespace dragonfly {

class Ranks;

/// Calls work(ranks) for the processes that mpirun has started, or work(nullptr) for one alone. If
/// the work of one throws, that is told once, and all end with its exit code.
void carry_out_together(const std::function<void(Ranks*)>& work);

}  // namespace dragonfly
