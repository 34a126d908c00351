// SPDX-License-Identifier: Apache-2.0
// The processes of MPI.
#include <mpi.h>

#include <chrono>
#include <cstdlib>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/temporary_files.hpp"
#include "models/ranks/ranks.hpp"

namespace dragonfly {
namespace {

using Clock = std::chrono::steady_clock;

class MpiRanks : public Ranks {
 public:
  MpiRanks() {
    int given = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    received_.resize(static_cast<std::size_t>(ranks_));
  }
  ~MpiRanks() override { MPI_Finalize(); }

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int ranks() const override { return ranks_; }
  [[nodiscard]] double seconds() const override {
    return std::chrono::duration<double>(spent_).count();
  }

  /// Each rank sends one message to each other one; who receives it asks how long it is. Messages
  /// between two ranks keep their order, so those of two exchanges are not mixed up.
  const std::vector<Bytes>& exchange(const std::vector<Bytes>& sent) override {
    const auto begin = Clock::now();
    std::vector<MPI_Request> requests;
    for (int to = 0; to < ranks_; ++to) {
      if (to == rank_) continue;
      const Bytes& bytes = sent[static_cast<std::size_t>(to)];
      MPI_Isend(bytes.data(), count_of(bytes), MPI_BYTE, to, 0, MPI_COMM_WORLD,
                &requests.emplace_back());
    }
    for (int from = 0; from < ranks_; ++from) {
      Bytes& bytes = received_[static_cast<std::size_t>(from)];
      if (from == rank_) {
        bytes = sent[static_cast<std::size_t>(from)];
        continue;
      }
      MPI_Message message{};
      MPI_Status status;
      int count = 0;
      MPI_Mprobe(from, 0, MPI_COMM_WORLD, &message, &status);
      MPI_Get_count(&status, MPI_BYTE, &count);
      bytes.resize(static_cast<std::size_t>(count));
      MPI_Mrecv(bytes.data(), count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    }
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    spent_ += Clock::now() - begin;
    return received_;
  }

  [[noreturn]] void end(int exit_code) override {
    // Nothing is unwound from here on.
    remove_temporary_files();
    MPI_Abort(MPI_COMM_WORLD, exit_code);
    std::_Exit(exit_code);
  }

 private:
  static int count_of(const Bytes& bytes) {
    if (!std::in_range<int>(bytes.size()))
      throw Error(ExitCode::kInternal, "a process has more than 2 GiB to send to another");
    return static_cast<int>(bytes.size());
  }

  int rank_ = 0, ranks_ = 1;
  std::vector<Bytes> received_;  ///< [rank]
  Clock::duration spent_{};
};

}  // namespace

bool ranks_are_built() { return true; }

std::unique_ptr<Ranks> join_ranks() {
  if (!started_by_mpi()) return nullptr;
  return std::make_unique<MpiRanks>();
}

}  // namespace dragonfly
