// SPDX-License-Identifier: Apache-2.0
// Which machine this is.
#pragma once

#include <string>

namespace dragonfly {

/// The name of this host, without spaces and slashes: for file names in directories that several
/// hosts share, and for messages.
[[nodiscard]] const std::string& host_name();

}  // namespace dragonfly
