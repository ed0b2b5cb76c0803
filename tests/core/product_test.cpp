// The one product against its plain twin, bit for bit: every small shape, strided operands, bias and sum, in both
// precisions; and what all of padding's promises rest on, that a row's bits depend neither on the other rows nor on its
// place.

#include "lookback/product.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bits.h"

namespace {

using lookback::Index;
using lookback::Join;
using lookback::Packed;
using lookback::Random;
using lookback::View;

// A matrix with its own storage, some columns wider than itself; the margin holds a number that must stay.
template <class T>
class Matrix {
public:
  static constexpr T margin = T(-77.25);

  Matrix(Index rows, Index cols, Index extra = 0)
      : rows_(rows), cols_(cols), stride_(cols + extra), data_(static_cast<std::size_t>(rows * stride_), margin) {}
  Matrix(Index rows, Index cols, Random& random, Index extra = 0) : Matrix(rows, cols, extra) {
    for (Index r = 0; r < rows; ++r) {
      for (Index c = 0; c < cols; ++c) view()(r, c) = static_cast<T>(random.uniform(-1, 1));
    }
  }

  View<T> view() { return {data_.data(), rows_, cols_, stride_}; }
  bool margin_untouched() {
    for (Index r = 0; r < rows_; ++r) {
      for (Index c = cols_; c < stride_; ++c) {
        if (view().row(r)[c] != margin) return false;
      }
    }
    return true;
  }
  Matrix transposed() {
    Matrix out(cols_, rows_);
    for (Index r = 0; r < rows_; ++r) {
      for (Index c = 0; c < cols_; ++c) out.view()(c, r) = view()(r, c);
    }
    return out;
  }

  friend bool operator==(const Matrix& a, const Matrix& b) { return bits::equal(a.data_, b.data_); }

private:
  Index rows_, cols_, stride_;
  std::vector<T> data_;
};

template <class T>
class Product : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(Product, Precisions);

// Calls f(rows, depth, columns) for all rows and columns in 1 … 20, each with three depths.
template <class F>
void for_shapes(F f) {
  Random random(1, "shapes");
  for (Index rows = 1; rows <= 20; ++rows) {
    for (Index columns = 1; columns <= 20; ++columns) {
      for (int i = 0; i < 3; ++i) f(rows, 1 + static_cast<Index>(random.below(20)), columns);
    }
  }
}

TYPED_TEST(Product, EqualsThePlainTwin) {
  using T = TypeParam;
  Random random(2, "product");
  for_shapes([&](Index rows, Index depth, Index columns) {
    SCOPED_TRACE(testing::Message() << rows << " x " << depth << " x " << columns);
    Matrix<T> a(rows, depth, random, static_cast<Index>(random.below(4))),
        b(depth, columns, random, static_cast<Index>(random.below(4)));
    const Matrix<T> start(rows, columns, random, static_cast<Index>(random.below(4)));
    Matrix<T> bias(1, columns, random);
    Packed<T> packed, packed_transposed;
    packed.pack(b.view());
    packed_transposed.pack_transposed(b.transposed().view());
    for (const Join join : {Join::assign, Join::add}) {
      for (const T* with : {static_cast<const T*>(nullptr), static_cast<const T*>(bias.view().data())}) {
        Matrix<T> expected = start, got = start, got_transposed = start;
        lookback::reference_product<T>(a.view(), b.view(), expected.view(), join, with);
        lookback::product<T>(a.view(), packed, got.view(), join, with);
        lookback::product<T>(a.view(), packed_transposed, got_transposed.view(), join, with);
        ASSERT_EQ(got, expected);
        ASSERT_EQ(got_transposed, expected);
        ASSERT_TRUE(got.margin_untouched());
      }
    }
  });
}

TYPED_TEST(Product, TransposedEqualsThePlainTwin) {
  using T = TypeParam;
  Random random(3, "transposed");
  Packed<T> right;  // used again and again, as in training
  lookback::PackedColumns<T> left;
  for_shapes([&](Index rows, Index depth, Index columns) {
    SCOPED_TRACE(testing::Message() << rows << " x " << depth << " x " << columns);
    Matrix<T> a(depth, rows, random, static_cast<Index>(random.below(4))),
        b(depth, columns, random, static_cast<Index>(random.below(4)));
    Matrix<T> expected(rows, columns, random, static_cast<Index>(random.below(4))), got = expected;
    lookback::reference_product<T>(a.transposed().view(), b.view(), expected.view(), Join::add);
    left.pack(a.view());
    right.pack(b.view());
    lookback::add_transposed_product<T>(left, right, got.view());
    ASSERT_EQ(got, expected);
    ASSERT_TRUE(got.margin_untouched());
  });
}

// By hand: [1 2; 3 4] · [5 6; 7 8] = [19 22; 43 50].
TYPED_TEST(Product, OfTwoByTwoByHand) {
  using T = TypeParam;
  const T a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8}, bias[] = {100, 200};
  T c[] = {0, 0, 0, 0};
  Packed<T> packed;
  packed.pack({b, 2, 2});
  lookback::product<T>({a, 2, 2}, packed, {c, 2, 2});
  EXPECT_THAT(c, testing::ElementsAre(19, 22, 43, 50));
  lookback::product<T>({a, 2, 2}, packed, {c, 2, 2}, Join::add, bias);
  EXPECT_THAT(c, testing::ElementsAre(138, 244, 186, 300));
  lookback::PackedColumns<T> columns;
  columns.pack({a, 2, 2});
  lookback::add_transposed_product<T>(columns, packed, {c, 2, 2});  // + [1 3; 2 4] · [5 6; 7 8]
  EXPECT_THAT(c, testing::ElementsAre(138 + 26, 244 + 30, 186 + 38, 300 + 44));
}

