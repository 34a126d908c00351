// SPDX-License-Identifier: Apache-2.0
// The processes of mpirun or srun, which simulate one network together.
#pragma once

#include <memory>
#include <string>

#include "models/common/transport.hpp"

namespace dragonfly {

/// A transport between processes that were started together.
class Ranks : public Transport {
 public:
  /// Ends all of them with an exit code.
  [[noreturn]] virtual void end(int exit_code) = 0;
  /// Seconds spent in exchange() so far.
  [[nodiscard]] virtual double seconds() const = 0;
};

/// Joins the processes that this one was started with; null if it was started alone. Once in a
/// process. Throws InputError if there are others and this build has no MPI.
[[nodiscard]] std::unique_ptr<Ranks> join_ranks();

/// Whether this build has MPI.
[[nodiscard]] bool ranks_are_built();

/// Throws the same InputError in all ranks unless each has the same text, e.g. "configuration".
void require_same(Transport& transport, const std::string& what, const std::string& text);

/// The least number that a rank has.
[[nodiscard]] int least(Transport& transport, int number);

/// Whether the environment says that mpirun, or srun with MPI, has started this process and others.
[[nodiscard]] bool started_by_mpi();
/// Programs that this one starts from now on are started alone.
void hide_ranks_from_children();

}  // namespace dragonfly
