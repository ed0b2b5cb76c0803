// exp, tanh, sigmoid and softmax of our own, so that every machine gives the same bits. In float: exp and tanh within
// 2 units in the last place over the whole range (tests/core/math_test.cpp measures it); in double: the C library's.
#pragma once

#include <cmath>
#include <cstdint>

#include "lookback/vec.h"

namespace lookback {

using UintVec = typename VecOf<std::uint32_t>::type;
inline UintVec splat_bits(std::uint32_t x) { return UintVec{x, x, x, x}; }

inline UintVec bits_of(Vec<float> x) {
  UintVec bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
inline Vec<float> from_bits(UintVec bits) {
  Vec<float> x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

// x = n ln 2 + r with |r| <= ln 2 / 2: e^r by a polynomial (coefficients of Cephes' expf), and n, above the bits of `zero`.
struct ExpParts {
  static constexpr std::uint32_t zero = 0x4B400000u;  // of 1.5 · 2^23: adding that rounds to a whole number
  UintVec exponent;
  Vec<float> mantissa;
};
inline ExpParts exp_parts(Vec<float> x) {
  const Vec<float> magic = splat(12582912.0f);
  const Vec<float> shifted = x * splat(1.44269504088896341f) + magic;
  const Vec<float> n = shifted - magic;
  Vec<float> r = x - n * splat(0.693359375f);
  r = r - n * splat(-2.12194440e-4f);
  Vec<float> p = splat(1.9875691500e-4f);
  p = p * r + splat(1.3981999507e-3f);
  p = p * r + splat(8.3334519073e-3f);
  p = p * r + splat(4.1665795894e-2f);
  p = p * r + splat(1.6666665459e-1f);
  p = p * r + splat(5.0000001201e-1f);
  return {bits_of(shifted), (p * (r * r) + r) + splat(1.0f)};
}

// e^x where neither it nor what is made of it is subnormal: −87 ≤ x ≤ 89, from 2^−126 to infinity.
inline Vec<float> exp_normal(Vec<float> x) {
  const ExpParts parts = exp_parts(x);
  return parts.mantissa * from_bits((parts.exponent - splat_bits(ExpParts::zero - 127u)) << 23);
}

// e^x: two multiplications by powers of two give the scale down into the subnormal numbers and up to infinity.
inline Vec<float> exp_vec(Vec<float> x) {
  const Vec<float> low = splat(-104.0f), high = splat(89.0f);
  x = x < low ? low : x;
  x = x > high ? high : x;
  const ExpParts parts = exp_parts(x);
  // n lies in −150 … 129; offset so that halving it stays unsigned.
  const UintVec offset = parts.exponent - splat_bits(ExpParts::zero - 512u);
  const UintVec half = offset >> 1;
  const UintVec rest = offset - half;
  return (parts.mantissa * from_bits((half + splat_bits(127u - 256u)) << 23)) * from_bits((rest + splat_bits(127u - 256u)) << 23);
}

// tanh x: an odd polynomial (Cephes' tanhf) below 0.625, 1 − 2 / (e^2x + 1) above, for the size of x, which is 1 in float from 9.1
// on; then the sign of x.
inline Vec<float> tanh_vec(Vec<float> x) {
  const UintVec sign = bits_of(x) & splat_bits(0x80000000u);
  const Vec<float> size = from_bits(bits_of(x) ^ sign), z = size * size, high = splat(9.1f), one = splat(1.0f);
  Vec<float> p = splat(-5.70498872745e-3f);
  p = p * z + splat(2.06390887954e-2f);
  p = p * z + splat(-5.37397155531e-2f);
  p = p * z + splat(1.33314422036e-1f);
  p = p * z + splat(-3.33332819422e-1f);
  const Vec<float> small = (p * z) * size + size;
  const Vec<float> capped = size > high ? high : size;
  const Vec<float> large = one - splat(2.0f) / (exp_normal(capped + capped) + one);
  return from_bits(bits_of(size < splat(0.625f) ? small : large) | sign);
}

inline Vec<double> exp_vec(Vec<double> x) { return Vec<double>{std::exp(x[0]), std::exp(x[1])}; }
inline Vec<double> tanh_vec(Vec<double> x) { return Vec<double>{std::tanh(x[0]), std::tanh(x[1])}; }

// 1 / (1 + e^−x); 0 where that is subnormal.
inline Vec<float> sigmoid_vec(Vec<float> x) {
  const Vec<float> low = splat(-87.0f), high = splat(89.0f), one = splat(1.0f);
  Vec<float> y = -x;
  y = y < low ? low : y;
  y = y > high ? high : y;
  return one / (one + exp_normal(y));
}
inline Vec<double> sigmoid_vec(Vec<double> x) { return splat(1.0) / (splat(1.0) + exp_vec(-x)); }

// exp(e_j − shift) for j < n, in `out`, with the largest energy as the shift; and the shift and their sum.
template <class T>
struct Exponentials {
  T shift, sum;
};
template <class T>
Exponentials<T> exponentials(Index n, const T* energies, T* out);

// weights_j = exp(e_j − max e) / Σ, for j < n. Finite for any finite energies.
template <class T>
void softmax(Index n, const T* energies, T* weights);

}  // namespace lookback
