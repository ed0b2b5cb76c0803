#include "lookback/embedding.h"

#include <algorithm>
#include <cmath>

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
void Embedding<T>::backward(const int* ids, In<T> d_out, Contributions<T>& contributions) const {
  contributions.lookup(tensor_, ids, d_out);
}

template class Embedding<float>;
template class Embedding<double>;

}  // namespace lookback
