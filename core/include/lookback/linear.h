// y = x · Wᵀ + b, with W [out, in] as PyTorch stores it. The inputs may be cut into blocks that come at different moments
// ([emb; c] into a cell, [s; h_j] into a score): W's columns are cut alike and each block multiplied when its part is there.
#pragma once

#include <string>
#include <vector>

#include "lookback/gradients.h"

namespace lookback {

enum class Bias { no, yes };

template <class T>
class Linear {
 public:
  // Adds `weight_name` [out, Σ inputs], and `bias_name` [out] unless it is empty, to the parameters.
  Linear(Parameters<T>& parameters, const std::string& weight_name, const std::string& bias_name, Index out,
         std::vector<Index> inputs, double weight_bound, double bias_bound);

  Index outputs() const { return out_; }
  Index inputs(Index block = 0) const { return blocks_[static_cast<std::size_t>(block)].count; }
  Index weight() const { return weight_; }
  Index bias() const { return bias_; }

  // Has the weights laid out for products, after they have changed.
  void prepare(const Parameters<T>& parameters, Packing<T>& packing);

  // y = x · W_blockᵀ (+ b), or y += …; the bias joins where `bias` says.
  void forward(In<T> x, View<T> y, Join join = Join::assign, Bias bias = Bias::yes, Index block = 0) const;
  // dx = dy · W_block, or dx += ….
  void backward(In<T> dy, View<T> dx, Join join = Join::assign, Index block = 0) const;
  // dW_block += dyᵀ · x.
  void backward_weight(In<T> dy, In<T> x, Contributions<T>& contributions, Index block = 0) const;
  // db += Σ rows of dy, in order.
  void backward_bias(In<T> dy, Contributions<T>& contributions) const;

 private:
  struct Block {
    Index first = 0, count = 0;
    Packed<T> forward, backward;
  };
  Index out_, weight_ = -1, bias_ = -1;
  std::vector<Block> blocks_;
  const T* bias_values_ = nullptr;
};

// A layer's weights laid out at once, on the calling thread.
template <class T, class Layer>
void prepare(Layer& layer, const Parameters<T>& parameters) {
  Packing<T> packing;
  Workers alone;
  layer.prepare(parameters, packing);
  packing.run(alone);
}

}  // namespace lookback
