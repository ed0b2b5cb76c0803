// exp, tanh, sigmoid and softmax of our own, so that every machine gives the same bits. In float: exp and tanh within
// 2 units in the last place over the whole range (tests/core/math_test.cpp measures it); in double: the C library's.
#pragma once

#include <cmath>
#include <cstdint>

#include "lookback/vec.h"

namespace lookback {

using UintVec = typename VecOf<std::uint32_t>::type;
inline UintVec splat_bits(std::uint32_t x) { return UintVec{x, x, x, x}; }

// e^x. x = n ln 2 + r with |r| <= ln 2 / 2; a polynomial gives e^r (coefficients of Cephes' expf), two multiplications by
// powers of two give the scale down into the subnormal numbers and up to infinity.
inline Vec<float> exp_vec(Vec<float> x) {
  const Vec<float> low = splat(-104.0f), high = splat(89.0f);
  x = x < low ? low : x;
  x = x > high ? high : x;
  const Vec<float> magic = splat(12582912.0f);  // 1.5 · 2^23: adding it rounds to a whole number
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
  const Vec<float> y = (p * (r * r) + r) + splat(1.0f);
  UintVec bits;
  std::memcpy(&bits, &shifted, sizeof bits);
  // n lies in −150 … 129; offset so that halving it stays unsigned.
  const UintVec offset = bits - splat_bits(0x4B400000u) + splat_bits(512u);
  const UintVec half = offset >> 1;
  const UintVec rest = offset - half;
  const UintVec first_bits = (half + splat_bits(127u - 256u)) << 23;
  const UintVec second_bits = (rest + splat_bits(127u - 256u)) << 23;
  Vec<float> first, second;
  std::memcpy(&first, &first_bits, sizeof first);
  std::memcpy(&second, &second_bits, sizeof second);
  return (y * first) * second;
}

// tanh x: an odd polynomial (Cephes' tanhf) below 0.625, 1 − 2 / (e^{2|x|} + 1) with the sign of x above.
inline Vec<float> tanh_vec(Vec<float> x) {
  const Vec<float> z = x * x;
  Vec<float> p = splat(-5.70498872745e-3f);
  p = p * z + splat(2.06390887954e-2f);
  p = p * z + splat(-5.37397155531e-2f);
  p = p * z + splat(1.33314422036e-1f);
  p = p * z + splat(-3.33332819422e-1f);
  const Vec<float> small = (p * z) * x + x;
  const Vec<float> size = x < splat(0.0f) ? -x : x;
  const Vec<float> one = splat(1.0f);
  const Vec<float> large = one - splat(2.0f) / (exp_vec(size + size) + one);
  return size < splat(0.625f) ? small : (x < splat(0.0f) ? -large : large);
}

inline Vec<double> exp_vec(Vec<double> x) { return Vec<double>{std::exp(x[0]), std::exp(x[1])}; }
inline Vec<double> tanh_vec(Vec<double> x) { return Vec<double>{std::tanh(x[0]), std::tanh(x[1])}; }

// 1 / (1 + e^−x)
inline Vec<float> sigmoid_vec(Vec<float> x) { return splat(1.0f) / (splat(1.0f) + exp_vec(-x)); }
inline Vec<double> sigmoid_vec(Vec<double> x) { return splat(1.0) / (splat(1.0) + exp_vec(-x)); }

// weights_j = exp(e_j − max e) / Σ, for j < n. Finite for any finite energies.
template <class T>
void softmax(Index n, const T* energies, T* weights);

}  // namespace lookback
