// SPDX-License-Identifier: Apache-2.0
// The standard error of a mean over one run, whose observations are correlated.
//
// The method of batch means (Law and Kelton, Simulation Modeling and Analysis, 3rd edition, 2000,
// Section 9.5.3): the window is cut into batches of equal length, and the batches are taken as
// independent, as they are if each is long compared with the time over which the process remembers.
// Between 10 and 30 batches are enough for any run (Schmeiser, Batch size effects in the analysis
// of simulation output, Operations Research 30, 1982). A batch has as many observations as fall
// into it; so the mean is a ratio of two sums, and the error that of a ratio (the same book,
// Section 9.5.3, regenerative method).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace dragonfly {

/// Of a measurement window.
inline constexpr std::size_t kBatches = 20;

/// Integers, so that the order of adding cannot show.
struct Batch {
  std::int64_t sum = 0;    ///< of the observations
  std::int64_t count = 0;  ///< observations, or cycles
};

/// The standard error of (sum of the sums) / (sum of the counts). None if a batch is empty, or if
/// there are fewer than two.
[[nodiscard]] std::optional<double> standard_error(std::span<const Batch> batches);

/// Half the width of the interval that holds the true mean with a probability of 95 %, by a
/// standard error from kBatches batches (Student's t with kBatches - 1 degrees of freedom).
[[nodiscard]] double confidence_95(double standard_error);

}  // namespace dragonfly
