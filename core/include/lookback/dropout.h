// Dropout (Srivastava et al. 2014) between stacked layers. A unit's fate is a hash of (key, sentence, step, unit), so that it
// depends neither on the sentence's row nor on the shard or thread that works on it.
#pragma once

#include <cstdint>
#include <vector>

#include "lookback/matrix.h"

namespace lookback {

struct Dropout {
  double rate = 0;        // share of units dropped; 0: nothing is
  std::uint64_t key = 0;  // one a training step
  bool active() const { return rate > 0; }
};

// scale[t·B + b, u] = 0 or 1/(1 − rate), for steps first … first + steps of the sentences `places`; `layer` tells uses of
// one key apart.
template <class T>
void dropout_scale(const Dropout& dropout, std::uint64_t layer, const std::vector<int>& places, Index first, View<T> scale);

}  // namespace lookback
