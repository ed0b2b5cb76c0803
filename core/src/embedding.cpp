#include "lookback/embedding.h"

#include <cmath>

#include "lookback/vec.h"

namespace lookback {

template <class T>
Embedding<T>::Embedding(Parameters<T>& parameters, const std::string& name, Index vocabulary, Index size)
    : size_(size), tensor_(parameters.find(name)) {
  if (tensor_ < 0) tensor_ = parameters.add_matrix(name, vocabulary, size, std::sqrt(3.0));
}

template <class T>
void Embedding<T>::forward(const int* ids, Index count, View<T> out) const {
  for (Index k = 0; k < count; ++k) std::copy_n(table_.row(ids[k]), size_, out.row(k));
}

template <class T>
void Embedding<T>::backward(const int* ids, Index count, In<T> d_out, Gradients<T>& gradients) const {
  const View<T> d_table = gradients.view(tensor_);
  for (Index k = 0; k < count; ++k) add_scaled<T>(size_, T(1), d_out.row(k), d_table.row(ids[k]));
}

template class Embedding<float>;
template class Embedding<double>;

}  // namespace lookback
