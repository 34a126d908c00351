// SPDX-License-Identifier: Apache-2.0
// Where the RTL of a run came from, so that a report can be told from that of another RTL.
#pragma once

#include <string>
#include <vector>

#include "sim/rtl/user_router.hpp"
#include "sim/rtl/variant_sources.hpp"

namespace dragonfly {

struct RtlOrigin {
  std::string place;    ///< directory of our RTL, or file list of a user's router; absolute
  std::string top;      ///< module of a user's router; empty for our RTL
  std::string content;  ///< hash of its files, 32 hexadecimal digits
};

/// Of our RTL, as variant_sources() read it.
[[nodiscard]] RtlOrigin rtl_origin(const std::vector<SourceFile>& sources);
/// Of a user's router. Throws InputError if a file of it cannot be read any more.
[[nodiscard]] RtlOrigin rtl_origin(const UserRtl& user);

/// Whether this is the RTL that was shipped: its CHECKSUM file has the hash of the files in it
/// (scripts/checksum_rtl), and there is no family from elsewhere.
[[nodiscard]] bool is_shipped(const std::vector<SourceFile>& sources);

/// Files of the RTL, as "rtl/torus/df_route_unit.sv", that are not as CHECKSUM says they were
/// shipped, or not in it.
[[nodiscard]] std::vector<std::string> changed_files(const std::vector<SourceFile>& sources);
/// Whether routers of the family read such a file; false only where it is certain.
[[nodiscard]] bool may_read(const FamilyRtl& family, const std::string& file);

}  // namespace dragonfly
