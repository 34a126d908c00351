// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/batch_means.hpp"

#include <algorithm>
#include <cmath>

#include "models/statistics/sample.hpp"

namespace dragonfly {

std::optional<double> standard_error(std::span<const Batch> batches) {
  if (batches.size() < 2) return std::nullopt;
  if (std::any_of(batches.begin(), batches.end(),
                  [](const Batch& batch) { return batch.count == 0; }))
    return std::nullopt;
  Batch all;
  for (const Batch& batch : batches) {
    all.sum += batch.sum;
    all.count += batch.count;
  }
  const double mean = static_cast<double>(all.sum) / static_cast<double>(all.count);
  double squares = 0;
  for (const Batch& batch : batches) {
    const double deviation =
        static_cast<double>(batch.sum) - mean * static_cast<double>(batch.count);
    squares += deviation * deviation;
  }
  const auto number = static_cast<double>(batches.size());
  return std::sqrt(squares * number / (number - 1)) / static_cast<double>(all.count);
}

double confidence_95(double standard_error) { return student_t_975(kBatches - 1) * standard_error; }

}  // namespace dragonfly
