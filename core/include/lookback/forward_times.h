// How long one sentence takes, by part: the encoder, whose every step waits for the one before it, and one look of attention
// over the annotations, whose places wait for nothing but the annotations. The clock is the caller's.
#pragma once

#include "lookback/model.h"

namespace lookback {

struct ForwardTimes {
  double encoder = 0;    // from token ids to annotations
  double attention = 0;  // from annotations to one context: keys, energies, softmax, sum; 0 for a model without weights
};

// In the unit of `now`, for one pass of the pair's source and the decoder's first step: the mean over `count` passes, at least
// one, after one that is not measured. Throws bad-input for a pair that is empty or holds an unknown id.
template <class T>
ForwardTimes forward_times(const Model<T>& model, const Pair& pair, Index count, double (*now)());

}  // namespace lookback
