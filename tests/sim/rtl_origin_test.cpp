// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/rtl_origin.hpp"

#include <vector>

#include "sim/rtl/variant_sources.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("RTL is the shipped one only as it is, and without a family from elsewhere") {
  const std::vector<SourceFile> ours = variant_sources();
  CHECK(is_shipped(ours));
  std::vector<SourceFile> changed = ours;
  changed.back().content += "\n";  // of the wrapper in C++
  CHECK(is_shipped(changed));
  changed = ours;
  for (SourceFile& file : changed)
    if (file.name == "rtl/df_datapath.sv") file.content += "\n";
  CHECK_FALSE(is_shipped(changed));
  std::vector<SourceFile> extended = ours;
  extended.push_back({"family/ring.f", ""});
  CHECK_FALSE(is_shipped(extended));
}

}  // namespace
}  // namespace dragonfly
