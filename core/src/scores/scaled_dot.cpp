// The scaled dot product (Vaswani et al. 2017, equation 1), here with query s_i, keys and values h_j:
//   e_ij = s_iᵀ h_j / √H
// The scale keeps the variance of e at one where the components of s and h have variance one.
#include <cmath>

#include "scores.h"

namespace lookback {

namespace {

template <class T>
class ScaledDot final : public Score<T> {
 public:
  explicit ScaledDot(const ModelConfig& config) : factor(T(1) / std::sqrt(T(config.hidden))) {}

  void begin(AttentionKept<T>& k, Arena<T>&) const override { k.keys = k.annotations; }

  void forward(AttentionKept<T>& k, Index first, Index count, In<T> queries) const override {
    dot_energies(k, first, count, queries, factor);
  }

  void begin_backward(AttentionKept<T>& k, Arena<T>&) const override { k.d_keys = k.d_annotations; }

  void backward(AttentionKept<T>& k, Index first, Index count, In<T> queries, View<T> d_queries) const override {
    dot_energies_backward(k, first, count, queries, factor, d_queries);
  }

  void finish_backward(AttentionKept<T>&, In<T>, Contributions<T>&) const override {}

 private:
  T factor;
};

}  // namespace

template <class T>
std::unique_ptr<Score<T>> scaled_dot_score(Parameters<T>&, const ModelConfig& config) {
  return std::make_unique<ScaledDot<T>>(config);
}

template std::unique_ptr<Score<float>> scaled_dot_score(Parameters<float>&, const ModelConfig&);
template std::unique_ptr<Score<double>> scaled_dot_score(Parameters<double>&, const ModelConfig&);

}  // namespace lookback
