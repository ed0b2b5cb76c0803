#include "lookback/attention.h"

#include <algorithm>

#include "lookback/math.h"

namespace lookback {

template <class T>
void Attention<T>::begin(AttentionKept<T>& kept, Arena<T>& arena, View<T> annotations, const Batch& batch, Index steps) const {
  kept.rows = batch.rows;
  kept.source_steps = batch.source_steps;
  kept.steps = steps;
  kept.lengths = batch.source_lengths.data();
  kept.forced.clear();
  kept.annotations = annotations;
  kept.energies = arena.matrix(steps * batch.rows, batch.source_steps);
  kept.weights = arena.matrix(steps * batch.rows, batch.source_steps);
  kept.contexts = arena.matrix(steps * batch.rows, annotations.cols());
  score_->begin(kept, arena);
}

template <class T>
void Attention<T>::forward(AttentionKept<T>& k, Index first, Index count, In<T> queries) const {
  score_->forward(k, first, count, queries);
  for (Index t = first; t < first + count; ++t) {
    const auto forced = std::find_if(k.forced.begin(), k.forced.end(), [&](const auto& f) { return f.step == t; });
    for (Index b = 0; b < k.rows; ++b) {
      const Index row = t * k.rows + b, length = k.lengths[b], size = k.annotations.cols();
      T *weights = k.weights.row(row), *context = k.contexts.row(row);
      softmax(length, k.energies.row(row), weights);
      if (forced != k.forced.end()) {
        for (Index j = 0; j < length; ++j) weights[j] = static_cast<T>(forced->weights[static_cast<std::size_t>(j)]);
      }
      std::fill(weights + length, weights + k.source_steps, T(0));
      weighted_sum(size, length, weights, 1, k.annotations.row(b), k.rows * k.annotations.stride(), context);
    }
  }
}

template <class T>
void Attention<T>::begin_backward(AttentionKept<T>& kept, Arena<T>& arena, View<T> d_annotations) const {
  kept.d_annotations = d_annotations;
  kept.d_annotation = arena.matrix(1, d_annotations.cols());
  kept.d_energies = arena.matrix(kept.steps * kept.rows, kept.source_steps);
  score_->begin_backward(kept, arena);
}

// dα_j = dc · h_j,  de_j = α_j (dα_j − Σ_k α_k dα_k)
template <class T>
void Attention<T>::backward(AttentionKept<T>& k, Index first, Index count, In<T> d_contexts, In<T> queries,
                            View<T> d_queries) const {
  for (Index r = 0; r < count * k.rows; ++r) {
    const Index row = first * k.rows + r, b = r % k.rows, length = k.lengths[b];
    const T* weights = k.weights.row(row);
    T* d_energies = k.d_energies.row(row);
    dots(k.annotations.cols(), length, d_contexts.row(r), k.annotations.row(b), k.rows * k.annotations.stride(), d_energies);
    T mean = 0;
    for (Index j = 0; j < length; ++j) mean += weights[j] * d_energies[j];
    for (Index j = 0; j < length; ++j) d_energies[j] = weights[j] * (d_energies[j] - mean);
  }
  score_->backward(k, first, count, queries, d_queries);
}

// dh_j += Σ_i α_ij dc_i, and what the score makes of h_j.
template <class T>
void Attention<T>::finish_backward(AttentionKept<T>& k, In<T> d_contexts, In<T> queries, Contributions<T>& contributions) const {
  const Index size = k.annotations.cols();
  for (Index b = 0; b < k.rows; ++b) {
    for (Index j = 0; j < k.lengths[b]; ++j) {
      T* sum = k.d_annotation.data();
      weighted_sum(size, k.steps, &k.weights(b, j), k.rows * k.weights.stride(), d_contexts.row(b), k.rows * d_contexts.stride(), sum);
      add_scaled(size, T(1), sum, k.d_annotations.row(j * k.rows + b));
    }
  }
  score_->finish_backward(k, queries, contributions);
}

template class Attention<float>;
template class Attention<double>;

}  // namespace lookback
