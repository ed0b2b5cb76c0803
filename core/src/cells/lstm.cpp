// Long short-term memory (Hochreiter and Schmidhuber 1997, with the forget gate of Gers et al. 2000; PyTorch's nn.LSTM):
//   i, f, o = σ(W_i· x + b_i· + W_h· h + b_h·)   input, forget, output
//   g = tanh(W_ig x + b_ig + W_hg h + b_hg)      candidate
//   c' = f ⊙ c + i ⊙ g,  h' = o ⊙ tanh(c')
#include "cells.h"
#include "lookback/math.h"

namespace lookback {

namespace {

template <class T>
class Lstm final : public Cell<T> {
 public:
  std::vector<std::string> gates() const override { return {"input", "forget", "candidate", "output"}; }
  std::vector<std::string> kept() const override { return {"input", "forget", "candidate", "output", "squashed"}; }
  Index more() const override { return 1; }
  bool has_memory() const override { return true; }

  void forward(const CellForward<T>& s) const override {
    const Index H = s.state.cols();
    for (Index b = 0; b < s.state.rows(); ++b) {
      const T* before = s.memory_before.row(b);
      T *gates = s.gates.row(b), *more = s.more.row(b), *state = s.state.row(b), *memory = s.memory.row(b);
      for_lanes<T>(H, [&](auto l) {
        const Vec<T> i = sigmoid_vec(l.load(gates));
        const Vec<T> f = sigmoid_vec(l.load(gates + H));
        const Vec<T> g = tanh_vec(l.load(gates + 2 * H));
        const Vec<T> o = sigmoid_vec(l.load(gates + 3 * H));
        const Vec<T> c = f * l.load(before) + i * g;
        const Vec<T> squashed = tanh_vec(c);
        l.store(gates, i);
        l.store(gates + H, f);
        l.store(gates + 2 * H, g);
        l.store(gates + 3 * H, o);
        l.store(more, squashed);
        l.store(memory, c);
        l.store(state, o * squashed);
      });
    }
  }

  void backward(const CellBackward<T>& s) const override {
    const Index H = s.state.cols();
    const Vec<T> one = splat(T(1));
    for (Index b = 0; b < s.state.rows(); ++b) {
      const T *more = s.more.row(b), *before = s.memory_before.row(b);
      T *gates = s.gates.row(b), *d_state = s.d_state.row(b), *d_memory = s.d_memory.row(b);
      for_lanes<T>(H, [&](auto l) {
        const Vec<T> i = l.load(gates), f = l.load(gates + H), g = l.load(gates + 2 * H), o = l.load(gates + 3 * H);
        const Vec<T> squashed = l.load(more), dh = l.load(d_state);
        const Vec<T> dc = l.load(d_memory) + dh * o * (one - squashed * squashed);
        l.store(gates, dc * g * i * (one - i));
        l.store(gates + H, dc * l.load(before) * f * (one - f));
        l.store(gates + 2 * H, dc * i * (one - g * g));
        l.store(gates + 3 * H, dh * squashed * o * (one - o));
        l.store(d_memory, dc * f);
        l.store(d_state, Vec<T>{});
      });
    }
  }
};

}  // namespace

template <class T>
const Cell<T>& lstm_cell() {
  static const Lstm<T> cell;
  return cell;
}

template const Cell<float>& lstm_cell<float>();
template const Cell<double>& lstm_cell<double>();

}  // namespace lookback
