#include "lookback/math.h"

#include <algorithm>

namespace lookback {

template <class T>
Exponentials<T> exponentials(Index n, const T* energies, T* out) {
  const T largest = *std::max_element(energies, energies + n);
  Vec<T> partial{};
  for_lanes<T>(n, [&](auto l) { l.store(out, exp_vec(l.load(energies) - splat(largest))); });
  for_lanes<T>(n, [&](auto l) { partial += l.load(out); });
  return {largest, sum<T>(partial)};
}

template <class T>
void softmax(Index n, const T* energies, T* weights) {
  const Vec<T> total = splat(exponentials(n, energies, weights).sum);
  for_lanes<T>(n, [&](auto l) { l.store(weights, l.load(weights) / total); });
}

template Exponentials<float> exponentials<float>(Index, const float*, float*);
template Exponentials<double> exponentials<double>(Index, const double*, double*);
template void softmax<float>(Index, const float*, float*);
template void softmax<double>(Index, const double*, double*);

}  // namespace lookback
