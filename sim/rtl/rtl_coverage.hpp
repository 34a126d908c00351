// SPDX-License-Identifier: Apache-2.0
// What simulations have reached of the RTL: lines, branches and cover points, as Verilator counts
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace dragonfly {

/// Sums over routers and runs: a point is a place of the source text, whichever instance of its
/// module, of whichever size, has been there.
class RtlCoverage {
 public:
  /// Adds what a file of Verilator's format says. Throws InputError if it is none.
  void add_file(const std::string& path);
  /// Returns how many points are reached now that were not before.
  std::size_t add(const RtlCoverage& other);

  [[nodiscard]] bool empty() const { return counts_.empty(); }

  /// All of it in Verilator's format.
  [[nodiscard]] std::string data() const;

  /// The content of a source file under the name that it had in the build; empty if it is not
  /// known.
  using ReadSource = std::function<std::string(const std::string& name)>;
  /// For people: a table of the files, and their text with the counts. `what`: is counted, "1 run".
  [[nodiscard]] std::string report(const std::string& what, const ReadSource& read_source) const;

 private:
  std::map<std::string, std::uint64_t> counts_;  ///< by the text of a point without its instance
};

}  // namespace dragonfly
