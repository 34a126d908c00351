// SPDX-License-Identifier: Apache-2.0
// What this program was built from.
#pragma once

namespace dragonfly {

/// "0.2.0+3f2a91c07d5e": the version of the project, and the beginning of a hash of all sources of
/// the program. Two programs of the same version do the same.
extern const char* const kVersion;

}  // namespace dragonfly
