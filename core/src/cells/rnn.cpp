// The vanilla recurrent network (Elman 1990; PyTorch's nn.RNN with tanh):
//   h_t = tanh(W_ih x_t + b_ih + W_hh h_{t−1} + b_hh)
#include "cells.h"
#include "lookback/math.h"

namespace lookback {

namespace {

template <class T>
class Rnn final : public Cell<T> {
 public:
  std::vector<std::string> gates() const override { return {"candidate"}; }
  std::vector<std::string> kept() const override { return {}; }

  void forward(const CellForward<T>& s) const override {
    for (Index b = 0; b < s.state.rows(); ++b) {
      const T* gate = s.gates.row(b);
      T* h = s.state.row(b);
      for_lanes<T>(s.state.cols(), [&](auto l) { l.store(h, tanh_vec(l.load(gate))); });
    }
  }

  void backward(const CellBackward<T>& s) const override {
    for (Index b = 0; b < s.state.rows(); ++b) {
      const T* h = s.state.row(b);
      T *gate = s.gates.row(b), *d = s.d_state.row(b);
      for_lanes<T>(s.state.cols(), [&](auto l) {
        const Vec<T> y = l.load(h);
        l.store(gate, l.load(d) * (splat(T(1)) - y * y));
        l.store(d, Vec<T>{});
      });
    }
  }
};

}  // namespace

template <class T>
const Cell<T>& rnn_cell() {
  static const Rnn<T> cell;
  return cell;
}

template const Cell<float>& rnn_cell<float>();
template const Cell<double>& rnn_cell<double>();

}  // namespace lookback
