// exp, tanh and sigmoid in float against double over the whole range of float: the largest error in units in the last
// place is printed and bounded. And softmax where it is delicate: large energies, one position, a row with padding
// behind it.

#include "lookback/math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "bits.h"

namespace {

using lookback::Index;
using lookback::Vec;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float largest = std::numeric_limits<float>::max();
constexpr float smallest = std::numeric_limits<float>::min();
constexpr float subnormal = std::numeric_limits<float>::denorm_min();

// Every k-th float, k prime, so that all exponents and all sorts of mantissas come up.
constexpr std::uint32_t every = 1009;

float from_bits(std::uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

// |y − exact| in units of the last place that a float near `exact` has; infinity counts as 2^128, the next float after
// the largest.
double ulp_error(float y, double exact) {
  constexpr double past_largest = 0x1p128;
  exact = std::clamp(exact, -past_largest, past_largest);
  const double got = std::clamp(static_cast<double>(y), -past_largest, past_largest);
  int exponent;
  std::frexp(exact, &exponent);
  if (exact == 0) exponent = -1000;
  exponent = std::clamp(exponent - 1, -126, 127);
  return std::abs(got - exact) / std::ldexp(1, exponent - 23);
}

struct Worst {
  double error = 0;
  float x = 0;
};

// The largest error of f against `exact` over every k-th float in [low, high] and at the edges given.
template <class F, class Exact>
Worst sweep(F f, Exact exact, float low, float high, std::vector<float> edges) {
  Worst worst;
  std::vector<float> xs = std::move(edges);
  for (const std::uint32_t sign : {0u, 0x80000000u}) {
    for (std::uint32_t bits = 0; bits < 0x7f800000u; bits += every) {
      const float x = from_bits(sign | bits);
      if (x >= low && x <= high) xs.push_back(x);
    }
  }
  while (xs.size() % 4 != 0) xs.push_back(0);
  for (std::size_t i = 0; i < xs.size(); i += 4) {
    const Vec<float> y = f(lookback::load<float>(&xs[i]));
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const float x = xs[i + lane];
      const double error = ulp_error(y[lane], exact(static_cast<double>(x)));
      // The negation also catches a result that is not a number.
      if (!(error <= worst.error)) worst = {error, x};
    }
  }
  return worst;
}

const std::vector<float> common_edges = {0.0f,     -0.0f,     subnormal, -subnormal, 0x1p-127f, -0x1p-127f,
                                         smallest, -smallest, 1e-4f,     -1e-4f,     0.5f,      -0.5f,
                                         1,        -1,        largest,   -largest,   infinity,  -infinity};

std::vector<float> with_neighbours(std::vector<float> points) {
  std::vector<float> out = common_edges;
  for (const float x : points) {
    for (const float y : {x, -x}) {
      out.insert(out.end(), {y, std::nextafter(y, infinity), std::nextafter(y, -infinity)});
    }
  }
  return out;
}

TEST(Math, ExpWithinTwoUnits) {
  // Where the result overflows, turns subnormal and becomes zero, and where n changes.
  const Worst worst =
      sweep([](Vec<float> x) { return lookback::exp_vec(x); }, [](double x) { return std::exp(x); }, -infinity,
            infinity, with_neighbours({88.72284f, 89, 87.33655f, 103.2789f, 103.9721f, 104, 0.34657359f, 1.0397208f}));
  std::printf("  exp: largest error %.3f ulp, at %.9g\n", worst.error, static_cast<double>(worst.x));
  EXPECT_LE(worst.error, 2);
}

TEST(Math, TanhWithinTwoUnits) {
  const Worst worst = sweep([](Vec<float> x) { return lookback::tanh_vec(x); }, [](double x) { return std::tanh(x); },
                            -infinity, infinity, with_neighbours({0.625f, 9.010913f, 44.5f, 52}));
  std::printf("  tanh: largest error %.3f ulp, at %.9g\n", worst.error, static_cast<double>(worst.x));
  EXPECT_LE(worst.error, 2);
}

// Below −87 the sigmoid is subnormal or nearly so, and becomes zero a little early.
TEST(Math, SigmoidWithinFourUnits) {
  const auto exact = [](double x) { return 1 / (1 + std::exp(-x)); };
  const auto sigmoid = [](Vec<float> x) { return lookback::sigmoid_vec(x); };
  const Worst worst = sweep(sigmoid, exact, -87, infinity, {0, -0.0f, 17, -17, 88, 89, 104, infinity, largest});
  std::printf("  sigmoid: largest error %.3f ulp, at %.9g\n", worst.error, static_cast<double>(worst.x));
  EXPECT_LE(worst.error, 4);
  const Vec<float> low = sigmoid(Vec<float>{-88.5f, -89, -largest, -infinity});
  for (int lane = 0; lane < 4; ++lane) {
    EXPECT_GE(low[lane], 0);
    EXPECT_LT(low[lane], 1e-38f);
  }
  EXPECT_EQ(sigmoid(Vec<float>{})[0], 0.5f);
}

TEST(Math, SpecialValues) {
  const Vec<float> e = lookback::exp_vec(Vec<float>{infinity, -infinity, 0, -0.0f});
  EXPECT_EQ(e[0], infinity);
  EXPECT_EQ(e[1], 0);
  EXPECT_EQ(e[2], 1);
  EXPECT_EQ(e[3], 1);
  const Vec<float> t = lookback::tanh_vec(Vec<float>{infinity, -infinity, 0, subnormal});
  EXPECT_EQ(t[0], 1);
  EXPECT_EQ(t[1], -1);
  EXPECT_EQ(t[2], 0);
  EXPECT_EQ(t[3], subnormal);
  const Vec<float> s = lookback::sigmoid_vec(Vec<float>{infinity, -infinity, 0, -0.0f});
  EXPECT_EQ(s[0], 1);
  EXPECT_EQ(s[1], 0);
  EXPECT_EQ(s[2], 0.5f);
  EXPECT_EQ(s[3], 0.5f);
}

TEST(Math, NotANumberStaysInItsLane) {
  const Vec<float> x = {1, not_a_number, -1, 2};
  const Vec<float> numbers = {1, 0, -1, 2};
  const auto check = [&](auto f) {
    const Vec<float> y = f(x), expected = f(numbers);
    EXPECT_TRUE(std::isnan(y[1]));
    for (const int lane : {0, 2, 3}) EXPECT_EQ(y[lane], expected[lane]);
  };
  check([](Vec<float> v) { return lookback::exp_vec(v); });
  check([](Vec<float> v) { return lookback::tanh_vec(v); });
  check([](Vec<float> v) { return lookback::sigmoid_vec(v); });
}

TEST(Math, ALaneDoesNotChangeAResult) {
  lookback::Random random(1, "lanes");
  for (int i = 0; i < 1000; ++i) {
    const float x = static_cast<float>(random.uniform(-20, 20));
    const auto check = [&](auto f) {
      const float alone = f(lookback::splat(x))[0];
      for (int lane = 0; lane < 4; ++lane) {
        Vec<float> v = {1e30f, -3, 0.1f, -1e-30f};
        v[lane] = x;
        ASSERT_EQ(f(v)[lane], alone) << x;
      }
    };
    check([](Vec<float> v) { return lookback::exp_vec(v); });
    check([](Vec<float> v) { return lookback::tanh_vec(v); });
  }
}

TEST(Math, DoubleHasTheAccuracyOfDouble) {
  lookback::Random random(2, "double");
  for (int i = 0; i < 1000; ++i) {
    const double x = random.uniform(-30, 30);
    EXPECT_EQ(lookback::exp_vec(lookback::splat(x))[1], std::exp(x));
    EXPECT_EQ(lookback::tanh_vec(lookback::splat(x))[1], std::tanh(x));
    EXPECT_DOUBLE_EQ(lookback::sigmoid_vec(lookback::splat(x))[1], 1 / (1 + std::exp(-x)));
  }
}

template <class T>
std::vector<T> softmax(std::vector<T> energies) {
  std::vector<T> weights(energies.size());
  lookback::softmax(static_cast<Index>(energies.size()), energies.data(), weights.data());
  return weights;
}

// exp(8000) overflows in every precision; subtracting the largest first does not.
TEST(Softmax, OfLargeEnergies) {
  const std::vector<double> weights = softmax<double>({7999.99, 8000, 2, 1});
  EXPECT_NEAR(weights[0], 0.49750002, 1e-8);
  EXPECT_NEAR(weights[1], 0.50249998, 1e-8);
  EXPECT_EQ(weights[2], 0);
  EXPECT_EQ(weights[3], 0);
  // In float 7999.99 is 7999.98975: 0.01025 below 8000.
  const std::vector<float> in_float = softmax<float>({7999.99f, 8000, 2, 1});
  const double e = std::exp(static_cast<double>(7999.99f) - 8000);
  EXPECT_NEAR(in_float[0], e / (1 + e), 1e-7);
  EXPECT_NEAR(in_float[1], 1 / (1 + e), 1e-7);
  EXPECT_EQ(in_float[2], 0);
  EXPECT_EQ(in_float[3], 0);
}

// Energies 2, 1, 3, 5 of the dot-product example.
TEST(Softmax, ByHand) {
  const std::vector<double> weights = softmax<double>({2, 1, 3, 5});
  const double expected[] = {0.0414, 0.0152, 0.1125, 0.8310};
  for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(weights[j], expected[j], 5e-5);
}

TEST(Softmax, OfExtremes) {
  EXPECT_EQ(softmax<float>({-12345.0f}), (std::vector<float>{1}));
  EXPECT_EQ(softmax<float>({largest, -largest}), (std::vector<float>{1, 0}));
  EXPECT_EQ(softmax<float>({-largest, -largest}), (std::vector<float>{0.5f, 0.5f}));
  EXPECT_EQ(softmax<float>({subnormal, -subnormal, 0, 0}), (std::vector<float>{0.25f, 0.25f, 0.25f, 0.25f}));
}

TEST(Softmax, SumsToOne) {
  lookback::Random random(3, "softmax");
  for (std::size_t n = 1; n <= 60; ++n) {
    std::vector<float> energies(n);
    for (float& e : energies) e = static_cast<float>(random.uniform(-10, 10));
    double total = 0;
    for (const float w : softmax(energies)) {
      ASSERT_GE(w, 0);
      total += static_cast<double>(w);
    }
    EXPECT_NEAR(total, 1, 1e-6);
  }
}

// Behind a row's end stands padding: whatever it holds, the weights have the same bits and it is not written to.
template <class T>
void check_padding() {
  lookback::Random random(4, "padding");
  for (std::size_t n = 1; n <= 21; ++n) {
    std::vector<T> energies(n);
    for (T& e : energies) e = static_cast<T>(random.uniform(-5, 5));
    const std::vector<T> alone = softmax(energies);
    for (const T padding : {T(0), T(1e30), std::numeric_limits<T>::quiet_NaN()}) {
      std::vector<T> padded = energies, weights(n + 7, T(-3));
      padded.resize(n + 7, padding);
      lookback::softmax(static_cast<Index>(n), padded.data(), weights.data());
      ASSERT_TRUE(bits::equal(weights.data(), alone.data(), n)) << n;
      for (std::size_t j = n; j < n + 7; ++j) ASSERT_EQ(weights[j], T(-3));
    }
  }
}

TEST(Softmax, OfAPaddedRowHasTheSameBits) {
  check_padding<float>();
  check_padding<double>();
}

}  // namespace
