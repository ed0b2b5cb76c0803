// The inner loops that scores share.
#include "lookback/math.h"
#include "scores.h"

namespace lookback {

template <class T>
void dot_energies(AttentionKept<T>& k, Index first, Index count, In<T> queries, T factor) {
  for (Index r = 0; r < count * k.rows; ++r) {
    const Index b = r % k.rows, length = k.lengths[b];
    T* energies = k.energies.row(first * k.rows + r);
    dots(k.keys.cols(), length, queries.row(r), k.keys.row(b), k.rows * k.keys.stride(), energies);
    for (Index j = 0; j < length; ++j) energies[j] *= factor;
  }
}

template <class T>
void dot_energies_backward(AttentionKept<T>& k, Index first, Index count, In<T> queries, T factor, View<T> d_queries) {
  const Index size = k.keys.cols();
  for (Index r = 0; r < count * k.rows; ++r) {
    const Index b = r % k.rows;
    const T* d_energies = k.d_energies.row(first * k.rows + r);
    for (Index j = 0; j < k.lengths[b]; ++j) {
      const T *key = k.keys.row(j * k.rows + b), *query = queries.row(r);
      T *d_key = k.d_keys.row(j * k.rows + b), *d_query = d_queries.row(r);
      const Vec<T> de = splat(factor * d_energies[j]);
      for_lanes<T>(size, [&](auto l) {
        l.store(d_query, l.load(d_query) + de * l.load(key));
        l.store(d_key, l.load(d_key) + de * l.load(query));
      });
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
void network_energies_backward(AttentionKept<T>& k, Index first, Index count, const T* v) {
  const Index size = k.keys.cols(), key_stride = k.rows * k.keys.stride();
  const Vec<T> one = splat(T(1));
  for (Index r = first * k.rows; r < (first + count) * k.rows; ++r) {
    const Index b = r % k.rows, length = k.lengths[b];
    const T *d_energies = k.d_energies.row(r), *hidden_row = k.hidden.row(r * k.source_steps);
    T *d_query = k.d_projected.row(r), *d_v = k.d_v.data();
    // A few columns for all positions, so that the sums over them stay in registers.
    for_lanes<T>(size, [&](auto l) {
      const Vec<T> factor = l.load(v);
      Vec<T> to_query{}, to_v = l.load(d_v);
      const T* hidden = hidden_row;
      T* d_key = k.d_keys.row(b);
      for (Index j = 0; j < length; ++j, hidden += size, d_key += key_stride) {
        const Vec<T> y = l.load(hidden), de = splat(d_energies[j]);
        const Vec<T> g = de * factor * (one - y * y);
        to_query += g;
        to_v += de * y;
        l.store(d_key, l.load(d_key) + g);
      }
      l.store(d_query, to_query);
      l.store(d_v, to_v);
    });
  }
}

template void dot_energies<float>(AttentionKept<float>&, Index, Index, In<float>, float);
template void dot_energies<double>(AttentionKept<double>&, Index, Index, In<double>, double);
template void dot_energies_backward<float>(AttentionKept<float>&, Index, Index, In<float>, float, View<float>);
template void dot_energies_backward<double>(AttentionKept<double>&, Index, Index, In<double>, double, View<double>);
template void network_energies<float>(AttentionKept<float>&, Index, Index, const float*);
template void network_energies<double>(AttentionKept<double>&, Index, Index, const double*);
template void network_energies_backward<float>(AttentionKept<float>&, Index, Index, const float*);
template void network_energies_backward<double>(AttentionKept<double>&, Index, Index, const double*);

}  // namespace lookback