TYPED_TEST(Product, ARowsBitsDependNeitherOnOtherRowsNorOnItsPlace) {
  using T = TypeParam;
  Random random(4, "rows");
  for (const Index depth : {1, 3, 8, 31, 96}) {
    for (const Index columns : {1, 7, 8, 30}) {
      Matrix<T> row(1, depth, random), b(depth, columns, random), alone(1, columns);
      Packed<T> packed;
      packed.pack(b.view());
      lookback::product<T>(row.view(), packed, alone.view());
      for (Index rows = 1; rows <= 9; ++rows) {
        for (Index place = 0; place < rows; ++place) {
          Matrix<T> a(rows, depth, random), c(rows, columns);
          std::copy_n(row.view().data(), depth, a.view().row(place));
          lookback::product<T>(a.view(), packed, c.view());
          ASSERT_TRUE(bits::equal(c.view().row(place), alone.view().data(), static_cast<std::size_t>(columns)))
              << "row " << place << " of " << rows << ", depth " << depth << ", " << columns << " columns";
        }
      }
    }
  }
}

// A neighbour that is not a number, or is infinite, stays its own.
TYPED_TEST(Product, ANeighbourThatIsNotANumberDoesNotSpread) {
  using T = TypeParam;
  Random random(5, "not a number");
  Matrix<T> a(3, 5, random), b(5, 11, random), expected(3, 11), got(3, 11);
  Packed<T> packed;
  packed.pack(b.view());
  lookback::product<T>(a.view(), packed, expected.view());
  a.view()(1, 2) = std::numeric_limits<T>::quiet_NaN();
  lookback::product<T>(a.view(), packed, got.view());
  for (const Index r : {0, 2}) EXPECT_TRUE(bits::equal(got.view().row(r), expected.view().row(r), 11));
  for (Index c = 0; c < 11; ++c) EXPECT_TRUE(std::isnan(got.view()(1, c)));
}

// Packing a smaller factor into a used one leaves nothing of the larger.
TYPED_TEST(Product, APackedFactorCanBeUsedAgain) {
  using T = TypeParam;
  Random random(6, "again");
  Matrix<T> large(19, 20, random), a(4, 5, random), b(5, 3, random), expected(4, 3), got(4, 3);
  Packed<T> packed;
  packed.pack(large.view());
  packed.pack(b.view());
  EXPECT_EQ(packed.depth(), 5);
  EXPECT_EQ(packed.columns(), 3);
  lookback::product<T>(a.view(), packed, got.view());
  lookback::reference_product<T>(a.view(), b.view(), expected.view());
  EXPECT_EQ(got, expected);
}

}  // namespace
