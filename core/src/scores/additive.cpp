// Additive attention (Bahdanau et al. 2015, appendix A.1.2): a network of one hidden layer looks at query and annotation,
//   e_ij = v_aᵀ tanh(W_a s_{i−1} + U_a h_j)
// U_a h_j does not depend on i and is computed once a sentence. There is no bias on e: softmax would not feel it.
#include <cmath>

#include "scores.h"

namespace lookback {

namespace {

template <class T>
class Additive final : public Score<T> {
 public:
  Additive(Parameters<T>& parameters, const ModelConfig& c)
      : W_a(parameters, "attention.W_a", "", c.attention_size, {c.hidden}, 1 / std::sqrt(double(c.hidden)), 0),
        U_a(parameters, "attention.U_a", "", c.attention_size, {c.annotation()}, 1 / std::sqrt(double(c.annotation())), 0),
        v_a(parameters.add_vector("attention.v_a", c.attention_size, 1 / std::sqrt(double(c.attention_size)))) {}

  void prepare(const Parameters<T>& parameters, Packing<T>& packing) override {
    W_a.prepare(parameters, packing);
    U_a.prepare(parameters, packing);
    v = parameters.view(v_a).data();
  }

  void begin(AttentionKept<T>& k, Arena<T>& arena) const override {
    k.keys = arena.matrix(k.annotations.rows(), U_a.outputs());
    U_a.forward(k.annotations, k.keys);
    k.projected = arena.matrix(k.steps * k.rows, W_a.outputs());
    k.hidden = arena.matrix(k.steps * k.rows * k.source_steps, W_a.outputs());
  }

  void forward(AttentionKept<T>& k, Index first, Index count, In<T> queries) const override {
    W_a.forward(queries, k.of_steps(k.projected, first, count));
    network_energies(k, first, count, v);
  }

  void begin_backward(AttentionKept<T>& k, Arena<T>& arena) const override {
    k.d_keys = arena.zeros(k.keys.rows(), k.keys.cols());
    k.d_projected = arena.matrix(k.projected.rows(), k.projected.cols());
    k.d_v = arena.zeros(1, k.keys.cols());
  }

  void backward(AttentionKept<T>& k, Index first, Index count, In<T>, View<T> d_queries) const override {
    network_energies_backward(k, first, count, v);
    W_a.backward(k.of_steps(k.d_projected, first, count), d_queries, Join::add);
  }

  void finish_backward(AttentionKept<T>& k, In<T> queries, Contributions<T>& contributions) const override {
    contributions.rows(v_a, k.d_v);
    W_a.backward_weight(k.d_projected, queries, contributions);
    U_a.backward_weight(k.d_keys, k.annotations, contributions);
    U_a.backward(k.d_keys, k.d_annotations, Join::add);
  }

 private:
  Linear<T> W_a, U_a;
  Index v_a;
  const T* v = nullptr;
};

}  // namespace

template <class T>
std::unique_ptr<Score<T>> additive_score(Parameters<T>& parameters, const ModelConfig& config) {
  return std::make_unique<Additive<T>>(parameters, config);
}

template std::unique_ptr<Score<float>> additive_score(Parameters<float>&, const ModelConfig&);
template std::unique_ptr<Score<double>> additive_score(Parameters<double>&, const ModelConfig&);

}  // namespace lookback
