// The gated recurrent unit (Cho et al. 2014) in the reset-after form of PyTorch's nn.GRU:
//   r = σ(W_ir x + b_ir + W_hr h + b_hr)      reset
//   z = σ(W_iz x + b_iz + W_hz h + b_hz)      update
//   n = tanh(W_in x + b_in + r ⊙ (W_hn h + b_hn))   candidate
//   h' = (1 − z) ⊙ n + z ⊙ h
#include "cells.h"
#include "lookback/math.h"

namespace lookback {

namespace {

template <class T>
class Gru final : public Cell<T> {
 public:
  std::vector<std::string> gates() const override { return {"reset", "update", "candidate"}; }
  std::vector<std::string> kept() const override { return {"reset", "update", "candidate"}; }
  bool sums_gates() const override { return false; }  // r stands between the candidate's two

  void forward(const CellForward<T>& s) const override {
    const Index H = s.state.cols();
    const Vec<T> one = splat(T(1));
    for (Index b = 0; b < s.state.rows(); ++b) {
      const T *gh = s.hidden_gates.row(b), *before = s.state_before.row(b);
      T *gates = s.gates.row(b), *state = s.state.row(b);
      for_lanes<T>(H, [&](auto l) {
        const Vec<T> r = sigmoid_vec(l.load(gates) + l.load(gh));
        const Vec<T> z = sigmoid_vec(l.load(gates + H) + l.load(gh + H));
        const Vec<T> n = tanh_vec(l.load(gates + 2 * H) + r * l.load(gh + 2 * H));
        l.store(gates, r);
        l.store(gates + H, z);
        l.store(gates + 2 * H, n);
        l.store(state, (one - z) * n + z * l.load(before));
      });
    }
  }

  void backward(const CellBackward<T>& s) const override {
    const Index H = s.state.cols();
    const Vec<T> one = splat(T(1));
    for (Index b = 0; b < s.state.rows(); ++b) {
      const T* before = s.state_before.row(b);
      T *gates = s.gates.row(b), *gh = s.hidden_gates.row(b), *d = s.d_state.row(b);
      for_lanes<T>(H, [&](auto l) {
        const Vec<T> r = l.load(gates), z = l.load(gates + H), n = l.load(gates + 2 * H), h = l.load(before);
        const Vec<T> dh = l.load(d);
        const Vec<T> dn = dh * (one - z) * (one - n * n);
        const Vec<T> dz = dh * (h - n) * z * (one - z);
        const Vec<T> dr = dn * l.load(gh + 2 * H) * r * (one - r);
        l.store(gates, dr);
        l.store(gates + H, dz);
        l.store(gates + 2 * H, dn);
        l.store(gh, dr);
        l.store(gh + H, dz);
        l.store(gh + 2 * H, dn * r);
        l.store(d, dh * z);
      });
    }
  }
};

}  // namespace

template <class T>
const Cell<T>& gru_cell() {
  static const Gru<T> cell;
  return cell;
}

template const Cell<float>& gru_cell<float>();
template const Cell<double>& gru_cell<double>();

}  // namespace lookback
