// SPDX-License-Identifier: Apache-2.0
#include "models/families/file/file_family.hpp"

#include "models/common/error.hpp"
#include "models/wiring/wiring_file.hpp"

namespace dragonfly {

Family file_family() {
  Family family{
      "file",
      "the network that a file describes, as `dragonfly topology --export` writes it",
      {{"wiring", "CSV or JSON file of routers, channels and terminals", ParameterKind::kFile}},
      [](const FamilyParameters& values) { return read_wiring(values.at("wiring").text()); },
      [](std::int64_t, int) -> FamilyParameters {
        throw InputError(
            "a network that is read from a file has the size that it has: there is no smallest "
            "one for a number of terminals");
      }};
  family.own_latencies = true;
  return family;
}

}  // namespace dragonfly
