// Views of row-major matrices, and the arena that the matrices of one pass live in. Eigen carries the algebra: `map()` of a
// view is an Eigen matrix. Unlike an Eigen map a view can be pointed elsewhere, and copies of it are copies of the pointer.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace lookback {

using Index = Eigen::Index;

template <class T>
using RowMajor = Eigen::Matrix<std::remove_const_t<T>, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class T>
class View {
 public:
  using Plain = std::conditional_t<std::is_const_v<T>, const RowMajor<T>, RowMajor<T>>;
  using Map = Eigen::Map<Plain, Eigen::Unaligned, Eigen::OuterStride<>>;

  View() = default;
  View(T* data, Index rows, Index cols, Index stride) : data_(data), rows_(rows), cols_(cols), stride_(stride) {}
  View(T* data, Index rows, Index cols) : View(data, rows, cols, cols) {}
  // A view of T is a view of const T.
  operator View<const T>() const { return {data_, rows_, cols_, stride_}; }

  T* data() const { return data_; }
  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  Index stride() const { return stride_; }
  Index size() const { return rows_ * cols_; }
  bool empty() const { return rows_ == 0 || cols_ == 0; }

  T* row(Index r) const { return data_ + r * stride_; }
  T& operator()(Index r, Index c) const { return data_[r * stride_ + c]; }

  View rows_from(Index first, Index count) const { return {data_ + first * stride_, count, cols_, stride_}; }
  View cols_from(Index first, Index count) const { return {data_ + first, rows_, count, stride_}; }
  // Block t of equal blocks of `count` rows: step t of a time-major sequence of `count` sentences.
  View block(Index t, Index count) const { return rows_from(t * count, count); }

  Map map() const { return Map(data_, rows_, cols_, Eigen::OuterStride<>(stride_)); }

 private:
  T* data_ = nullptr;
  Index rows_ = 0, cols_ = 0, stride_ = 0;
};

// A matrix that is only read, as a parameter: takes views of T and of const T.
template <class T>
using In = std::type_identity_t<View<const T>>;

// Hands out matrices from one block of memory and takes them all back at once. A pass larger than any before it grows the
// arena; the following pass finds one block of the full size, so a steady load allocates nothing.
template <class T>
class Arena {
 public:
  // rows × cols, contents undefined.
  View<T> matrix(Index rows, Index cols) { return {take(rows * cols), rows, cols}; }
  View<T> zeros(Index rows, Index cols) {
    View<T> m = matrix(rows, cols);
    std::fill(m.data(), m.data() + m.size(), T(0));
    return m;
  }
  void reset();
  // One block of so many numbers, unless there is one of more; takes all matrices back.
  void reserve(Index count);
  // Numbers handed out since the last reset.
  Index used() const;
  std::size_t bytes() const;

 private:
  struct Block {
    std::unique_ptr<T[]> data;
    Index size = 0, used = 0;
  };
  T* take(Index count);
  std::vector<Block> blocks_;
};

}  // namespace lookback
