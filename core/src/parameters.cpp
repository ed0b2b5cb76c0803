#include "lookback/parameters.h"

#include "lookback/random.h"

namespace lookback {

template <class T>
Index Parameters<T>::add(Tensor tensor) {
  tensor.offset = size_;
  size_ += tensor.size();
  if (with_values_) values_.resize(static_cast<std::size_t>(size_));
  tensors_.push_back(std::move(tensor));
  return static_cast<Index>(tensors_.size()) - 1;
}

template <class T>
Index Parameters<T>::add_matrix(std::string name, Index rows, Index cols, double bound) {
  return add({std::move(name), rows, cols, false, 0, bound});
}

template <class T>
Index Parameters<T>::add_vector(std::string name, Index size, double bound) {
  return add({std::move(name), 1, size, true, 0, bound});
}

template <class T>
Index Parameters<T>::find(const std::string& name) const {
  for (std::size_t i = 0; i < tensors_.size(); ++i) {
    if (tensors_[i].name == name) return static_cast<Index>(i);
  }
  return -1;
}

template <class T>
void Parameters<T>::initialize(std::uint64_t seed) {
  for (std::size_t i = 0; i < tensors_.size(); ++i) {
    Random random(seed, tensors_[i].name);
    T* out = values_.data() + tensors_[i].offset;
    // Rounded to float first, so that a model in double starts from the same weights.
    for (Index k = 0; k < tensors_[i].size(); ++k) {
      out[k] = static_cast<T>(static_cast<float>(random.uniform(-tensors_[i].bound, tensors_[i].bound)));
    }
  }
}

template class Parameters<float>;
template class Parameters<double>;

}  // namespace lookback
