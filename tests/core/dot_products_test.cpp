// Why √d: that q · k has mean 0 and variance d, that softmax sharpens with d unless the scores are scaled, that the numbers are
// the same in any company, and what is refused.

#include "lookback/dot_products.h"

#include <gtest/gtest.h>

#include <cmath>

#include "refusal.h"

namespace {

using lookback::dot_products;
using lookback::DotProducts;
using lookback::Index;

TEST(DotProducts, VarianceIsTheDimension) {
  const std::vector<Index> dimensions = {1, 4, 16, 64, 256};
  const std::vector<DotProducts> all = dot_products(dimensions, 2000, 10, 1);
  ASSERT_EQ(all.size(), dimensions.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double d = static_cast<double>(dimensions[i]);
    EXPECT_EQ(all[i].dimension, dimensions[i]);
    EXPECT_NEAR(all[i].mean, 0, 0.05 * std::sqrt(d));
    EXPECT_NEAR(all[i].variance / d, 1, 0.06);
  }
}

TEST(DotProducts, SoftmaxSharpensUnlessScaled) {
  const std::vector<DotProducts> all = dot_products({4, 64, 1024}, 500, 10, 2);
  for (std::size_t i = 1; i < all.size(); ++i) {
    EXPECT_GT(all[i].peak, all[i - 1].peak);
    EXPECT_LT(all[i].entropy, all[i - 1].entropy);
    EXPECT_NEAR(all[i].scaled_peak, all[i - 1].scaled_peak, 0.03);
    EXPECT_NEAR(all[i].scaled_entropy, all[i - 1].scaled_entropy, 0.06);
  }
  EXPECT_GT(all[2].peak, 0.95);
  EXPECT_LT(all[2].scaled_peak, 0.4);
  for (const DotProducts& one : all) {
    for (const double peak : {one.peak, one.scaled_peak}) {
      EXPECT_GT(peak, 0.1);
      EXPECT_LE(peak, 1);
    }
    EXPECT_LE(one.scaled_entropy, std::log(10));
    EXPECT_GE(one.entropy, 0);
  }
}

TEST(DotProducts, OneDimensionIsNotScaled) {
  const DotProducts one = dot_products({1}, 100, 5, 3)[0];
  EXPECT_EQ(one.peak, one.scaled_peak);
  EXPECT_EQ(one.entropy, one.scaled_entropy);
}

TEST(DotProducts, TheSeedDecidesAndCompanyDoesNot) {
  const std::vector<DotProducts> two = dot_products({8, 32}, 100, 4, 7), again = dot_products({32}, 100, 4, 7);
  EXPECT_EQ(two[1].mean, again[0].mean);
  EXPECT_EQ(two[1].variance, again[0].variance);
  EXPECT_EQ(two[1].scaled_entropy, again[0].scaled_entropy);
  EXPECT_NE(dot_products({32}, 100, 4, 8)[0].mean, again[0].mean);
}

TEST(DotProducts, Refusals) {
  const auto refused = [](const std::vector<Index>& dimensions, Index count, Index keys, const std::string& mention) {
    expect_refusal([&] { dot_products(dimensions, count, keys, 0); }, "bad-input", {mention});
  };
  refused({}, 10, 2, "`dimensions`");
  refused(std::vector<Index>(17, 4), 10, 2, "`dimensions`");
  refused({0}, 10, 2, "`dimensions`");
  refused({4097}, 10, 2, "`dimensions`");
  refused({4}, 1, 2, "`count`");
  refused({4}, 10, 1, "`keys`");
  refused({4096}, 100000, 100, "smaller");
}

}  // namespace
