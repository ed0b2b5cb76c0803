// Masked cross-entropy in nats, with PyTorch's label smoothing ε: for one target y among V symbols with p = softmax(logits),
//   (1 − ε) (−log p_y) + ε / V Σ_k (−log p_k)
#pragma once

#include <vector>

#include "lookback/matrix.h"

namespace lookback {

// `targets` has one id a row of `logits` (rows × V), −1 where there is none. `losses` receives each row's loss, 0 without a
// target. With `scale` > 0 the logits become the gradient of scale · Σ losses; with 0 they stay as they are. `scratch` has V
// elements.
template <class T>
void cross_entropy(View<T> logits, const std::vector<int>& targets, double smoothing, double scale,
                   std::vector<double>& losses, T* scratch);

}  // namespace lookback
