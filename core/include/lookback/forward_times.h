// How long one sentence takes, by part: the encoder, whose every step waits for the one before it, and one look of attention
// over the annotations, whose places wait for nothing but the annotations. The clock is the caller's.
#pragma once

#include <vector>

#include "lookback/model.h"

namespace lookback {

struct ForwardTimes {
  double encoder = 0;    // from token ids to annotations
  double attention = 0;  // from annotations to one context: keys, energies, softmax, sum; 0 for a model without weights
};

// In the unit of `now`, for one pass of the source and the decoder's first step: the mean over `count` passes, after one that is
// not measured. Throws bad-input for a source that is empty or holds an unknown id, and for a count below 1.
template <class T>
ForwardTimes forward_times(const Model<T>& model, const std::vector<int>& source, Index count, double (*now)());

}  // namespace lookback
