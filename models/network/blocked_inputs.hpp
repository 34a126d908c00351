// SPDX-License-Identifier: Apache-2.0
// What a network that stands still is waiting for, in words.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>

#include "models/common/bytes.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// Input VCs that hold flits, and the output VCs that they wait for.
class BlockedInputs {
 public:
  /// A VC of a router's input or output port: router (global number), port x stride + VC.
  struct Place {
    int router = 0, vc = 0;
    // clang-tidy 14 takes the 0 that the comparison implies for a pointer.
    auto operator<=>(const Place&) const = default;  // NOLINT(modernize-use-nullptr)
  };

  BlockedInputs(const Wiring& wiring, int vc_bits) : wiring_(wiring), vc_bits_(vc_bits) {}

  void add(const Place& input, std::uint32_t flits) { flits_[input] = flits; }
  /// The first wait of an input VC counts.
  void add_wait(const Place& input, const Place& output) { waits_.try_emplace(input, output); }

  /// Tells another process, which adds what it hears.
  void tell(ByteWriter& writer) const;
  void hear(ByteReader& reader);

  /// The routers, what each of their input VCs waits for, and a chain of such waits, which is a
  /// cycle in a deadlock. Empty if no router holds a flit.
  [[nodiscard]] std::string describe() const;

 private:
  [[nodiscard]] std::string name(const Place& input) const;
  [[nodiscard]] std::string chain() const;

  const Wiring& wiring_;
  int vc_bits_;
  std::map<Place, std::uint32_t> flits_;
  std::map<Place, Place> waits_;
};

}  // namespace dragonfly
