// SPDX-License-Identifier: Apache-2.0
// Ranks that are threads of one process.
#pragma once

#include <barrier>
#include <cstddef>
#include <thread>
#include <vector>

#include "models/common/transport.hpp"

namespace dragonfly {

/// A transport for each of several threads.
class RankThreads {
 public:
  explicit RankThreads(int ranks) : barrier_(ranks), sent_(static_cast<std::size_t>(ranks)) {}

  /// Calls work(transport) in as many threads, and returns when all have done it.
  template <class Work>
  void run(const Work& work) {
    std::vector<std::thread> threads;
    for (std::size_t rank = 0; rank < sent_.size(); ++rank) {
      threads.emplace_back([this, rank, &work] {
        Rank transport(*this, static_cast<int>(rank));
        work(transport);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

 private:
  class Rank : public Transport {
   public:
    Rank(RankThreads& all, int number) : all_(all), number_(number) {}
    [[nodiscard]] int rank() const override { return number_; }
    [[nodiscard]] int ranks() const override { return static_cast<int>(all_.sent_.size()); }
    const std::vector<Bytes>& exchange(const std::vector<Bytes>& sent) override {
      all_.sent_[static_cast<std::size_t>(number_)] = &sent;
      all_.barrier_.arrive_and_wait();
      received_.clear();
      for (const std::vector<Bytes>* from : all_.sent_)
        received_.push_back((*from)[static_cast<std::size_t>(number_)]);
      all_.barrier_.arrive_and_wait();
      return received_;
    }

   private:
    RankThreads& all_;
    int number_;
    std::vector<Bytes> received_;
  };

  std::barrier<> barrier_;
  std::vector<const std::vector<Bytes>*> sent_;  ///< [rank]
};

}  // namespace dragonfly
