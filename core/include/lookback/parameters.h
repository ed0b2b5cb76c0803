// All weights of a model in one flat buffer, each tensor a named piece of it. Gradients and the optimiser's moments have
// the same layout, so that an update is one pass over flat arrays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lookback/matrix.h"

namespace lookback {

struct Tensor {
  std::string name;
  Index rows = 0, cols = 0;
  bool is_vector = false;  // one dimension outside: shape [cols]
  Index offset = 0;
  double bound = 0;  // starting values are uniform in ±bound
  Index size() const { return rows * cols; }
  std::vector<Index> shape() const { return is_vector ? std::vector<Index>{cols} : std::vector<Index>{rows, cols}; }
};

template <class T>
class Parameters {
 public:
  // Without values, names, shapes and places alone: what a configuration asks for, before any memory is taken.
  explicit Parameters(bool with_values = true) : with_values_(with_values) {}

  // Places of tensors; a name stays valid for the life of the model.
  Index add_matrix(std::string name, Index rows, Index cols, double bound);
  Index add_vector(std::string name, Index size, double bound);

  const std::vector<Tensor>& tensors() const { return tensors_; }
  // Number of weights.
  Index size() const { return size_; }
  // The place of `name`, or −1.
  Index find(const std::string& name) const;

  // Draws every tensor from its own stream of `seed`.
  void initialize(std::uint64_t seed);

  T* data() { return values_.data(); }
  const T* data() const { return values_.data(); }
  View<T> view(Index tensor) { return piece(values_.data(), tensor); }
  View<const T> view(Index tensor) const { return piece(values_.data(), tensor); }

  template <class U>
  View<U> piece(U* flat, Index tensor) const {
    const Tensor& t = tensors_[static_cast<std::size_t>(tensor)];
    return {flat + t.offset, t.rows, t.cols};
  }

 private:
  Index add(Tensor tensor);
  bool with_values_;
  std::vector<Tensor> tensors_;
  std::vector<T> values_;
  Index size_ = 0;
};

}  // namespace lookback
