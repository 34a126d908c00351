// SPDX-License-Identifier: Apache-2.0
// The structural parameters of a Verilated router (docs/microarchitecture.md).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/router/router.hpp"
#include "models/router/routes.hpp"

namespace dragonfly {

struct Configuration;

/// What sizes hardware, and so selects the Verilated variant. Everything else is a control
/// register, and one variant serves all its values.
struct VariantParameters {
  FamilyRtl family;
  RouterShape router;
  std::string shape_name;  ///< of the router, for people
  int vcs = 0;
  int depth = 0;      ///< flits of a VC buffer, a power of two from 2 on, >= buffer_depth
  int speedup = 0;    ///< S
  int oq_depth = 0;   ///< flits of an output queue's memory, a power of two >= vcs * depth + S
  int ctq_depth = 0;  ///< entries of a credit timestamp queue, a power of two
  int tag_bits = 0;   ///< payload of a flit
  bool slow_channels = false;  ///< some channels take a flit in several cycles only
  std::vector<int> askers;     ///< input VCs that ask for decisions
  int mid_bits = 1;            ///< of the header field `mid`
  int destination_bits = 2;    ///< of `dst` and `dst_term`
  int asked_bits = 2;          ///< of the header that a decision depends on
  bool decides_on_arrival = false;
  /// The RTL as it is synthesized: flat bundles, static loops, and no part that only simulations
  /// have.
  bool synthesis_bodies = false;

  /// Verilog defines, e.g. {"DF_VCS", "3"}; those of the family first.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> defines() const;
  /// Macros of the C++ that wraps the Verilated code.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> macros() const;

  /// For people: "radix 15 (p=4 a=8 h=4), 3 VCs of 16 flits, ...".
  [[nodiscard]] std::string describe() const;

  [[nodiscard]] const RouterShape& shape() const { return router; }
};

/// Whether the same hardware serves both.
[[nodiscard]] bool operator==(const VariantParameters& one, const VariantParameters& other);

/// How deep buffers are built.
enum class BuiltDepth {
  kAsked,   ///< router.buffer_depth, rounded up to a power of two, at least 2
  kShared,  ///< at least 16, so that runs that differ in small depths share a variant; as `run`
            ///< does
};

/// The smallest variant that can run a configuration. Throws InputError if there is none.
[[nodiscard]] VariantParameters variant_parameters(const Configuration& config,
                                                   const Routes& routes, BuiltDepth depth);

/// For people, as in "the buffers are built for 16 flits and limited to 2 by a control register";
/// empty if they are built as `config` asks.
[[nodiscard]] std::string depth_note(const Configuration& config,
                                     const VariantParameters& parameters);

}  // namespace dragonfly
