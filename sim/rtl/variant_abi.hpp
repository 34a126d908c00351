// SPDX-License-Identifier: Apache-2.0
// What a Verilated router variant (a shared object) offers to the program that loads it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/router/router.hpp"

namespace dragonfly {

/// What becomes of a bit of a signal.
enum class ForcedValue {
  kReleased,
  kInverted,  ///< the opposite of what it is at this moment
  kZero,
  kOne,
};

/// A Verilated router; in a traced variant it is recorded in the wave of its session.
class VariantRouter : public Router {
 public:
  /// The falling edge before the step that takes `inputs`: shows them at the ports half a cycle
  /// before the rising edge, as a wave is expected to look. Changes no behaviour.
  virtual void present(const RouterInputs& inputs) = 0;

  /// Writes the architectural state that its registers hold (models/router/router_state.hpp).
  /// False, with nothing written, if the variant does not show it.
  virtual bool state(std::vector<std::uint32_t>& stream) const = 0;

  /// Forces a bit of the signal for which the variant was built, from the present cycle on; after
  /// the step. False if the variant was built for none.
  virtual bool force(int bit, ForcedValue value) = 0;
  /// The value that the bit would have in this cycle if it were not forced; after the step.
  [[nodiscard]] virtual bool unforced(int bit) const = 0;

  /// Shows in the wave what the model expects of this cycle's outputs, and a value of a report. To
  /// be called after the step; only in a traced variant that shows its state.
  virtual void expect(const RouterOutputs& expected, std::uint32_t expected_item,
                      std::uint32_t actual_item) = 0;
};

/// The routers of one variant in one run, and their common wave.
class VariantSession {
 public:
  VariantSession() = default;
  VariantSession(const VariantSession&) = delete;
  VariantSession& operator=(const VariantSession&) = delete;
  virtual ~VariantSession() = default;

  /// `scope` is the name of the router's scope in the wave and in messages. `seed`: of the values
  /// that registers have before reset, where they are random. The session must outlive the router.
  [[nodiscard]] virtual std::unique_ptr<VariantRouter> make_router(const std::string& scope,
                                                                   std::uint64_t seed) = 0;

  /// Starts a wave of all routers made so far. False if the file cannot be written, or if the
  /// variant is not a traced one.
  [[nodiscard]] virtual bool open_wave(const std::string& path) = 0;
  /// Records the present values at `picoseconds`; times must ascend.
  virtual void dump(std::uint64_t picoseconds) = 0;
  virtual void close_wave() = 0;

  /// Writes what the routers made so far, all of which must be there, have reached of the RTL, in
  /// Verilator's format. False if the variant does not count it.
  virtual bool write_coverage(const std::string& path) = 0;
};

/// Changes with any change of the classes above or of Router.
inline constexpr int kVariantAbi = 5;

/// The entry point of the shared object, by the name kVariantEntry. Null if it was built for
/// another ABI than the caller's.
using VariantEntry = VariantSession* (*)(int abi);
inline constexpr const char* kVariantEntry = "dragonfly_variant";

/// What there is to say to whoever has it built, by the name kVariantNote; mostly nothing.
using VariantNote = const char* (*)();
inline constexpr const char* kVariantNote = "dragonfly_variant_note";

/// Whether the routers of the shared object have what they compute in a step in one place, by the
/// name kVariantShares: then they must not be stepped by two threads at once.
using VariantShares = bool (*)();
inline constexpr const char* kVariantShares = "dragonfly_variant_shares";

}  // namespace dragonfly
