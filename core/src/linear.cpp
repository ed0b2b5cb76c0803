#include "lookback/linear.h"

namespace lookback {

template <class T>
Linear<T>::Linear(Parameters<T>& parameters, const std::string& weight_name, const std::string& bias_name, Index out,
                  std::vector<Index> inputs, double weight_bound, double bias_bound)
    : out_(out) {
  Index total = 0;
  for (const Index count : inputs) {
    Block block;
    block.first = total;
    block.count = count;
    blocks_.push_back(std::move(block));
    total += count;
  }
  weight_ = parameters.add_matrix(weight_name, out, total, weight_bound);
  if (!bias_name.empty()) bias_ = parameters.add_vector(bias_name, out, bias_bound);
}

template <class T>
void Linear<T>::prepare(const Parameters<T>& parameters, Packing<T>& packing) {
  const View<const T> weight = parameters.view(weight_);
  for (Block& block : blocks_) {
    packing.add_transposed(block.forward, weight.cols_from(block.first, block.count));
    packing.add(block.backward, weight.cols_from(block.first, block.count));
  }
  bias_values_ = bias_ < 0 ? nullptr : parameters.view(bias_).data();
}

template <class T>
void Linear<T>::forward(In<T> x, View<T> y, Join join, Bias bias, Index block) const {
  product(x, blocks_[static_cast<std::size_t>(block)].forward, y, join, bias == Bias::yes ? bias_values_ : nullptr);
}

template <class T>
void Linear<T>::backward(In<T> dy, View<T> dx, Join join, Index block) const {
  product(dy, blocks_[static_cast<std::size_t>(block)].backward, dx, join);
}

template <class T>
void Linear<T>::backward_weight(In<T> dy, In<T> x, Contributions<T>& contributions,
                                Index block) const {
  contributions.product(weight_, blocks_[static_cast<std::size_t>(block)].first, dy, x);
}

template <class T>
void Linear<T>::backward_bias(In<T> dy, Contributions<T>& contributions) const {
  contributions.rows(bias_, dy);
}

template class Linear<float>;
template class Linear<double>;

}  // namespace lookback
