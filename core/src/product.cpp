#include "lookback/product.h"

#include <algorithm>

#include "lookback/vec.h"

namespace lookback {

namespace {

constexpr Index tile_rows = 4;

// One tile of C: four rows of A (element (r, k) at a[r][k · step]) against one panel of B. The accumulators start from
// zero and stay in registers; `rows` and `columns` say how much of the tile exists.
template <class T>
void tile(const T* const (&a)[tile_rows], Index step, const T* panel, Index depth, View<T> c, Index rows, Index columns,
          Join join, const T* bias) {
  constexpr Index width = Packed<T>::panel_width;
  constexpr Index vectors = width / lanes<T>;
  Vec<T> sums[tile_rows][vectors] = {};
  const T *a0 = a[0], *a1 = a[1], *a2 = a[2], *a3 = a[3];
  for (Index k = 0; k < depth; ++k, panel += width) {
    const Vec<T> x0 = splat(a0[k * step]), x1 = splat(a1[k * step]), x2 = splat(a2[k * step]), x3 = splat(a3[k * step]);
    for (Index v = 0; v < vectors; ++v) {
      const Vec<T> b = load(panel + v * lanes<T>);
      sums[0][v] += x0 * b;
      sums[1][v] += x1 * b;
      sums[2][v] += x2 * b;
      sums[3][v] += x3 * b;
    }
  }
  if (columns == width) {
    for (Index r = 0; r < rows; ++r) {
      T* out = c.row(r);
      for (Index v = 0; v < vectors; ++v, out += lanes<T>) {
        Vec<T> y = sums[r][v];
        if (bias) y += load(bias + v * lanes<T>);
        if (join == Join::add) y = load<T>(out) + y;
        store<T>(out, y);
      }
    }
    return;
  }
  for (Index r = 0; r < rows; ++r) {
    for (Index j = 0; j < columns; ++j) {
      T y = sums[r][j / lanes<T>][j % lanes<T>];
      if (bias) y += bias[j];
      T& out = c(r, j);
      out = join == Join::add ? out + y : y;
    }
  }
}

// C (m × columns of B) from A, whose element (r, k) stands at a[r · row_step + k · depth_step].
template <class T>
void all_tiles(const T* a, Index row_step, Index depth_step, Index m, const Packed<T>& b, View<T> c, Join join,
               const T* bias) {
  constexpr Index width = Packed<T>::panel_width;
  for (Index column = 0, p = 0; column < b.columns(); column += width, ++p) {
    const Index columns = std::min(width, b.columns() - column);
    for (Index first = 0; first < m; first += tile_rows) {
      const Index rows = std::min(tile_rows, m - first);
      const T* starts[tile_rows];
      // Rows past the end repeat the last one; their sums are thrown away.
      for (Index r = 0; r < tile_rows; ++r) starts[r] = a + (first + std::min(r, rows - 1)) * row_step;
      tile(starts, depth_step, b.panel(p), b.depth(), c.rows_from(first, rows).cols_from(column, columns), rows, columns,
           join, bias ? bias + column : nullptr);
    }
  }
}

}  // namespace

template <class T>
void Packed<T>::shape(Index depth, Index columns) {
  depth_ = depth;
  columns_ = columns;
  const Index panels = (columns + panel_width - 1) / panel_width;
  const std::size_t size = static_cast<std::size_t>(panels * depth * panel_width);
  if (data_.size() < size) data_.resize(size);
}

template <class T>
void Packed<T>::pack(In<T> b) {
  shape(b.rows(), b.cols());
  T* out = data_.data();
  for (Index first = 0; first < columns_; first += panel_width) {
    const Index count = std::min(panel_width, columns_ - first);
    for (Index k = 0; k < depth_; ++k, out += panel_width) {
      const T* from = b.row(k) + first;
      for (Index j = 0; j < count; ++j) out[j] = from[j];
      for (Index j = count; j < panel_width; ++j) out[j] = T(0);
    }
  }
}

template <class T>
void Packed<T>::pack_transposed(In<T> b) {
  shape(b.cols(), b.rows());
  T* out = data_.data();
  for (Index first = 0; first < columns_; first += panel_width) {
    const Index count = std::min(panel_width, columns_ - first);
    for (Index j = 0; j < panel_width; ++j) {
      T* to = out + j;
      if (j < count) {
        const T* from = b.row(first + j);
        for (Index k = 0; k < depth_; ++k) to[k * panel_width] = from[k];
      } else {
        for (Index k = 0; k < depth_; ++k) to[k * panel_width] = T(0);
      }
    }
    out += depth_ * panel_width;
  }
}

template <class T>
void product(In<T> a, const Packed<T>& b, View<T> c, Join join, const T* bias) {
  eigen_assert(a.cols() == b.depth() && c.rows() == a.rows() && c.cols() == b.columns());
  all_tiles(a.data(), a.stride(), Index(1), a.rows(), b, c, join, bias);
}

template <class T>
void add_transposed_product(In<T> a, In<T> b, View<T> c, Packed<T>& scratch) {
  eigen_assert(a.rows() == b.rows() && c.rows() == a.cols() && c.cols() == b.cols());
  scratch.pack(b);
  all_tiles<T>(a.data(), Index(1), a.stride(), a.cols(), scratch, c, Join::add, nullptr);
}

template <class T>
void reference_product(In<T> a, In<T> b, View<T> c, Join join, const T* bias) {
  for (Index r = 0; r < c.rows(); ++r) {
    for (Index j = 0; j < c.cols(); ++j) {
      T y = 0;
      for (Index k = 0; k < a.cols(); ++k) y += a(r, k) * b(k, j);
      if (bias) y += bias[j];
      c(r, j) = join == Join::add ? c(r, j) + y : y;
    }
  }
}

template class Packed<float>;
template class Packed<double>;
template void product<float>(View<const float>, const Packed<float>&, View<float>, Join, const float*);
template void product<double>(View<const double>, const Packed<double>&, View<double>, Join, const double*);
template void add_transposed_product<float>(View<const float>, View<const float>, View<float>, Packed<float>&);
template void add_transposed_product<double>(View<const double>, View<const double>, View<double>, Packed<double>&);
template void reference_product<float>(View<const float>, View<const float>, View<float>, Join, const float*);
template void reference_product<double>(View<const double>, View<const double>, View<double>, Join, const double*);

}  // namespace lookback
