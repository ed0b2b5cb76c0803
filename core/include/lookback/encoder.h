// The encoder: stacked recurrent layers that read the source forward, backward (Sutskever et al. 2014's reversed source) or
// both ways (Bahdanau et al. 2015, section 3.2), and give one annotation h_j to each source position.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "lookback/batch.h"
#include "lookback/dropout.h"
#include "lookback/recurrent.h"

namespace lookback {

// What a pass keeps, a layer. T·B is source_steps × rows; C is the size of an annotation.
template <class T>
struct EncoderLayerKept {
  View<T> input;                   // T·B × in
  View<T> scale;                   // dropout of the input, empty where there is none
  RecurrentKept<T> direction[2];   // one, or →h and ←h
  View<T> output;                  // T·B × C
  View<T> final_state, final_memory;  // B × C: →h_T, ←h_1 or both
};

template <class T>
struct EncoderKept {
  std::vector<EncoderLayerKept<T>> layers;
  // Where set, the backward pass shows the gradient of the state after each position (rows still running).
  std::function<void(std::size_t layer, std::size_t direction, Index t, View<T> d_state)> observe;
  // h_j by source position: T·B × C.
  View<T> annotations() const { return layers.back().output; }
};

template <class T>
class Encoder {
 public:
  Encoder(Parameters<T>& parameters, const ModelConfig& config);
  void prepare(const Parameters<T>& parameters, Packing<T>& packing);

  // `embedded` is T·B × E.
  void forward(EncoderKept<T>& kept, Arena<T>& arena, const Batch& batch, View<T> embedded, const Dropout& dropout) const;
  // From the gradients of the annotations (used up) and of each layer's final state and memory (B × C, used up) to that of
  // `embedded`, which is returned.
  View<T> backward(EncoderKept<T>& kept, Arena<T>& arena, const Batch& batch, View<T> d_annotations,
                   const std::vector<View<T>>& d_final_states, const std::vector<View<T>>& d_final_memories,
                   Contributions<T>& contributions) const;

  const std::vector<std::vector<Recurrent<T>>>& layers() const { return layers_; }

 private:
  bool reversed(std::size_t direction) const { return direction_ == Direction::backward || direction == 1; }

  Direction direction_;
  std::vector<std::vector<Recurrent<T>>> layers_;  // [layer][direction]
};

}  // namespace lookback
