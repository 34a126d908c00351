// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/variant_parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <string>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/router/router_model.hpp"

namespace dragonfly {

namespace {

constexpr int kSmallestDepth = 2, kSmallestSharedDepth = 16;
/// More entries than there can be flits of a VC make no sense.
constexpr int kLargestQueue = 1024;

int power_of_two_above(int n) {
  return static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::max(n, 1))));
}

void require(bool condition, const std::string& message) {
  if (!condition) throw InputError(message);
}

void require_range(const std::string& key, int value, int low, int high) {
  require(low <= value && value <= high, key + " = " + std::to_string(value) +
                                             ": a router can have " + std::to_string(low) + " to " +
                                             std::to_string(high));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> VariantParameters::defines() const {
  std::vector<std::pair<std::string, std::string>> list = family.defines;
  for (const auto& [name, value] : std::initializer_list<std::pair<const char*, int>>{
           {"DF_VCS", vcs},
           {"DF_DEPTH", depth},
           {"DF_SPEEDUP", speedup},
           {"DF_OQ_DEPTH", oq_depth},
           {"DF_CTQ_DEPTH", ctq_depth},
           {"DF_TAG_W", tag_bits},
           {"DF_SLOW_CHANNELS", slow_channels ? 1 : 0}})
    list.emplace_back(name, std::to_string(value));
  if (synthesis_bodies) list.emplace_back("DF_BODY_SYNTHESIS", "1");
  return list;
}

std::vector<std::pair<std::string, std::string>> VariantParameters::macros() const {
  std::vector<std::pair<std::string, std::string>> list = {
      {"DF_ASKERS", fmt::format("{}", fmt::join(askers, ","))}};
  for (const auto& [name, value] : std::initializer_list<std::pair<const char*, int>>{
           {"DF_PORTS", router.ports},
           {"DF_VC_BITS", router.vc_bits},
           {"DF_FLIT_WORDS", router.flit_words},
           {"DF_OCCUPANCIES", router.occupancy_lanes},
           {"DF_DEPTH", depth},
           {"DF_SPEEDUP", speedup},
           {"DF_OQ_DEPTH", oq_depth},
           {"DF_CTQ_DEPTH", ctq_depth},
           {"DF_MID_BITS", mid_bits},
           {"DF_DESTINATION_BITS", destination_bits},
           {"DF_ASKED_BITS", asked_bits},
           {"DF_DECIDES_ON_ARRIVAL", decides_on_arrival ? 1 : 0},
           {"DF_FLAT_BUNDLES", synthesis_bodies ? 1 : 0}})
    list.emplace_back(name, std::to_string(value));
  return list;
}

std::string VariantParameters::describe() const {
  return "radix " + std::to_string(shape().ports) + " (" + shape_name + "), " +
         std::to_string(vcs) + (vcs == 1 ? " VC" : " VCs") + " of " + std::to_string(depth) +
         " flits, speedup " + std::to_string(speedup) + ", output queues of " +
         std::to_string(oq_depth) + ", credit timestamp queues of " + std::to_string(ctq_depth) +
         (slow_channels ? ", slow channels" : "") +
         (synthesis_bodies ? ", as it is synthesized" : "");
}

bool operator==(const VariantParameters& one, const VariantParameters& other) {
  return one.family.file_list == other.family.file_list && one.defines() == other.defines();
}

VariantParameters variant_parameters(const Configuration& config, const Routes& routes,
                                     BuiltDepth depth) {
  const RouterConfig& router = config.router;
  require_range("router.vcs", router.vcs, 1, 8);
  require_range("router.buffer_depth", router.buffer_depth, 1, 1024);
  require_range("router.speedup", router.speedup, 1, 8);
  require_range("router.ctq_one_in", router.ctq_one_in, 1, 255);

  VariantParameters parameters;
  parameters.family = routes.rtl();
  const RouterDesign& design = routes.design();
  const RouterSizes sizes = {.design = design, .vcs = router.vcs};
  parameters.router = router_shape(sizes);
  parameters.shape_name = design.shape;
  parameters.askers = sizes.askers();
  parameters.mid_bits = design.header.mid.width;
  parameters.destination_bits = design.header.node_width() + design.header.terminal.width;
  parameters.asked_bits = design.asked_bits;
  parameters.decides_on_arrival = design.decides_on_arrival;
  parameters.vcs = router.vcs;
  parameters.depth = power_of_two_above(std::max(
      depth == BuiltDepth::kShared ? kSmallestSharedDepth : kSmallestDepth, router.buffer_depth));
  parameters.speedup = router.speedup;
  parameters.oq_depth = power_of_two_above(router.vcs * parameters.depth + router.speedup);

  // One entry for each tracked credit that can be under way. The default holds all of them for
  // every buffer depth that the variant can run.
  const int one_in = router.ctq_one_in;
  const int entries =
      router.ctq_depth > 0 ? router.ctq_depth : tracked_credits(parameters.depth, one_in);
  require_range("router.ctq_depth", entries, 1, kLargestQueue);
  require(entries * one_in >= router.buffer_depth,
          "router.ctq_depth = " + std::to_string(entries) +
              ": a credit timestamp queue must hold "
              "every tracked credit of a buffer, so with router.buffer_depth = " +
              std::to_string(router.buffer_depth) +
              " and router.ctq_one_in = " + std::to_string(one_in) + " it needs at least " +
              std::to_string(tracked_credits(router.buffer_depth, one_in)) + " entries");
  parameters.ctq_depth = power_of_two_above(entries);
  parameters.slow_channels = config.channels.slow();
  parameters.tag_bits = FlitFormat(design.header).tag_width();
  return parameters;
}

std::string depth_note(const Configuration& config, const VariantParameters& parameters) {
  const int asked = config.router.buffer_depth;
  if (asked == parameters.depth) return {};
  return "the buffers are built for " + std::to_string(parameters.depth) +
         " flits and limited to " + std::to_string(asked) + " by a control register";
}

}  // namespace dragonfly
