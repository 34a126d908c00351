// SPDX-License-Identifier: Apache-2.0
#include "tb/support/coverage.hpp"

#ifdef DRAGONFLY_BENCHES_COUNT

#include <unistd.h>
#include <verilated_cov.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <unordered_map>

namespace dragonfly::tb {
namespace {

/// Sums of what the models of this program have counted, by point. A point is what stands between
/// "C " and the count in a line of Verilator's file.
class Collected {
 public:
  ~Collected() {
    if (counts_.empty()) return;
    std::ofstream file(name(".dat"));
    file << "# SystemC::Coverage-3\n";
    for (const auto& [point, count] : counts_) file << "C " << point << " " << count << "\n";
  }

  void add(VerilatedContext& context) {
    if (std::getenv(kVariable) == nullptr) return;
    const std::string one = name(".one");
    context.coveragep()->write(one.c_str());
    std::ifstream file(one);
    for (std::string line; std::getline(file, line);) {
      const std::size_t end = line.rfind(' ');
      if (line.starts_with("C ")) counts_[line.substr(2, end - 2)] += std::stoull(line.substr(end));
    }
    std::remove(one.c_str());
  }

 private:
  static constexpr const char* kVariable = "DRAGONFLY_COVERAGE";

  static std::string name(const char* extension) {
    return std::string(std::getenv(kVariable)) + "/" + program_invocation_short_name + "-" +
           std::to_string(::getpid()) + extension;
  }

  std::unordered_map<std::string, std::uint64_t> counts_;
};

}  // namespace

bool counts_coverage() { return true; }

void forget_coverage(VerilatedContext& context) { context.coveragep()->zero(); }

void keep_coverage(VerilatedContext& context) {
  static Collected collected;
  collected.add(context);
}

}  // namespace dragonfly::tb

#else

namespace dragonfly::tb {
bool counts_coverage() { return false; }
void forget_coverage(VerilatedContext&) {}
void keep_coverage(VerilatedContext&) {}
}  // namespace dragonfly::tb

#endif
