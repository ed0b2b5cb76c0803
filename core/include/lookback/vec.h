// Sixteen-byte vectors of T by the compilers' vector extension: the same operations, and so the same bits, natively and in
// wasm. `for_lanes` walks n elements by whole vectors and passes the rest through the same code, padded with zeros.
#pragma once

#include <cstring>

#include "lookback/matrix.h"

namespace lookback {

template <class T>
struct VecOf {
  typedef T type __attribute__((vector_size(16)));
};
template <class T>
using Vec = typename VecOf<T>::type;

template <class T>
inline constexpr Index lanes = 16 / sizeof(T);

template <class T>
inline Vec<T> load(const T* from) {
  Vec<T> v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

template <class T>
inline void store(T* to, Vec<T> v) {
  std::memcpy(to, &v, sizeof v);
}

template <class T>
inline Vec<T> splat(T x) {
  if constexpr (lanes<T> == 4) {
    return Vec<T>{x, x, x, x};
  } else {
    return Vec<T>{x, x};
  }
}

// Sum of the lanes, pairwise: (0 + 1) + (2 + 3).
template <class T>
inline T sum(Vec<T> v) {
  if constexpr (lanes<T> == 4) {
    return (v[0] + v[1]) + (v[2] + v[3]);
  } else {
    return v[0] + v[1];
  }
}

template <class T>
struct WholeLanes {
  Index at;
  Vec<T> load(const T* from) const { return lookback::load<T>(from + at); }
  void store(T* to, Vec<T> v) const { lookback::store<T>(to + at, v); }
};

template <class T>
struct PartLanes {
  Index at;
  Index count;
  Vec<T> load(const T* from) const {
    Vec<T> v{};
    std::memcpy(&v, from + at, sizeof(T) * static_cast<std::size_t>(count));
    return v;
  }
  void store(T* to, Vec<T> v) const { std::memcpy(to + at, &v, sizeof(T) * static_cast<std::size_t>(count)); }
};

// Calls f(l) for each vector of 0 … n−1; inside, l.load(p) and l.store(p, v) reach elements of an array of n.
template <class T, class F>
inline void for_lanes(Index n, F f) {
  Index i = 0;
  for (; i + lanes<T> <= n; i += lanes<T>) f(WholeLanes<T>{i});
  if (i < n) f(PartLanes<T>{i, n - i});
}

// Σ a_i b_i: one partial sum a lane, added pairwise at the end.
template <class T>
inline T dot(Index n, const T* a, const T* b) {
  Vec<T> total{};
  for_lanes<T>(n, [&](auto l) { total += l.load(a) * l.load(b); });
  return sum<T>(total);
}

// y = Σ_j w_j x_j, summed over j in order; x_j is the row of `size` at x + j · stride, w_j stands at w[j · w_stride].
template <class T>
inline void weighted_sum(Index size, Index count, const T* w, Index w_stride, const T* x, Index stride, T* y) {
  constexpr Index wide = 4 * lanes<T>;  // four sums at a time, so that none waits for the one before
  Index at = 0;
  for (; at + wide <= size; at += wide) {
    Vec<T> a{}, b{}, c{}, d{};
    const T* from = x + at;
    for (Index j = 0; j < count; ++j, from += stride) {
      const Vec<T> weight = splat(w[j * w_stride]);
      a += weight * load(from);
      b += weight * load(from + lanes<T>);
      c += weight * load(from + 2 * lanes<T>);
      d += weight * load(from + 3 * lanes<T>);
    }
    store<T>(y + at, a);
    store<T>(y + at + lanes<T>, b);
    store<T>(y + at + 2 * lanes<T>, c);
    store<T>(y + at + 3 * lanes<T>, d);
  }
  for_lanes<T>(size - at, [&](auto l) {
    Vec<T> a{};
    for (Index j = 0; j < count; ++j) a += splat(w[j * w_stride]) * l.load(x + at + j * stride);
    l.store(y + at, a);
  });
}

// out_j = Σ a_i x_ji for the rows of `size` at x + j · stride: `dot`, four rows at a time.
template <class T>
inline void dots(Index size, Index count, const T* a, const T* x, Index stride, T* out) {
  Index j = 0;
  for (; j + 4 <= count; j += 4, x += 4 * stride) {
    Vec<T> s0{}, s1{}, s2{}, s3{};
    for_lanes<T>(size, [&](auto l) {
      const Vec<T> y = l.load(a);
      s0 += y * l.load(x);
      s1 += y * l.load(x + stride);
      s2 += y * l.load(x + 2 * stride);
      s3 += y * l.load(x + 3 * stride);
    });
    out[j] = sum<T>(s0);
    out[j + 1] = sum<T>(s1);
    out[j + 2] = sum<T>(s2);
    out[j + 3] = sum<T>(s3);
  }
  for (; j < count; ++j, x += stride) out[j] = dot(size, a, x);
}

// y += x · factor
template <class T>
inline void add_scaled(Index n, T factor, const T* x, T* y) {
  const Vec<T> f = splat(factor);
  for_lanes<T>(n, [&](auto l) { l.store(y, l.load(y) + l.load(x) * f); });
}

}  // namespace lookback
