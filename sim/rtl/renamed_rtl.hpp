// SPDX-License-Identifier: Apache-2.0
// The RTL of a router under names of its own, so that routers of several shapes stand in one
// design.
#pragma once

#include <string>
#include <vector>

#include "sim/rtl/variant_parameters.hpp"
#include "sim/rtl/variant_sources.hpp"

namespace dragonfly {

/// The RTL of a router of given sizes as files of one folder: `name`.f, the list that tools take
/// with -F, first; then the sources in its order, then what they include, and last the bench
/// `name`_replay.sv, which no list names. Each word that begins
/// with "df_" or "DF_" begins with `name`, in small letters or capitals, instead: modules,
/// packages, macros, files. The sizes are in `name`_sizes.svh, so that no tool has to be given any;
/// nothing is left that two such copies share. Throws InputError if `name` is no identifier in
/// small letters; if `sources` (of variant_sources()) declare a module, package or interface under
/// another name, or have two files of one name; and if an included file is missing.
[[nodiscard]] std::vector<SourceFile> renamed_rtl(const VariantParameters& parameters,
                                                  const std::vector<SourceFile>& sources,
                                                  const std::string& name);

}  // namespace dragonfly
