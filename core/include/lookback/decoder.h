// The decoder: a recurrent network that writes the target, one token a step, and may look back at the source at each. Both
// orders stand here: Bahdanau's, where s_{i−1} asks and the context enters the cell, and Luong's, where s_i asks and
// h̃_i = tanh(W_c [c_i; s_i]) (Luong et al. 2015, equation 5) is what the output sees.
#pragma once

#include <memory>
#include <vector>

#include "lookback/attention.h"
#include "lookback/bridge.h"
#include "lookback/embedding.h"

namespace lookback {

// What a pass keeps. A row of a Tt·B matrix is one step of one sentence.
template <class T>
struct DecoderKept {
  Index steps = 0, rows = 0;
  Dropout dropout;
  const std::vector<int>* places = nullptr;
  Profile* profile = nullptr;
  View<T> embedded;                     // Tt·B × E: emb(y_{i−1})
  std::vector<RecurrentKept<T>> layers;
  std::vector<View<T>> inputs, scales;  // a layer above the first: its input, Tt·B × H, and the dropout in it
  BridgeKept<T> start;
  AttentionKept<T> attention;
  View<T> contexts;                     // Tt·B × C
  View<T> attentional;                  // (Tt + 1)·B × H: block i + 1 is h̃_i, block 0 is zero
  View<T> features;                     // Tt·B × F: o_i
  View<T> logits;                       // Tt·B × Vt
  std::vector<View<T>> d_states, d_memories;  // backward pass, a layer: B × H

  View<T> of_steps(View<T> all, Index first, Index count) const { return all.rows_from(first * rows, count * rows); }
};

template <class T>
class Decoder {
 public:
  Decoder(Parameters<T>& parameters, const ModelConfig& config, Index target_vocabulary);
  void prepare(const Parameters<T>& parameters, Packing<T>& packing);

  // Sets the decoder at its start for up to `steps` steps. The encoder's pass must outlive the decoder's.
  void begin(DecoderKept<T>& kept, Arena<T>& arena, const Batch& batch, const EncoderKept<T>& encoder, Index steps,
             const Dropout& dropout) const;
  // All steps at once, given y_{i−1} for each (teacher forcing): fills kept.logits.
  void forward(DecoderKept<T>& kept, const std::vector<int>& target_in) const;
  // One step given y_{i−1} of each sentence: fills block t of kept.logits. The same bits as `forward`.
  void step(DecoderKept<T>& kept, Index t, const int* previous) const;
  // After step t: row b goes on from row parents[b], for the first rows; the others are as they were.
  void reorder(DecoderKept<T>& kept, Index t, const std::vector<Index>& parents) const;
  // From the gradient of the logits (used up): adds to the gradients of annotations and of the encoder's final states.
  void backward(DecoderKept<T>& kept, Arena<T>& arena, const EncoderKept<T>& encoder, const std::vector<int>& target_in,
                View<T> d_logits, View<T> d_annotations, const std::vector<View<T>>& d_final_states,
                const std::vector<View<T>>& d_final_memories, Contributions<T>& contributions) const;

  const std::vector<Recurrent<T>>& layers() const { return layers_; }
  const Bridge<T>& bridge() const { return bridge_; }
  // Into `out`, [c_i; s_i] W_cᵀ of the pass's steps: h̃ before its tanh. Only with the current state as the query.
  void before_attentional(const DecoderKept<T>& kept, View<T> out) const;

 private:
  bool current() const { return config_.query == QueryOrder::current; }
  // Block of the first layer's input that follows the embedding: the context, or h̃ fed back.
  static constexpr Index of_embedding = 0, of_context = 1;
  static constexpr Index of_context_in_W_c = 0, of_state_in_W_c = 1;

  void advance(DecoderKept<T>& kept, Index t) const;
  void attend(DecoderKept<T>& kept, Index first, Index count) const;
  void join_attentional(In<T> contexts, In<T> states, View<T> out) const;
  void gather_features(DecoderKept<T>& kept, Index first, Index count) const;
  void backward_attend(DecoderKept<T>& kept, Index first, Index count, View<T> d_attentional, View<T> d_contexts,
                       View<T> d_top) const;

  ModelConfig config_;
  Embedding<T> embedding_;
  std::vector<Recurrent<T>> layers_;
  Bridge<T> bridge_;
  std::unique_ptr<Attention<T>> attention_;
  std::unique_ptr<Linear<T>> W_c_;
  std::unique_ptr<Linear<T>> output_;
};

}  // namespace lookback
