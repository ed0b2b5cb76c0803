// Every intermediate of one sentence's forward pass, by name and shape, so that a page can show the arithmetic behind any
// number without doing any of its own. The list of names is in src/trace.cpp, beside where each is taken from.
#pragma once

#include <string>
#include <vector>

#include "lookback/beam.h"

namespace lookback {

// Row-major; `shape` multiplies to data.size().
template <class T>
struct TraceTensor {
  std::string name;
  std::vector<Index> shape;
  std::vector<T> data;
};

// The pass over `source` with `target` (ids, no EOS) given as the decoder's input; EOS follows where the vocabulary has one. At
// forced steps the decoder looks where it is told, and runs on from there. Throws bad-input for forced weights that do not fit.
template <class T>
std::vector<TraceTensor<T>> trace(const Model<T>& model, const std::vector<int>& source, const std::vector<int>& target,
                                  const std::vector<ForcedWeights>& forced = {});

}  // namespace lookback
