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
      std::fill(context, context + size, T(0));
      for (Index j = 0; j < length; ++j) add_scaled(size, weights[j], k.annotations.row(j * k.rows + b), context);
    }
  }
}

template <class T>
void Attention<T>::begin_backward(AttentionKept<T>& kept, Arena<T>& arena, View<T> d_annotations) const {
  kept.d_annotations = d_annotations;
  kept.d_energies = arena.matrix(kept.steps * kept.rows, kept.source_steps);
  score_->begin_backward(kept, arena);
}

// dα_j = dc · h_j,  de_j = α_j (dα_j − Σ_k α_k dα_k),  dh_j += α_j dc
template <class T>
void Attention<T>::backward(AttentionKept<T>& k, Index first, Index count, In<T> d_contexts, In<T> queries,
                            View<T> d_queries, Gradients<T>& gradients) const {
  const Index size = k.annotations.cols();
  for (Index r = 0; r < count * k.rows; ++r) {
    const Index row = first * k.rows + r, b = r % k.rows, length = k.lengths[b];
    const T *weights = k.weights.row(row), *d_context = d_contexts.row(r);
    T* d_energies = k.d_energies.row(row);
    T mean = 0;
    for (Index j = 0; j < length; ++j) {
      const Index at = j * k.rows + b;
      d_energies[j] = dot(size, d_context, k.annotations.row(at));
      mean += weights[j] * d_energies[j];
      add_scaled(size, weights[j], d_context, k.d_annotations.row(at));
    }
    for (Index j = 0; j < length; ++j) d_energies[j] = weights[j] * (d_energies[j] - mean);
  }
  score_->backward(k, first, count, queries, d_queries, gradients);
}

template class Attention<float>;
template class Attention<double>;

}  // namespace lookback
