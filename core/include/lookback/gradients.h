// The gradient of every weight. That of one weight is a sum over all rows of a pass, and needs nothing but its two factors: so
// the layers only note these while a pass goes back (`Contributions`), and `Gradients` sums them afterwards, pass after pass,
// each piece of a tensor by one thread. The order of every sum is that of the passes and their rows, whatever the threads.
#pragma once

#include <vector>

#include "lookback/parameters.h"
#include "lookback/product.h"
#include "lookback/profile.h"
#include "lookback/threads.h"

namespace lookback {

// What one backward pass adds to the gradients. The matrices that are noted must stay as they are until they are summed.
template <class T>
class Contributions {
 public:
  // dW += dyᵀ · x, for x.cols() columns of the tensor from `first` on. `x` itself is copied.
  void product(Index tensor, Index first, In<T> dy, In<T> x);
  // db += Σ rows of dy.
  void rows(Index tensor, In<T> dy);
  // Row ids[k] of the tensor += row k of d_out.
  void lookup(Index tensor, const int* ids, In<T> d_out);
  void clear();
  // Bytes of the copies.
  std::size_t bytes() const;

  Profile* profile = nullptr;

 private:
  template <class U>
  friend class Gradients;
  struct Note {
    enum class Kind { product, rows, lookup } kind;
    Index tensor, first;
    View<const T> dy;
    const int* ids;
    std::size_t x;  // place in packed_
    Part part;      // whose time its sum takes
  };
  void note(typename Note::Kind kind, Index tensor, Index first, In<T> dy, const int* ids, std::size_t x) {
    notes_.push_back({kind, tensor, first, dy, ids, x, profile ? profile->part : Part::optimizer});
  }
  std::vector<Note> notes_;
  std::vector<Packed<T>> packed_;
  std::size_t used_ = 0;
};

template <class T>
class Gradients {
 public:
  explicit Gradients(const Parameters<T>& parameters)
      : parameters_(&parameters), values_(static_cast<std::size_t>(parameters.size())) {}

  View<T> view(Index tensor) { return parameters_->piece(values_.data(), tensor); }
  T* data() { return values_.data(); }
  const T* data() const { return values_.data(); }
  Index size() const { return static_cast<Index>(values_.size()); }
  void clear() { std::fill(values_.begin(), values_.end(), T(0)); }
  void clear(Workers& workers);

  // Adds what passes of one model noted, in their order.
  void add(const std::vector<const Contributions<T>*>& passes, Workers& workers);
  void add(const Contributions<T>& pass) {
    Workers alone;
    add({&pass}, alone);
  }

 private:
  // Columns first … first + count of dy, for notes that share it: a piece that one thread sums.
  struct Piece {
    std::size_t begin, end;
    Index first, count;
  };
  void sum(const Piece& piece, const std::vector<const Contributions<T>*>& passes, PackedColumns<T>& scratch);

  const Parameters<T>* parameters_;
  std::vector<T> values_;
  std::vector<Piece> pieces_;
  std::vector<PackedColumns<T>> scratch_;  // one a thread
};

}  // namespace lookback
