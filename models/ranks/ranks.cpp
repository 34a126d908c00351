// SPDX-License-Identifier: Apache-2.0
#include "models/ranks/ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "models/common/error.hpp"

namespace dragonfly {
namespace {

/// Numbers of processes as Open MPI's mpirun, PMIx (srun --mpi=pmix) and PMI name them.
constexpr std::array kRankVariables = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};
/// How many there are, in the same order; of PMIx as Slurm says it.
constexpr std::array kSizeVariables = {"OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS", "PMI_SIZE"};

}  // namespace

bool started_by_mpi() {
  for (std::size_t kind = 0; kind < kRankVariables.size(); ++kind) {
    if (std::getenv(kRankVariables[kind]) == nullptr) continue;
    const char* const size = std::getenv(kSizeVariables[kind]);
    return size == nullptr || std::string_view(size) != "1";
  }
  return false;
}

void hide_ranks_from_children() {
  for (const char* const name : kRankVariables) ::unsetenv(name);
}

void require_same(Transport& transport, const std::string& what, const std::string& text) {
  Bytes bytes;
  ByteWriter(bytes).put_list(text);
  const std::vector<Bytes>& all = transport.gather(bytes);
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    if (all[rank] != all.front()) {
      throw InputError(
          fmt::format("process {} has another {} than process 0; all of them must be started with "
                      "the same program and options",
                      rank, what));
    }
  }
}

int least(Transport& transport, int number) {
  Bytes bytes;
  ByteWriter(bytes).put(number);
  for (const Bytes& each : transport.gather(bytes))
    number = std::min(number, ByteReader(each).take<int>());
  return number;
}

}  // namespace dragonfly
