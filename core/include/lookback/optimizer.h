// Adam (Kingma and Ba 2015) and stochastic gradient descent with momentum, as PyTorch has them, over one flat buffer.
#pragma once

#include <vector>

#include "lookback/config.h"
#include "lookback/threads.h"

namespace lookback {

// What updates depend on beside the gradient. The second moments are Adam's alone.
template <class T>
struct OptimizerState {
  Index steps = 0;
  std::vector<T> first, second;
};

template <class T>
class Optimizer {
 public:
  Optimizer(const TrainingConfig& config, Index size);

  // One update of `size` weights, in place:
  //   Adam: m = β1 m + (1 − β1) g,  v = β2 v + (1 − β2) g²,  p −= lr / (1 − β1^t) · m / (√v / √(1 − β2^t) + ε)
  //   SGD:  m = μ m + g,  p −= lr · m
  // where g is `scale` times the gradient given.
  void step(T* weights, const T* gradient, T scale, double learning_rate, Workers& workers);
  void step(T* weights, const T* gradient, double learning_rate) {
    Workers alone;
    step(weights, gradient, T(1), learning_rate, alone);
  }
  // Forgets all moments.
  void reset();
  OptimizerState<T> state() const { return {steps_, m_, v_}; }
  // Goes on from the state of an optimizer of this kind and size.
  void resume(const OptimizerState<T>& state);

 private:
  static constexpr double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
  OptimizerKind kind_;
  double momentum_;
  Index steps_ = 0;
  double beta1_power_ = 1, beta2_power_ = 1;
  std::vector<T> m_, v_;
};

// Global norm √Σ g², in double: summed in pieces, the pieces in their order. `squares` holds those of the pieces.
template <class T>
double global_norm(Index size, const T* gradient, Workers& workers, std::vector<double>& squares);
template <class T>
double global_norm(Index size, const T* gradient) {
  Workers alone;
  std::vector<double> squares;
  return global_norm(size, gradient, alone, squares);
}

// The learning rate of update `step` (from 0): grows over warmupSteps to learningRate, then stays, or falls along half a
// cosine to zero at `steps`.
double learning_rate_at(const TrainingConfig& config, Index step);

}  // namespace lookback
