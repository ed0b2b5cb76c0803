// How the decoder starts: the final state f of each encoder layer becomes s_0 of the decoder layer at the same height.
// 'state': s_0 = f. 'tanh': s_0 = tanh(W f + b) (Bahdanau et al. 2015, appendix A.2.2, there from ←h_1). 'zero': s_0 = 0. An
// LSTM's memory goes the same way, with weights of its own.
#pragma once

#include <vector>

#include "lookback/encoder.h"

namespace lookback {

template <class T>
struct BridgeKept {
  // B × H a decoder layer; `memories` are empty where the cell has none. Views of where the decoder keeps its start.
  std::vector<View<T>> states, memories;
};

template <class T>
class Bridge {
 public:
  Bridge(Parameters<T>& parameters, const ModelConfig& config);
  void prepare(const Parameters<T>& parameters, Packing<T>& packing);

  // Fills kept.states and kept.memories, whose views are set.
  void forward(BridgeKept<T>& kept, const EncoderKept<T>& encoder) const;
  // From the gradients of the start (used up) to those of the final states, which it adds to.
  void backward(const BridgeKept<T>& kept, const EncoderKept<T>& encoder, const std::vector<View<T>>& d_states,
                const std::vector<View<T>>& d_memories, const std::vector<View<T>>& d_final_states,
                const std::vector<View<T>>& d_final_memories, Contributions<T>& contributions) const;

  // W f + b of each decoder layer, where the start is a tanh of it; empty elsewhere.
  const std::vector<Linear<T>>& states() const { return states_; }
  const std::vector<Linear<T>>& memories() const { return memories_; }

 private:
  BridgeKind kind_;
  std::vector<Linear<T>> states_, memories_;
};

}  // namespace lookback
