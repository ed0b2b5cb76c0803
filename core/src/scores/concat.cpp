// Luong's concat score (Luong et al. 2015, section 3.1): the additive network with one matrix over both,
//   e_ij = v_aᵀ tanh(W_a [s_i; h_j])
// The columns of W_a that meet h_j are applied once a sentence, those that meet s_i once a step.
#include <cmath>

#include "scores.h"

namespace lookback {

namespace {

template <class T>
class Concat final : public Score<T> {
 public:
  Concat(Parameters<T>& parameters, const ModelConfig& c)
      : W_a(parameters, "attention.W_a", "", c.attention_size, {c.hidden, c.annotation()},
            1 / std::sqrt(double(c.hidden + c.annotation())), 0),
        v_a(parameters.add_vector("attention.v_a", c.attention_size, 1 / std::sqrt(double(c.attention_size)))) {}

  void prepare(const Parameters<T>& parameters, Packing<T>& packing) override {
    W_a.prepare(parameters, packing);
    v = parameters.view(v_a).data();
  }

  void begin(AttentionKept<T>& k, Arena<T>& arena) const override {
    k.keys = arena.matrix(k.annotations.rows(), W_a.outputs());
    W_a.forward(k.annotations, k.keys, Join::assign, Bias::no, of_annotation);
    k.projected = arena.matrix(k.steps * k.rows, W_a.outputs());
    k.hidden = arena.matrix(k.steps * k.rows * k.source_steps, W_a.outputs());
  }

  void forward(AttentionKept<T>& k, Index first, Index count, In<T> queries) const override {
    W_a.forward(queries, k.of_steps(k.projected, first, count), Join::assign, Bias::no, of_query);
    network_energies(k, first, count, v);
  }

  void begin_backward(AttentionKept<T>& k, Arena<T>& arena) const override {
    k.d_keys = arena.zeros(k.keys.rows(), k.keys.cols());
    k.d_projected = arena.matrix(k.projected.rows(), k.projected.cols());
    k.d_v = arena.zeros(1, k.keys.cols());
  }

  void backward(AttentionKept<T>& k, Index first, Index count, In<T>, View<T> d_queries) const override {
    network_energies_backward(k, first, count, v);
    W_a.backward(k.of_steps(k.d_projected, first, count), d_queries, Join::add, of_query);
  }

  void finish_backward(AttentionKept<T>& k, In<T> queries, Contributions<T>& contributions) const override {
    contributions.rows(v_a, k.d_v);
    W_a.backward_weight(k.d_projected, queries, contributions, of_query);
    W_a.backward_weight(k.d_keys, k.annotations, contributions, of_annotation);
    W_a.backward(k.d_keys, k.d_annotations, Join::add, of_annotation);
  }

 private:
  static constexpr Index of_query = 0, of_annotation = 1;  // blocks of W_a's columns
  Linear<T> W_a;
  Index v_a;
  const T* v = nullptr;
};

}  // namespace

template <class T>
std::unique_ptr<Score<T>> concat_score(Parameters<T>& parameters, const ModelConfig& config) {
  return std::make_unique<Concat<T>>(parameters, config);
}

template std::unique_ptr<Score<float>> concat_score(Parameters<float>&, const ModelConfig&);
template std::unique_ptr<Score<double>> concat_score(Parameters<double>&, const ModelConfig&);

}  // namespace lookback
