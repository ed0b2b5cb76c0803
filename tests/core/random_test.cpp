// Random numbers: the streams' values are part of every result that is ever shared, so they are pinned here, computed
// apart from the papers' definitions; and rough checks that uniform numbers are uniform.

#include "lookback/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

namespace {

using lookback::fnv1a;
using lookback::mix;
using lookback::Random;

TEST(Random, Fnv1aOfKnownTexts) {
  // The first three are the authors' own test vectors.
  EXPECT_EQ(fnv1a(""), 0x811c9dc5u);
  EXPECT_EQ(fnv1a("a"), 0xe40c292cu);
  EXPECT_EQ(fnv1a("foobar"), 0xbf9cf968u);
  EXPECT_EQ(fnv1a("4 9 3 0 3 9"), 0x15d6b61bu);
  EXPECT_EQ(fnv1a("注意力"), 0x36ab8cefu);
}

// splitmix64's published outputs for the seed 1234567.
TEST(Random, MixIsSplitmix64) {
  std::uint64_t state = 1234567;
  for (const std::uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                       4593380528125082431u, 16408922859458223821u}) {
    state += 0x9e3779b97f4a7c15u;
    EXPECT_EQ(mix(state), expected);
  }
}

TEST(Random, StreamsArePinned) {
  const auto three = [](Random random) { return std::array{random.next(), random.next(), random.next()}; };
  using Three = std::array<std::uint64_t, 3>;
  EXPECT_EQ(three(Random(0)), (Three{0xef7770596bb92d9fu, 0x24af9f25907f04c5u, 0x91e7e81d2e337b11u}));
  EXPECT_EQ(three(Random(1)), (Three{0x44912885ba43a63bu, 0x2c6fc3ec948ac57du, 0x2a163eb0ea9c4fdfu}));
  EXPECT_EQ(three(Random(0, "held-out")), (Three{0xee6c85de340e2fc1u, 0x8947748adb321251u, 0x6161c7641c500d9du}));
  EXPECT_EQ(three(Random(~std::uint64_t(0), "encoder.weight_ih_l0")),
            (Three{0x79e58900d76d38a4u, 0x581a461fce7f5d52u, 0xc952c11217da912cu}));
}

TEST(Random, UniformAndBelowArePinned) {
  Random uniform(7, "uniform");
  for (const double expected : {0.42402915794304596, 0.4192787247426163, 0.8944129736442847}) {
    EXPECT_EQ(uniform.uniform(), expected);
  }
  Random below(7, "below");
  for (const std::uint32_t expected : {1u, 9u, 6u, 4u, 6u, 0u, 9u, 2u, 0u, 0u, 2u, 5u})
    EXPECT_EQ(below.below(10), expected);
}

TEST(Random, StreamsOfOneSeedShareNoNumbers) {
  std::set<std::uint64_t> seen;
  int drawn = 0;
  for (const std::uint64_t seed : {0u, 1u, 2u, 1000000u}) {
    for (const char* stream : {"", "a", "b", "aa", "source.embedding", "target.embedding"}) {
      Random random(seed, stream);
      for (int i = 0; i < 1000; ++i, ++drawn) seen.insert(random.next());
    }
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(drawn));
}

TEST(Random, UniformNumbersAreUniform) {
  constexpr int count = 200000;
  Random random(3, "uniform");
  double sum = 0, squares = 0, lagged = 0, before = 0.5;
  for (int i = 0; i < count; ++i) {
    const double x = random.uniform();
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
    sum += x;
    squares += x * x;
    lagged += (x - 0.5) * (before - 0.5);
    before = x;
  }
  // Within four standard errors.
  EXPECT_NEAR(sum / count, 1 / 2.0, 4 * 0.2887 / 447);
  EXPECT_NEAR(squares / count, 1 / 3.0, 4 * 0.2981 / 447);
  EXPECT_NEAR(lagged / count, 0, 4 / 12.0 / 447);
}

TEST(Random, UniformBetweenTwoNumbersStaysBetweenThem) {
  Random random(4);
  double lowest = 1, highest = -1;
  for (int i = 0; i < 10000; ++i) {
    const double x = random.uniform(-0.25, 0.75);
    lowest = std::min(lowest, x);
    highest = std::max(highest, x);
  }
  EXPECT_GE(lowest, -0.25);
  EXPECT_LT(lowest, -0.249);
  EXPECT_LT(highest, 0.75);
  EXPECT_GT(highest, 0.749);
}

// χ² against equal counts, with bounds that a fair generator passes with probability 0.999.
double chi_square(std::uint32_t n, int per_value, std::uint64_t seed) {
  Random random(seed, "below");
  std::vector<int> counts(n);
  for (std::uint32_t i = 0; i < n * static_cast<std::uint32_t>(per_value); ++i) {
    const std::uint32_t x = random.below(n);
    if (x >= n) return 1e300;
    ++counts[x];
  }
  double total = 0;
  for (const int count : counts) total += (count - per_value) * (count - per_value) / static_cast<double>(per_value);
  return total;
}

TEST(Random, BelowIsUnbiased) {
  EXPECT_LT(chi_square(2, 10000, 1), 10.8);
  EXPECT_LT(chi_square(3, 10000, 2), 13.8);
  EXPECT_LT(chi_square(10, 10000, 3), 27.9);
  EXPECT_LT(chi_square(60, 1000, 4), 99);
}

// In a range of three quarters of 2^32 four draws fall on three numbers: without a second draw every third number would
// come twice as often as the others.
TEST(Random, BelowIsUnbiasedInAWideRange) {
  constexpr std::uint32_t n = 3u << 30;
  Random random(5, "below");
  int residues[3] = {}, thirds[3] = {};
  for (int i = 0; i < 30000; ++i) {
    const std::uint32_t x = random.below(n);
    ASSERT_LT(x, n);
    ++residues[x % 3];
    ++thirds[x >> 30];
  }
  for (const int count : residues) EXPECT_NEAR(count, 10000, 4 * 82);
  for (const int count : thirds) EXPECT_NEAR(count, 10000, 4 * 82);
}

TEST(Random, BelowOneIsZero) {
  Random random(6);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(random.below(1), 0u);
}

}  // namespace
