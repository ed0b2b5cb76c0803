// A table of vectors, one row a token: forward copies rows, backward adds to them.
#pragma once

#include <string>
#include <vector>

#include "lookback/gradients.h"

namespace lookback {

template <class T>
class Embedding {
 public:
  // Adds `name` [vocabulary, size] to the parameters, or takes up the tensor that has this name already (a shared table).
  Embedding(Parameters<T>& parameters, const std::string& name, Index vocabulary, Index size);
  Index size() const { return size_; }
  void prepare(const Parameters<T>& parameters) { table_ = parameters.view(tensor_); }

  // out[k] = table[ids[k]] for `count` ids.
  void forward(const int* ids, Index count, View<T> out) const;
  void backward(const int* ids, In<T> d_out, Contributions<T>& contributions) const;

 private:
  Index size_, tensor_;
  View<const T> table_;
};

}  // namespace lookback
