// The general score (Luong et al. 2015, section 3.1): a matrix between query and annotation,
//   e_ij = s_iᵀ W_a h_j
// W_a h_j does not depend on i and is computed once a sentence.
#include <cmath>

#include "scores.h"

namespace lookback {

namespace {

template <class T>
class General final : public Score<T> {
 public:
  General(Parameters<T>& parameters, const ModelConfig& c)
      : W_a(parameters, "attention.W_a", "", c.hidden, {c.annotation()}, 1 / std::sqrt(double(c.annotation())), 0) {}

  void prepare(const Parameters<T>& parameters, Packing<T>& packing) override { W_a.prepare(parameters, packing); }

  void begin(AttentionKept<T>& k, Arena<T>& arena) const override {
    k.keys = arena.matrix(k.annotations.rows(), W_a.outputs());
    W_a.forward(k.annotations, k.keys);
  }

  void forward(AttentionKept<T>& k, Index first, Index count, In<T> queries) const override {
    dot_energies(k, first, count, queries, T(1));
  }

  void begin_backward(AttentionKept<T>& k, Arena<T>& arena) const override {
    k.d_keys = arena.zeros(k.keys.rows(), k.keys.cols());
  }

  void backward(AttentionKept<T>& k, Index first, Index count, In<T> queries, View<T> d_queries) const override {
    dot_energies_backward(k, first, count, queries, T(1), d_queries);
  }

  void finish_backward(AttentionKept<T>& k, In<T>, Contributions<T>& contributions) const override {
    W_a.backward_weight(k.d_keys, k.annotations, contributions);
    W_a.backward(k.d_keys, k.d_annotations, Join::add);
  }

 private:
  Linear<T> W_a;
};

}  // namespace

template <class T>
std::unique_ptr<Score<T>> general_score(Parameters<T>& parameters, const ModelConfig& config) {
  return std::make_unique<General<T>>(parameters, config);
}

template std::unique_ptr<Score<float>> general_score(Parameters<float>&, const ModelConfig&);
template std::unique_ptr<Score<double>> general_score(Parameters<double>&, const ModelConfig&);

}  // namespace lookback
