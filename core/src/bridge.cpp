#include "lookback/bridge.h"

#include <cmath>

#include "lookback/math.h"

namespace lookback {

template <class T>
Bridge<T>::Bridge(Parameters<T>& parameters, const ModelConfig& config) : kind_(config.bridge) {
  if (kind_ != BridgeKind::tanh) return;
  const double bound = 1 / std::sqrt(static_cast<double>(config.annotation()));
  for (Index l = 0; l < config.layers; ++l) {
    const std::string suffix = "_l" + std::to_string(l);
    states_.emplace_back(parameters, "bridge.weight" + suffix, "bridge.bias" + suffix, config.hidden,
                         std::vector<Index>{config.annotation()}, bound, bound);
    if (!find_cell<T>(config.cell).has_memory()) continue;
    memories_.emplace_back(parameters, "bridge.cell_weight" + suffix, "bridge.cell_bias" + suffix, config.hidden,
                           std::vector<Index>{config.annotation()}, bound, bound);
  }
}

template <class T>
void Bridge<T>::prepare(const Parameters<T>& parameters, Packing<T>& packing) {
  for (Linear<T>& linear : states_) linear.prepare(parameters, packing);
  for (Linear<T>& linear : memories_) linear.prepare(parameters, packing);
}

template <class T>
void Bridge<T>::forward(BridgeKept<T>& kept, const EncoderKept<T>& encoder) const {
  const auto start = [&](View<T> s, View<T> final, const std::vector<Linear<T>>& linears, std::size_t l) {
    if (s.empty()) return;
    if (kind_ == BridgeKind::zero) {
      s.map().setZero();
    } else if (kind_ == BridgeKind::state) {
      s.map() = final.map();
    } else {
      linears[l].forward(final, s);
      for (Index b = 0; b < s.rows(); ++b) {
        T* row = s.row(b);
        for_lanes<T>(s.cols(), [&](auto lane) { lane.store(row, tanh_vec(lane.load(row))); });
      }
    }
  };
  for (std::size_t l = 0; l < kept.states.size(); ++l) {
    start(kept.states[l], encoder.layers[l].final_state, states_, l);
    start(kept.memories[l], encoder.layers[l].final_memory, memories_, l);
  }
}

template <class T>
void Bridge<T>::backward(const BridgeKept<T>& kept, const EncoderKept<T>& encoder, const std::vector<View<T>>& d_states,
                         const std::vector<View<T>>& d_memories, const std::vector<View<T>>& d_final_states,
                         const std::vector<View<T>>& d_final_memories, Contributions<T>& contributions) const {
  const auto back = [&](View<T> s, View<T> ds, View<T> final, View<T> d_final, const std::vector<Linear<T>>& linears,
                        std::size_t l) {
    if (s.empty() || kind_ == BridgeKind::zero) return;
    if (kind_ == BridgeKind::state) {
      d_final.map() += ds.map();
      return;
    }
    ds.map().array() *= T(1) - s.map().array().square();
    linears[l].backward_weight(ds, final, contributions);
    linears[l].backward_bias(ds, contributions);
    linears[l].backward(ds, d_final, Join::add);
  };
  for (std::size_t l = 0; l < kept.states.size(); ++l) {
    back(kept.states[l], d_states[l], encoder.layers[l].final_state, d_final_states[l], states_, l);
    back(kept.memories[l], d_memories[l], encoder.layers[l].final_memory, d_final_memories[l], memories_, l);
  }
}

template class Bridge<float>;
template class Bridge<double>;

}  // namespace lookback
