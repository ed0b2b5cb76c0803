#include "lookback/math.h"

#include <algorithm>

namespace lookback {

template <class T>
void softmax(Index n, const T* energies, T* weights) {
  const T largest = *std::max_element(energies, energies + n);
  Vec<T> partial{};
  for_lanes<T>(n, [&](auto l) { l.store(weights, exp_vec(l.load(energies) - splat(largest))); });
  for_lanes<T>(n, [&](auto l) { partial += l.load(weights); });
  const Vec<T> total = splat(sum<T>(partial));
  for_lanes<T>(n, [&](auto l) { l.store(weights, l.load(weights) / total); });
}

template void softmax<float>(Index, const float*, float*);
template void softmax<double>(Index, const double*, double*);

}  // namespace lookback
