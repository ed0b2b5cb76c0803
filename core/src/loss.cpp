#include "lookback/loss.h"

#include <algorithm>
#include <cmath>

#include "lookback/math.h"

namespace lookback {

template <class T>
void cross_entropy(View<T> logits, const std::vector<int>& targets, double smoothing, double scale,
                   std::vector<double>& losses, T* shifted) {
  const Index V = logits.cols();
  losses.assign(static_cast<std::size_t>(logits.rows()), 0);
  for (Index r = 0; r < logits.rows(); ++r) {
    T* row = logits.row(r);
    const int y = targets[static_cast<std::size_t>(r)];
    if (y < 0) {
      if (scale > 0) std::fill(row, row + V, T(0));
      continue;
    }
    const T largest = *std::max_element(row, row + V);
    Vec<T> partial{};
    for_lanes<T>(V, [&](auto l) { l.store(shifted, exp_vec(l.load(row) - splat(largest))); });
    for_lanes<T>(V, [&](auto l) { partial += l.load(shifted); });
    const T total = sum<T>(partial);
    const double log_total = std::log(static_cast<double>(total)) + static_cast<double>(largest);
    double loss = (1 - smoothing) * (log_total - static_cast<double>(row[y]));
    if (smoothing > 0) {
      double all = 0;
      for (Index v = 0; v < V; ++v) all += log_total - static_cast<double>(row[v]);
      loss += smoothing / static_cast<double>(V) * all;
    }
    losses[static_cast<std::size_t>(r)] = loss;
    if (scale > 0) {
      const T s = static_cast<T>(scale), spread = static_cast<T>(smoothing / static_cast<double>(V));
      const Vec<T> factor = splat(s / total), minus = splat(s * spread);
      for_lanes<T>(V, [&](auto l) { l.store(row, l.load(shifted) * factor - minus); });
      row[y] -= s * static_cast<T>(1 - smoothing);
    }
  }
}

template void cross_entropy(View<float>, const std::vector<int>&, double, double, std::vector<double>&, float*);
template void cross_entropy(View<double>, const std::vector<int>&, double, double, std::vector<double>&, double*);

}  // namespace lookback
