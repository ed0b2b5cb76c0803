// Looking back: a score gives each annotation an energy, softmax turns a step's energies into weights over the real source
// positions, and the context is the annotations' weighted sum (Bahdanau et al. 2015, equations 5 and 6):
//   α_ij = exp(e_ij) / Σ_k exp(e_ik),   c_i = Σ_j α_ij h_j
#pragma once

#include <memory>
#include <vector>

#include "lookback/batch.h"
#include "lookback/config.h"
#include "lookback/linear.h"

namespace lookback {

// What a pass keeps. B sentences, Ts source positions, Tt target steps, C the annotation's size, K the key's, A the scoring
// layer's. A row of a Tt·B matrix is one step of one sentence.
template <class T>
struct AttentionKept {
  Index rows = 0, source_steps = 0, steps = 0;
  const int* lengths = nullptr;  // of the B sources
  View<T> annotations;           // Ts·B × C
  View<T> keys;                  // Ts·B × K: what a score makes of the annotations alone
  View<T> projected;             // Tt·B × K: what it makes of the queries alone
  View<T> hidden;                // Tt·B·Ts × A: tanh of the scoring layer, row (t·B + b)·Ts + j
  View<T> energies, weights;     // Tt·B × Ts; past a source's end the weights are 0
  View<T> contexts;              // Tt·B × C
  // Backward pass.
  View<T> d_annotations, d_annotation, d_keys, d_projected, d_energies, d_v;

  // Weights that replace the model's own at one step of every sentence.
  struct Forced {
    Index step;
    std::vector<double> weights;
  };
  std::vector<Forced> forced;

  View<T> of_steps(View<T> all, Index first, Index count) const { return all.rows_from(first * rows, count * rows); }
};

// How well a query and an annotation match: e_ij. A score is one file in src/scores, forward and backward side by side, and
// one line in src/scores/table.cpp. Steps are given as `first` and `count`; their queries as count·B rows.
template <class T>
class Score {
 public:
  virtual ~Score() = default;
  virtual void prepare(const Parameters<T>&, Packing<T>&) {}
  // What depends on the annotations alone, once a sentence.
  virtual void begin(AttentionKept<T>& kept, Arena<T>& arena) const = 0;
  // kept.energies of the steps.
  virtual void forward(AttentionKept<T>& kept, Index first, Index count, In<T> queries) const = 0;
  virtual void begin_backward(AttentionKept<T>& kept, Arena<T>& arena) const = 0;
  // From kept.d_energies of the steps: adds to d_queries and to kept.d_keys.
  virtual void backward(AttentionKept<T>& kept, Index first, Index count, In<T> queries, View<T> d_queries) const = 0;
  // After all steps: from the keys to kept.d_annotations, and the weights' gradients. `queries` are those of all steps.
  virtual void finish_backward(AttentionKept<T>& kept, In<T> queries, Contributions<T>& contributions) const = 0;
};

template <class T>
std::unique_ptr<Score<T>> make_score(Parameters<T>& parameters, const ModelConfig& config);

template <class T>
class Attention {
 public:
  Attention(Parameters<T>& parameters, const ModelConfig& config) : score_(make_score<T>(parameters, config)) {}
  void prepare(const Parameters<T>& parameters, Packing<T>& packing) { score_->prepare(parameters, packing); }

  void begin(AttentionKept<T>& kept, Arena<T>& arena, View<T> annotations, const Batch& batch, Index steps) const;
  void forward(AttentionKept<T>& kept, Index first, Index count, In<T> queries) const;
  void begin_backward(AttentionKept<T>& kept, Arena<T>& arena, View<T> d_annotations) const;
  // From the gradients of the steps' contexts: adds to d_queries.
  void backward(AttentionKept<T>& kept, Index first, Index count, In<T> d_contexts, In<T> queries, View<T> d_queries) const;
  // After all steps, given all their d_contexts and queries: adds to kept.d_annotations, notes the weights' gradients.
  void finish_backward(AttentionKept<T>& kept, In<T> d_contexts, In<T> queries, Contributions<T>& contributions) const;

 private:
  std::unique_ptr<Score<T>> score_;
};

}  // namespace lookback
