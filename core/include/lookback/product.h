// The one way matrices are multiplied here. Each element of a result is Σ_k a_k b_k, summed in the order of k from zero, in
// the precision of T and without contraction, then joined to the bias or to what was there. So a row's bits depend neither
// on the other rows nor on where it stands, natively or in wasm. `reference_product` says the same in three loops.
#pragma once

#include <vector>

#include "lookback/threads.h"

namespace lookback {

// A right-hand factor (depth × columns) laid out for the kernel: panels of eight columns, each depth × 8, the last one
// filled up with zeros.
template <class T>
class Packed {
 public:
  static constexpr Index panel_width = 8;

  // B itself.
  void pack(In<T> b);
  // Bᵀ, given B: a weight [out, in] as the right-hand factor of x · Wᵀ.
  void pack_transposed(In<T> b);
  // The same in pieces: room for it all, then the panels from `first` to before `end`.
  void shape(Index depth, Index columns);
  void fill(In<T> b, Index first, Index end);
  void fill_transposed(In<T> b, Index first, Index end);

  Index depth() const { return depth_; }
  Index columns() const { return columns_; }
  Index panels() const { return (columns_ + panel_width - 1) / panel_width; }
  const T* panel(Index p) const { return data_.data() + p * depth_ * panel_width; }
  std::size_t bytes() const { return data_.size() * sizeof(T); }

 private:
  std::vector<T> data_;
  Index depth_ = 0, columns_ = 0;
};

// Factors that wait to be laid out, all together, by several threads. What they are made of must stay until then.
template <class T>
class Packing {
 public:
  void add(Packed<T>& to, In<T> b);
  void add_transposed(Packed<T>& to, In<T> b);
  // Lays out what waits.
  void run(Workers& workers);

 private:
  struct Piece {
    Packed<T>* to;
    View<const T> b;
    bool transposed;
    Index first, end;
  };
  void cut(Packed<T>& to, In<T> b, bool transposed);
  std::vector<Piece> pieces_;
};

enum class Join { assign, add };

// C = A · B (+ bias on each row), or C += A · B. A is rows × depth, C rows × columns, bias of `columns` or null.
template <class T>
void product(In<T> a, const Packed<T>& b, View<T> c, Join join = Join::assign, const T* bias = nullptr);

// The left-hand factor of Aᵀ · B: A (depth × m) in panels of four columns, each depth × 4.
template <class T>
class PackedColumns {
 public:
  static constexpr Index panel_width = 4;
  void pack(In<T> a);
  // Room for such a factor.
  void reserve(Index depth, Index columns);

  Index depth() const { return depth_; }
  Index columns() const { return columns_; }
  const T* data() const { return data_.data(); }

 private:
  std::vector<T> data_;
  Index depth_ = 0, columns_ = 0;
};

// C += Aᵀ · B, with A depth × m, B depth × columns and C m × columns: the gradient of a weight, or some of its rows.
template <class T>
void add_transposed_product(const PackedColumns<T>& a, const Packed<T>& b, View<T> c);

// The plain twin of `product`.
template <class T>
void reference_product(In<T> a, In<T> b, View<T> c, Join join = Join::assign, const T* bias = nullptr);

}  // namespace lookback
