// The inner loops that scores share.
#include "lookback/math.h"
#include "scores.h"

namespace lookback {

template <class T>
void dot_energies(AttentionKept<T>& k, Index first, Index count, In<T> queries, T factor) {
  const Index size = k.keys.cols();
  for (Index r = 0; r < count * k.rows; ++r) {
    const Index b = r % k.rows;
    T* energies = k.energies.row(first * k.rows + r);
    for (Index j = 0; j < k.lengths[b]; ++j) energies[j] = factor * dot(size, queries.row(r), k.keys.row(j * k.rows + b));
  }
}

template <class T>
void dot_energies_backward(AttentionKept<T>& k, Index first, Index count, In<T> queries, T factor, View<T> d_queries) {
  const Index size = k.keys.cols();
  for (Index r = 0; r < count * k.rows; ++r) {
    const Index b = r % k.rows;
    const T* d_energies = k.d_energies.row(first * k.rows + r);
    for (Index j = 0; j < k.lengths[b]; ++j) {
      const Index at = j * k.rows + b;
      add_scaled(size, factor * d_energies[j], k.keys.row(at), d_queries.row(r));
      add_scaled(size, factor * d_energies[j], queries.row(r), k.d_keys.row(at));
    }
  }
}

template <class T>
void network_energies(AttentionKept<T>& k, Index first, Index count, const T* v) {
  const Index size = k.keys.cols();
  for (Index r = first * k.rows; r < (first + count) * k.rows; ++r) {
    const Index b = r % k.rows;
    const T* query = k.projected.row(r);
    T* energies = k.energies.row(r);
    for (Index j = 0; j < k.lengths[b]; ++j) {
      const T* key = k.keys.row(j * k.rows + b);
      T* hidden = k.hidden.row(r * k.source_steps + j);
      Vec<T> total{};
      for_lanes<T>(size, [&](auto l) {
        const Vec<T> y = tanh_vec(l.load(query) + l.load(key));
        l.store(hidden, y);
        total += l.load(v) * y;
      });
      energies[j] = sum<T>(total);
    }
  }
}

template <class T>
void network_energies_backward(AttentionKept<T>& k, Index first, Index count, const T* v, T* d_v) {
  const Index size = k.keys.cols();
  const Vec<T> one = splat(T(1));
  for (Index r = first * k.rows; r < (first + count) * k.rows; ++r) {
    const Index b = r % k.rows;
    T* d_query = k.d_projected.row(r);
    std::fill(d_query, d_query + size, T(0));
    for (Index j = 0; j < k.lengths[b]; ++j) {
      const T* hidden = k.hidden.row(r * k.source_steps + j);
      T* d_key = k.d_keys.row(j * k.rows + b);
      const Vec<T> de = splat(k.d_energies(r, j));
      for_lanes<T>(size, [&](auto l) {
        const Vec<T> y = l.load(hidden);
        const Vec<T> g = de * l.load(v) * (one - y * y);
        l.store(d_query, l.load(d_query) + g);
        l.store(d_key, l.load(d_key) + g);
        l.store(d_v, l.load(d_v) + de * y);
      });
    }
  }
}

template void dot_energies<float>(AttentionKept<float>&, Index, Index, In<float>, float);
template void dot_energies<double>(AttentionKept<double>&, Index, Index, In<double>, double);
template void dot_energies_backward<float>(AttentionKept<float>&, Index, Index, In<float>, float, View<float>);
template void dot_energies_backward<double>(AttentionKept<double>&, Index, Index, In<double>, double, View<double>);
template void network_energies<float>(AttentionKept<float>&, Index, Index, const float*);
template void network_energies<double>(AttentionKept<double>&, Index, Index, const double*);
template void network_energies_backward<float>(AttentionKept<float>&, Index, Index, const float*, float*);
template void network_energies_backward<double>(AttentionKept<double>&, Index, Index, const double*, double*);

}  // namespace lookback
