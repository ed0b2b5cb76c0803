// Greedy decoding: at each step the most probable token, until EOS or a limit.
#pragma once

#include <vector>

#include "lookback/model.h"

namespace lookback {

struct Decoded {
  std::vector<int> tokens;                  // without EOS
  bool ended = false;                       // EOS was written; always true for a vocabulary without one
  std::vector<std::vector<double>> weights; // one row a step, EOS's included; empty for a model without weights
  std::vector<double> log_probabilities;    // of each token written, EOS included; nats
};

// How many tokens a source of `length` may become: twice as many and ten more, or exactly as many for a vocabulary
// without EOS.
Index decode_limit(const Vocabulary& target, Index length);

// log Σ exp of `size` logits, in double.
template <class T>
double log_sum_exp(const T* logits, Index size);

// Each source decoded; a source's result does not depend on its neighbours.
template <class T>
std::vector<Decoded> greedy(const Model<T>& model, const std::vector<std::vector<int>>& sources);

}  // namespace lookback
