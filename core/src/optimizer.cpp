#include "lookback/optimizer.h"

#include <algorithm>
#include <cmath>

namespace lookback {

namespace {

// cos x for 0 ≤ x ≤ π by its series, so that every machine has the same learning rate to the last bit.
double cosine(double x) {
  constexpr double half_pi = 1.5707963267948966;
  const double y = half_pi - x;  // cos x = sin y
  double term = y, total = y;
  for (int k = 1; k <= 12; ++k) {
    term *= -y * y / ((2 * k) * (2 * k + 1));
    total += term;
  }
  return total;
}

// Weights that one thread takes at a time.
constexpr Index piece_size = 1 << 14;
Index pieces_of(Index size) { return (size + piece_size - 1) / piece_size; }

}  // namespace

template <class T>
Optimizer<T>::Optimizer(const TrainingConfig& config, Index size) : kind_(config.optimizer), momentum_(config.momentum) {
  m_.resize(static_cast<std::size_t>(size));
  if (kind_ == OptimizerKind::adam) v_.resize(static_cast<std::size_t>(size));
}

template <class T>
void Optimizer<T>::reset() {
  std::fill(m_.begin(), m_.end(), T(0));
  std::fill(v_.begin(), v_.end(), T(0));
  beta1_power_ = beta2_power_ = 1;
  steps_ = 0;
}

template <class T>
void Optimizer<T>::resume(const OptimizerState<T>& state) {
  m_ = state.first;
  if (kind_ == OptimizerKind::adam) v_ = state.second;
  steps_ = state.steps;
  // Multiplied as the updates did, for the same bits, until they are so small that a factor changes nothing.
  const auto power = [&](double beta) {
    double now = 1;
    for (Index i = 0; i < steps_; ++i) {
      const double next = now * beta;
      if (next == now) break;
      now = next;
    }
    return now;
  };
  beta1_power_ = power(beta1);
  beta2_power_ = power(beta2);
}

template <class T>
void Optimizer<T>::step(T* weights, const T* gradient, T scale, double learning_rate, Workers& workers) {
  ++steps_;
  beta1_power_ *= beta1;
  beta2_power_ *= beta2;
  const Index size = static_cast<Index>(m_.size());
  workers.run(pieces_of(size), [&](Index piece, Index) {
    const Index first = piece * piece_size, count = std::min(piece_size, size - first);
    const T* __restrict g = gradient + first;
    T *__restrict p = weights + first, *__restrict m = m_.data() + first;
    if (kind_ == OptimizerKind::sgd) {
      const T rate = static_cast<T>(learning_rate), momentum = static_cast<T>(momentum_);
      for (Index i = 0; i < count; ++i) {
        m[i] = momentum * m[i] + scale * g[i];
        p[i] -= rate * m[i];
      }
      return;
    }
    T* __restrict v = v_.data() + first;
    const T rate = static_cast<T>(learning_rate / (1 - beta1_power_));
    const T root = static_cast<T>(std::sqrt(1 - beta2_power_));
    const T b1 = static_cast<T>(beta1), b2 = static_cast<T>(beta2), eps = static_cast<T>(epsilon);
    const T c1 = static_cast<T>(1 - beta1), c2 = static_cast<T>(1 - beta2);
    for (Index i = 0; i < count; ++i) {
      const T x = scale * g[i];
      m[i] = b1 * m[i] + c1 * x;
      v[i] = b2 * v[i] + c2 * (x * x);
      p[i] -= rate * (m[i] / (std::sqrt(v[i]) / root + eps));
    }
  });
}

template <class T>
double global_norm(Index size, const T* gradient, Workers& workers, std::vector<double>& squares) {
  squares.resize(static_cast<std::size_t>(pieces_of(size)));
  workers.run(pieces_of(size), [&](Index piece, Index) {
    const Index first = piece * piece_size, count = std::min(piece_size, size - first);
    const T* g = gradient + first;
    double sums[8] = {};
    for (Index i = 0; i < count; ++i) sums[i % 8] += static_cast<double>(g[i]) * static_cast<double>(g[i]);
    double& square = squares[static_cast<std::size_t>(piece)] = 0;
    for (const double sum : sums) square += sum;
  });
  double total = 0;
  for (const double square : squares) total += square;
  return std::sqrt(total);
}

double learning_rate_at(const TrainingConfig& config, Index step) {
  const double full = config.learning_rate;
  if (step < config.warmup_steps) return full * static_cast<double>(step + 1) / static_cast<double>(config.warmup_steps);
  if (config.schedule == ScheduleKind::constant) return full;
  const double span = static_cast<double>(std::max<Index>(config.steps - config.warmup_steps, 1));
  const double at = std::min(1.0, static_cast<double>(step - config.warmup_steps) / span);
  // The series ends a rounding below −1.
  return full * 0.5 * std::max(0.0, 1 + cosine(3.141592653589793 * at));
}

template class Optimizer<float>;
template class Optimizer<double>;
template double global_norm(Index, const float*, Workers&, std::vector<double>&);
template double global_norm(Index, const double*, Workers&, std::vector<double>&);

}  // namespace lookback
