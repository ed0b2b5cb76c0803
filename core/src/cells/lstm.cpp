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
  bool has_memory() const override { return true; }

  void forward(const CellForward<T>& s) const override {
    const Index H = s.state.cols();
    for (Index b = 0; b < s.state.rows(); ++b) {
      const T *gx = s.input_gates.row(b), *gh = s.hidden_gates.row(b), *before = s.memory_before.row(b);
      T *kept = s.kept.row(b), *state = s.state.row(b), *memory = s.memory.row(b);
      for_lanes<T>(H, [&](auto l) {
        const Vec<T> i = sigmoid_vec(l.load(gx) + l.load(gh));
        const Vec<T> f = sigmoid_vec(l.load(gx + H) + l.load(gh + H));
        const Vec<T> g = tanh_vec(l.load(gx + 2 * H) + l.load(gh + 2 * H));
        const Vec<T> o = sigmoid_vec(l.load(gx + 3 * H) + l.load(gh + 3 * H));
        const Vec<T> c = f * l.load(before) + i * g;
        const Vec<T> squashed = tanh_vec(c);
        l.store(kept, i);
        l.store(kept + H, f);
        l.store(kept + 2 * H, g);
        l.store(kept + 3 * H, o);
        l.store(kept + 4 * H, squashed);
        l.store(memory, c);
        l.store(state, o * squashed);
      });
    }
  }

  void backward(const CellBackward<T>& s) const override {
    const Index H = s.state.cols();
    const Vec<T> one = splat(T(1));
    for (Index b = 0; b < s.state.rows(); ++b) {
      const T *kept = s.kept.row(b), *before = s.memory_before.row(b), *d = s.d_state.row(b);
      T *dgx = s.d_input_gates.row(b), *dgh = s.d_hidden_gates.row(b), *d_before = s.d_state_before.row(b);
      T* d_memory = s.d_memory.row(b);
      for_lanes<T>(H, [&](auto l) {
        const Vec<T> i = l.load(kept), f = l.load(kept + H), g = l.load(kept + 2 * H), o = l.load(kept + 3 * H);
        const Vec<T> squashed = l.load(kept + 4 * H), dh = l.load(d);
        const Vec<T> dc = l.load(d_memory) + dh * o * (one - squashed * squashed);
        const Vec<T> di = dc * g * i * (one - i);
        const Vec<T> df = dc * l.load(before) * f * (one - f);
        const Vec<T> dg = dc * i * (one - g * g);
        const Vec<T> d_o = dh * squashed * o * (one - o);
        for (T* gates : {dgx, dgh}) {
          l.store(gates, di);
          l.store(gates + H, df);
          l.store(gates + 2 * H, dg);
          l.store(gates + 3 * H, d_o);
        }
        l.store(d_memory, dc * f);
        l.store(d_before, Vec<T>{});
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
