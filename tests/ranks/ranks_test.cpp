// SPDX-License-Identifier: Apache-2.0
// What the processes of mpirun agree on: here threads.
#include "models/ranks/ranks.hpp"

#include <atomic>
#include <cstdlib>

#include "models/common/error.hpp"
#include "tests/catch.hpp"
#include "tests/network/rank_threads.hpp"

using namespace dragonfly;

TEST_CASE("ranks with different texts are all told which one differs") {
  std::atomic<int> same{0}, told{0};
  RankThreads(4).run([&](Transport& transport) {
    require_same(transport, "version", "1.0");
    ++same;
    try {
      require_same(transport, "configuration", transport.rank() < 2 ? "a" : "b");
    } catch (const InputError& error) {
      const std::string text = error.what();
      if (text.find("process 2 has another configuration than process 0") == 0) ++told;
    }
  });
  CHECK(same == 4);
  CHECK(told == 4);
}

TEST_CASE("ranks find the least of their numbers") {
  std::atomic<int> sum{0};
  RankThreads(3).run([&](Transport& transport) { sum += least(transport, 7 - transport.rank()); });
  CHECK(sum == 3 * 5);
}

TEST_CASE("a process is known as one of several until that is hidden, and refused without MPI") {
  hide_ranks_from_children();
  CHECK_FALSE(started_by_mpi());
  CHECK(join_ranks() == nullptr);
  ::setenv("OMPI_COMM_WORLD_RANK", "0", 1);
  CHECK(started_by_mpi());
  if (!ranks_are_built()) CHECK_THROWS_AS(join_ranks(), InputError);
  ::setenv("OMPI_COMM_WORLD_SIZE", "1", 1);
  CHECK_FALSE(started_by_mpi());  // there are no others
  ::setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  CHECK(started_by_mpi());
  ::unsetenv("OMPI_COMM_WORLD_SIZE");
  hide_ranks_from_children();
  CHECK_FALSE(started_by_mpi());
}
