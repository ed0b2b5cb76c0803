// Why a dot product is divided by √d (Vaswani et al. 2017, section 3.2.1, footnote 4), measured: for q and k whose components are
// independent with mean 0 and variance 1, q · k has mean 0 and variance d; so scores grow with d, and softmax comes to look at
// one key alone, unless they are scaled.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lookback/matrix.h"

namespace lookback {

struct DotProducts {
  Index dimension = 0;
  double mean = 0, variance = 0;  // of q · k over all pairs drawn
  // What softmax makes of one query's scores, the mean over the queries: the largest weight, and the entropy in nats.
  double peak = 0, entropy = 0;
  double scaled_peak = 0, scaled_entropy = 0;  // of the scores over √d
};

// For each dimension, `count` queries with `keys` keys each, drawn uniformly in ±√3. A dimension's numbers depend on it, on the
// seed and on the two counts alone. Throws bad-input for what is out of range or too much to draw.
std::vector<DotProducts> dot_products(const std::vector<Index>& dimensions, Index count, Index keys, std::uint64_t seed);

}  // namespace lookback
