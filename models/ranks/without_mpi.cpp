// SPDX-License-Identifier: Apache-2.0
// A build without MPI.
#include "models/common/error.hpp"
#include "models/ranks/ranks.hpp"

namespace dragonfly {

bool ranks_are_built() { return false; }

std::unique_ptr<Ranks> join_ranks() {
  if (started_by_mpi()) {
    throw InputError(
        "this program was built without MPI and cannot be started by mpirun: install "
        "libopenmpi-dev, then configure and build again");
  }
  return nullptr;
}

}  // namespace dragonfly
