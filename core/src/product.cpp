#include "lookback/product.h"

#include <algorithm>

#include "lookback/vec.h"

namespace lookback {

namespace {

constexpr Index tile_rows = 4;

// The sums of a tile, from zero, in the order of k: four rows of A, whose element (r, k) is a_r[k · step], against one panel of B.
template <Index step, class T>
struct Tile {
  static constexpr Index vectors = Packed<T>::panel_width / lanes<T>;
  Vec<T> sums[tile_rows][vectors] = {};

  Tile(const T* a0, const T* a1, const T* a2, const T* a3, const T* panel, Index depth) {
    for (Index k = 0; k < depth; ++k, panel += Packed<T>::panel_width) {
      const Vec<T> x0 = splat(a0[k * step]), x1 = splat(a1[k * step]), x2 = splat(a2[k * step]), x3 = splat(a3[k * step]);
#pragma GCC unroll 4
      for (Index v = 0; v < vectors; ++v) {
        const Vec<T> b = load(panel + v * lanes<T>);
        sums[0][v] += x0 * b;
        sums[1][v] += x1 * b;
        sums[2][v] += x2 * b;
        sums[3][v] += x3 * b;
      }
    }
  }
};

// A whole tile of C; the rows of A are `row` apart. A function of its own with one loop and few arguments: inside the loops around
// it, engines find no register for every sum, and a third of the speed is left.
template <Index step, class T>
[[gnu::noinline]] void whole_tile(const T* a, Index row, const T* panel, Index depth, T* c, Index stride, Join join, const T* bias) {
  const Tile<step, T> tile(a, a + row, a + 2 * row, a + 3 * row, panel, depth);
#pragma GCC unroll 4
  for (Index r = 0; r < tile_rows; ++r, c += stride) {
#pragma GCC unroll 4
    for (Index v = 0; v < Packed<T>::panel_width / lanes<T>; ++v) {
      T* out = c + v * lanes<T>;
      Vec<T> y = tile.sums[r][v];
      if (bias) y += load(bias + v * lanes<T>);
      if (join == Join::add) y = load<T>(out) + y;
      store<T>(out, y);
    }
  }
}

// A tile at an edge of C, of which only `rows` rows and `columns` columns exist. Rows past the end repeat the last one, and their
// sums are thrown away.
template <Index step, class T>
[[gnu::noinline]] void edge_tile(const T* a, Index row, const T* panel, Index depth, T* c, Index stride, Join join, const T* bias,
                                 Index rows, Index columns) {
  const auto start = [&](Index r) { return a + std::min(r, rows - 1) * row; };
  const Tile<step, T> tile(start(0), start(1), start(2), start(3), panel, depth);
  for (Index r = 0; r < rows; ++r, c += stride) {
    for (Index j = 0; j < columns; ++j) {
      T y = tile.sums[r][j / lanes<T>][j % lanes<T>];
      if (bias) y += bias[j];
      c[j] = join == Join::add ? c[j] + y : y;
    }
  }
}

// C (m × columns of B) from A: its rows are `row` apart, and so are those of the next tile `next` further on.
template <Index step, class T>
void all_tiles(const T* a, Index row, Index next, Index m, const Packed<T>& b, View<T> c, Join join, const T* bias) {
  constexpr Index width = Packed<T>::panel_width;
  for (Index column = 0, p = 0; column < b.columns(); column += width, ++p) {
    const Index columns = std::min(width, b.columns() - column);
    const T *from = a, *panel = b.panel(p), *part = bias ? bias + column : nullptr;
    T* to = c.data() + column;
    for (Index r = 0; r < m; r += tile_rows, from += next, to += tile_rows * c.stride()) {
      if (columns == width && r + tile_rows <= m) {
        whole_tile<step>(from, row, panel, b.depth(), to, c.stride(), join, part);
      } else {
        edge_tile<step>(from, row, panel, b.depth(), to, c.stride(), join, part, std::min(tile_rows, m - r), columns);
      }
    }
  }
}

}  // namespace

template <class T>
void Packed<T>::shape(Index depth, Index columns) {
  depth_ = depth;
  columns_ = columns;
  const std::size_t size = static_cast<std::size_t>(panels() * depth * panel_width);
  if (data_.size() < size) data_.resize(size);
}

template <class T>
void Packed<T>::pack(In<T> b) {
  shape(b.rows(), b.cols());
  fill(b, 0, panels());
}

template <class T>
void Packed<T>::pack_transposed(In<T> b) {
  shape(b.cols(), b.rows());
  fill_transposed(b, 0, panels());
}

template <class T>
void Packed<T>::fill(In<T> b, Index first_panel, Index end_panel) {
  T* out = data_.data() + first_panel * depth_ * panel_width;
  for (Index first = first_panel * panel_width; first < end_panel * panel_width; first += panel_width) {
    const Index count = std::min(panel_width, columns_ - first);
    for (Index k = 0; k < depth_; ++k, out += panel_width) {
      const T* from = b.row(k) + first;
      if (count == panel_width) {
        std::copy_n(from, panel_width, out);
      } else {
        for (Index j = 0; j < panel_width; ++j) out[j] = j < count ? from[j] : T(0);
      }
    }
  }
}

template <class T>
void Packed<T>::fill_transposed(In<T> b, Index first_panel, Index end_panel) {
  T* out = data_.data() + first_panel * depth_ * panel_width;
  for (Index first = first_panel * panel_width; first < end_panel * panel_width; first += panel_width, out += depth_ * panel_width) {
    const Index count = std::min(panel_width, columns_ - first);
    Index k = 0;
    if constexpr (lanes<T> == 4) {
      // Four by four, in registers.
      for (; count == panel_width && k + 4 <= depth_; k += 4) {
        for (const Index j : {0, 4}) {
          T* to = out + k * panel_width + j;
          const Vec<T> r0 = load(b.row(first + j) + k), r1 = load(b.row(first + j + 1) + k);
          const Vec<T> r2 = load(b.row(first + j + 2) + k), r3 = load(b.row(first + j + 3) + k);
          const Vec<T> low01 = __builtin_shufflevector(r0, r1, 0, 4, 1, 5), high01 = __builtin_shufflevector(r0, r1, 2, 6, 3, 7);
          const Vec<T> low23 = __builtin_shufflevector(r2, r3, 0, 4, 1, 5), high23 = __builtin_shufflevector(r2, r3, 2, 6, 3, 7);
          store<T>(to, __builtin_shufflevector(low01, low23, 0, 1, 4, 5));
          store<T>(to + panel_width, __builtin_shufflevector(low01, low23, 2, 3, 6, 7));
          store<T>(to + 2 * panel_width, __builtin_shufflevector(high01, high23, 0, 1, 4, 5));
          store<T>(to + 3 * panel_width, __builtin_shufflevector(high01, high23, 2, 3, 6, 7));
        }
      }
    }
    for (; k < depth_; ++k) {
      for (Index j = 0; j < panel_width; ++j) out[k * panel_width + j] = j < count ? b(first + j, k) : T(0);
    }
  }
}

template <class T>
void Packing<T>::cut(Packed<T>& to, In<T> b, bool transposed) {
  constexpr Index piece_size = 1 << 14;  // numbers, about
  const Index at_once = std::max<Index>(1, piece_size / (std::max<Index>(1, to.depth()) * Packed<T>::panel_width));
  for (Index first = 0; first < to.panels(); first += at_once) {
    pieces_.push_back({&to, b, transposed, first, std::min(first + at_once, to.panels())});
  }
}

template <class T>
void Packing<T>::add(Packed<T>& to, In<T> b) {
  to.shape(b.rows(), b.cols());
  cut(to, b, false);
}

template <class T>
void Packing<T>::add_transposed(Packed<T>& to, In<T> b) {
  to.shape(b.cols(), b.rows());
  cut(to, b, true);
}

template <class T>
void Packing<T>::run(Workers& workers) {
  workers.run(static_cast<Index>(pieces_.size()), [&](Index place, Index) {
    const Piece& piece = pieces_[static_cast<std::size_t>(place)];
    if (piece.transposed) {
      piece.to->fill_transposed(piece.b, piece.first, piece.end);
    } else {
      piece.to->fill(piece.b, piece.first, piece.end);
    }
  });
  pieces_.clear();
}

template <class T>
void PackedColumns<T>::reserve(Index depth, Index columns) {
  const std::size_t size = static_cast<std::size_t>((columns + panel_width - 1) / panel_width * panel_width * depth);
  if (data_.size() < size) data_.resize(size);
}

template <class T>
void PackedColumns<T>::pack(In<T> a) {
  depth_ = a.rows();
  columns_ = a.cols();
  reserve(depth_, columns_);
  const Index whole = columns_ / panel_width * panel_width;
  for (Index k = 0; k < depth_; ++k) {
    const T* from = a.row(k);
    T* to = data_.data() + k * panel_width;
    for (Index c = 0; c < whole; c += panel_width, to += depth_ * panel_width) std::copy_n(from + c, panel_width, to);
    std::copy(from + whole, from + columns_, to);
  }
}

template <class T>
void product(In<T> a, const Packed<T>& b, View<T> c, Join join, const T* bias) {
  eigen_assert(a.cols() == b.depth() && c.rows() == a.rows() && c.cols() == b.columns());
  all_tiles<1>(a.data(), a.stride(), tile_rows * a.stride(), a.rows(), b, c, join, bias);
}

template <class T>
void add_transposed_product(const PackedColumns<T>& a, const Packed<T>& b, View<T> c) {
  eigen_assert(a.depth() == b.depth() && c.rows() == a.columns() && c.cols() == b.columns());
  constexpr Index step = PackedColumns<T>::panel_width;
  static_assert(step == tile_rows);
  all_tiles<step>(a.data(), Index(1), step * a.depth(), a.columns(), b, c, Join::add, static_cast<const T*>(nullptr));
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
template class Packing<float>;
template class Packing<double>;
template class PackedColumns<float>;
template class PackedColumns<double>;
template void product<float>(View<const float>, const Packed<float>&, View<float>, Join, const float*);
template void product<double>(View<const double>, const Packed<double>&, View<double>, Join, const double*);
template void add_transposed_product(const PackedColumns<float>&, const Packed<float>&, View<float>);
template void add_transposed_product(const PackedColumns<double>&, const Packed<double>&, View<double>);
template void reference_product<float>(View<const float>, View<const float>, View<float>, Join, const float*);
template void reference_product<double>(View<const double>, View<const double>, View<double>, Join, const double*);

}  // namespace lookback
