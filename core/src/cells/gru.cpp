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
  bool has_memory() const override { return false; }

  void forward(const CellForward<T>& s) const override {
    const Index H = s.state.cols();
    const Vec<T> one = splat(T(1));
    for (Index b = 0; b < s.state.rows(); ++b) {
      const T *gx = s.input_gates.row(b), *gh = s.hidden_gates.row(b), *before = s.state_before.row(b);
      T *kept = s.kept.row(b), *state = s.state.row(b);
      for_lanes<T>(H, [&](auto l) {
        const Vec<T> r = sigmoid_vec(l.load(gx) + l.load(gh));
        const Vec<T> z = sigmoid_vec(l.load(gx + H) + l.load(gh + H));
        const Vec<T> n = tanh_vec(l.load(gx + 2 * H) + r * l.load(gh + 2 * H));
        l.store(kept, r);
        l.store(kept + H, z);
        l.store(kept + 2 * H, n);
        l.store(state, (one - z) * n + z * l.load(before));
      });
    }
  }

  void backward(const CellBackward<T>& s) const override {
    const Index H = s.state.cols();
    const Vec<T> one = splat(T(1));
    for (Index b = 0; b < s.state.rows(); ++b) {
      const T *kept = s.kept.row(b), *gh = s.hidden_gates.row(b), *before = s.state_before.row(b), *d = s.d_state.row(b);
      T *dgx = s.d_input_gates.row(b), *dgh = s.d_hidden_gates.row(b), *d_before = s.d_state_before.row(b);
      for_lanes<T>(H, [&](auto l) {
        const Vec<T> r = l.load(kept), z = l.load(kept + H), n = l.load(kept + 2 * H), h = l.load(before);
        const Vec<T> dh = l.load(d);
        const Vec<T> dn = dh * (one - z) * (one - n * n);
        const Vec<T> dz = dh * (h - n) * z * (one - z);
        const Vec<T> dr = dn * l.load(gh + 2 * H) * r * (one - r);
        l.store(dgx, dr);
        l.store(dgx + H, dz);
        l.store(dgx + 2 * H, dn);
        l.store(dgh, dr);
        l.store(dgh + H, dz);
        l.store(dgh + 2 * H, dn * r);
        l.store(d_before, dh * z);
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
