#include "lookback/decoder.h"

#include <cmath>

#include "lookback/math.h"

namespace lookback {

namespace {

double bound_for(Index inputs) { return 1 / std::sqrt(static_cast<double>(inputs)); }

template <class T>
void tanh_rows(View<T> m) {
  for (Index r = 0; r < m.rows(); ++r) {
    T* row = m.row(r);
    for_lanes<T>(m.cols(), [&](auto l) { l.store(row, tanh_vec(l.load(row))); });
  }
}

}  // namespace

template <class T>
Decoder<T>::Decoder(Parameters<T>& parameters, const ModelConfig& config, Index target_vocabulary)
    : config_(config),
      embedding_(parameters, config.shared_embedding ? "embedding" : "target.embedding", target_vocabulary, config.embedding),
      bridge_(parameters, config) {
  for (Index l = 0; l < config.layers; ++l) {
    std::vector<Index> inputs = {config.hidden};
    if (l == 0) {
      inputs = {config.embedding};
      if (current() && config.input_feeding) inputs.push_back(config.hidden);
      if (!current() && config.has_context()) inputs.push_back(config.annotation());
    }
    layers_.emplace_back(parameters, config.cell, "decoder", "l" + std::to_string(l), inputs, config.hidden);
  }
  if (config.has_score()) attention_ = std::make_unique<Attention<T>>(parameters, config);
  Index features = config.hidden;
  if (current()) {
    const Index inputs = config.annotation() + config.hidden;
    W_c_ = std::make_unique<Linear<T>>(parameters, "attention.W_c", "", config.hidden,
                                       std::vector<Index>{config.annotation(), config.hidden}, bound_for(inputs), 0);
  } else if (config.has_context()) {
    features += config.annotation();
  }
  if (config.output == OutputKind::state_context_embedding) features += config.embedding;
  output_ = std::make_unique<Linear<T>>(parameters, "output.weight", "output.bias", target_vocabulary,
                                        std::vector<Index>{features}, bound_for(features), bound_for(features));
}

template <class T>
void Decoder<T>::prepare(const Parameters<T>& parameters, Packing<T>& packing) {
  embedding_.prepare(parameters);
  for (Recurrent<T>& layer : layers_) layer.prepare(parameters, packing);
  bridge_.prepare(parameters, packing);
  if (attention_) attention_->prepare(parameters, packing);
  if (W_c_) W_c_->prepare(parameters, packing);
  output_->prepare(parameters, packing);
}

template <class T>
void Decoder<T>::begin(DecoderKept<T>& k, Arena<T>& arena, const Batch& batch, const EncoderKept<T>& encoder, Index steps,
                       const Dropout& dropout) const {
  k.steps = steps;
  k.rows = batch.rows;
  k.dropout = dropout;
  k.places = &batch.places;
  const Index all = steps * k.rows;
  k.embedded = arena.matrix(all, config_.embedding);
  k.layers.resize(layers_.size());
  k.inputs.assign(layers_.size(), {});
  k.scales.assign(layers_.size(), {});
  k.start.states.clear();
  k.start.memories.clear();
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    layers_[l].begin(k.layers[l], arena, steps, k.rows, false);
    k.start.states.push_back(k.layers[l].start());
    k.start.memories.push_back(k.layers[l].start_memory());
    if (l == 0) continue;
    k.inputs[l] = k.layers[l - 1].all_after();
    if (!dropout.active()) continue;
    k.inputs[l] = arena.matrix(all, config_.hidden);
    k.scales[l] = arena.matrix(all, config_.hidden);
  }
  bridge_.forward(k.start, encoder);
  if (attention_) {
    const Timed timed(k.profile, Part::attention);
    attention_->begin(k.attention, arena, encoder.annotations(), batch, steps);
    k.contexts = k.attention.contexts;
  } else if (config_.attention == AttentionKind::fixed) {
    // Cho et al. 2014: one context for all steps.
    k.contexts = arena.matrix(all, config_.annotation());
    for (Index t = 0; t < steps; ++t) k.contexts.block(t, k.rows).map() = encoder.layers.back().final_state.map();
  } else {
    k.contexts = {};
  }
  if (current()) {
    k.attentional = arena.matrix(all + k.rows, config_.hidden);
    k.attentional.block(0, k.rows).map().setZero();
  }
  k.features = arena.matrix(all, output_->inputs());
  k.logits = arena.matrix(all, output_->outputs());
}

// The recurrent part of step t: the embedding's share of the first layer's gates is there.
template <class T>
void Decoder<T>::advance(DecoderKept<T>& k, Index t) const {
  RecurrentKept<T>& bottom = k.layers.front();
  const View<T> gates = bottom.gates.block(t, k.rows);
  if (current()) {
    if (config_.input_feeding) {
      layers_[0].input().forward(k.attentional.block(t, k.rows), gates, Join::add, Bias::no, of_context);
    }
  } else if (config_.has_context()) {
    if (attention_) {
      const Timed timed(k.profile, Part::attention);
      attention_->forward(k.attention, t, 1, k.layers.back().before(t));
    }
    layers_[0].input().forward(k.contexts.block(t, k.rows), gates, Join::add, Bias::no, of_context);
  }
  layers_[0].forward(bottom, t, k.rows);
  for (std::size_t l = 1; l < layers_.size(); ++l) {
    const View<T> input = k.inputs[l].block(t, k.rows);
    if (!k.scales[l].empty()) {
      const View<T> scale = k.scales[l].block(t, k.rows);
      dropout_scale(k.dropout, 2 * l + 1, *k.places, t, scale);
      input.map() = k.layers[l - 1].after(t).map().cwiseProduct(scale.map());
    }
    layers_[l].input().forward(input, k.layers[l].gates.block(t, k.rows));
    layers_[l].forward(k.layers[l], t, k.rows);
  }
}

// Luong's order: the steps' contexts from s_i, and h̃_i = tanh(W_c [c_i; s_i]).
template <class T>
void Decoder<T>::attend(DecoderKept<T>& k, Index first, Index count) const {
  const Timed timed(k.profile, Part::attention);
  const View<T> states = k.of_steps(k.layers.back().all_after(), first, count);
  attention_->forward(k.attention, first, count, states);
  const View<T> attentional = k.of_steps(k.attentional, first + 1, count);
  join_attentional(k.of_steps(k.contexts, first, count), states, attentional);
  tanh_rows(attentional);
}

template <class T>
void Decoder<T>::join_attentional(In<T> contexts, In<T> states, View<T> out) const {
  W_c_->forward(contexts, out, Join::assign, Bias::no, of_context_in_W_c);
  W_c_->forward(states, out, Join::add, Bias::no, of_state_in_W_c);
}

template <class T>
void Decoder<T>::before_attentional(const DecoderKept<T>& k, View<T> out) const {
  join_attentional(k.contexts, k.layers.back().all_after(), out);
}

template <class T>
void Decoder<T>::gather_features(DecoderKept<T>& k, Index first, Index count) const {
  const View<T> features = k.of_steps(k.features, first, count);
  Index at = 0;
  const auto put = [&](View<T> part) {
    features.cols_from(at, part.cols()).map() = part.map();
    at += part.cols();
  };
  if (current()) {
    put(k.of_steps(k.attentional, first + 1, count));
  } else {
    put(k.of_steps(k.layers.back().all_after(), first, count));
    if (config_.has_context()) put(k.of_steps(k.contexts, first, count));
  }
  if (config_.output == OutputKind::state_context_embedding) put(k.of_steps(k.embedded, first, count));
}

template <class T>
void Decoder<T>::forward(DecoderKept<T>& k, const std::vector<int>& target_in) const {
  embedding_.forward(target_in.data(), k.steps * k.rows, k.embedded);
  layers_[0].input().forward(k.embedded, k.layers[0].gates, Join::assign, Bias::yes, of_embedding);
  for (Index t = 0; t < k.steps; ++t) {
    advance(k, t);
    if (current() && config_.input_feeding) attend(k, t, 1);
  }
  if (current() && !config_.input_feeding) attend(k, 0, k.steps);
  const Timed timed(k.profile, Part::output);
  gather_features(k, 0, k.steps);
  output_->forward(k.features, k.logits);
}

template <class T>
void Decoder<T>::step(DecoderKept<T>& k, Index t, const int* previous) const {
  const View<T> embedded = k.embedded.block(t, k.rows);
  embedding_.forward(previous, k.rows, embedded);
  layers_[0].input().forward(embedded, k.layers[0].gates.block(t, k.rows), Join::assign, Bias::yes, of_embedding);
  advance(k, t);
  if (current()) attend(k, t, 1);
  gather_features(k, t, 1);
  output_->forward(k.features.block(t, k.rows), k.logits.block(t, k.rows));
}

template <class T>
void Decoder<T>::reorder(DecoderKept<T>& k, Index t, const std::vector<Index>& parents) const {
  const auto permute = [&](View<T> states) {
    if (states.empty()) return;
    const RowMajor<T> before = states.map();
    for (std::size_t b = 0; b < parents.size(); ++b) {
      states.map().row(static_cast<Index>(b)) = before.row(parents[b]);
    }
  };
  for (RecurrentKept<T>& layer : k.layers) {
    permute(layer.after(t));
    permute(layer.memory_after(t));
  }
  if (current()) permute(k.attentional.block(t + 1, k.rows));
}

// Back through `attend`: from d_attentional (turned into the gradient before the tanh) to d_contexts, and added to d_top.
template <class T>
void Decoder<T>::backward_attend(DecoderKept<T>& k, Index first, Index count, View<T> d_attentional, View<T> d_contexts,
                                 View<T> d_top) const {
  const Timed timed(k.profile, Part::attention);
  const View<T> attentional = k.of_steps(k.attentional, first + 1, count);
  d_attentional.map().array() *= T(1) - attentional.map().array().square();
  W_c_->backward(d_attentional, d_contexts, Join::assign, of_context_in_W_c);
  W_c_->backward(d_attentional, d_top, Join::add, of_state_in_W_c);
  attention_->backward(k.attention, first, count, d_contexts, k.of_steps(k.layers.back().all_after(), first, count), d_top);
}

template <class T>
void Decoder<T>::backward(DecoderKept<T>& k, Arena<T>& arena, const EncoderKept<T>& encoder,
                          const std::vector<int>& target_in, View<T> d_logits, View<T> d_annotations,
                          const std::vector<View<T>>& d_final_states, const std::vector<View<T>>& d_final_memories,
                          Contributions<T>& contributions) const {
  const Index B = k.rows, all = k.steps * B, H = config_.hidden;
  const std::size_t top = layers_.size() - 1;
  const Timed timed(k.profile, Part::decoder);
  const View<T> d_features = arena.matrix(all, output_->inputs());
  {
    const Timed of_output(k.profile, Part::output);
    output_->backward_weight(d_logits, k.features, contributions);
    output_->backward_bias(d_logits, contributions);
    output_->backward(d_logits, d_features);
  }

  // The features' parts: the gradient of h̃ or of the top states, of the contexts, of the embeddings.
  const View<T> d_first = d_features.cols_from(0, H);
  const View<T> d_contexts = !config_.has_context() ? View<T>()
                             : current()            ? arena.matrix(all, config_.annotation())
                                                    : d_features.cols_from(H, config_.annotation());
  // Gradients of the top states from above: with h̃ in between they start from zero.
  const View<T> d_tops = current() ? arena.zeros(all, H) : d_first;

  if (attention_) attention_->begin_backward(k.attention, arena, d_annotations);
  if (current() && !config_.input_feeding) backward_attend(k, 0, k.steps, d_first, d_contexts, d_tops);

  std::vector<View<T>>&d_states = k.d_states, &d_memories = k.d_memories;
  d_states.clear();
  d_memories.clear();
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    d_states.push_back(arena.zeros(B, H));
    d_memories.push_back(k.layers[l].memories.empty() ? View<T>() : arena.zeros(B, H));
  }
  const View<T> d_input = layers_.size() > 1 ? arena.matrix(B, H) : View<T>();

  for (Index t = k.steps; t-- > 0;) {
    if (current() && config_.input_feeding) {
      if (t + 1 < k.steps) {
        layers_[0].input().backward(k.layers[0].gates.block(t + 1, B), d_first.block(t, B), Join::add, of_context);
      }
      backward_attend(k, t, 1, d_first.block(t, B), d_contexts.block(t, B), d_tops.block(t, B));
    }
    d_states[top].map() += d_tops.block(t, B).map();
    for (std::size_t l = layers_.size(); l-- > 0;) {
      layers_[l].backward(k.layers[l], t, B, d_states[l], d_memories[l]);
      if (l == 0) break;
      layers_[l].input().backward(k.layers[l].gates.block(t, B), d_input);
      if (k.scales[l].empty()) {
        d_states[l - 1].map() += d_input.map();
      } else {
        d_states[l - 1].map() += d_input.map().cwiseProduct(k.scales[l].block(t, B).map());
      }
    }
    if (!current() && config_.has_context()) {
      const View<T> d_context = d_contexts.block(t, B);
      layers_[0].input().backward(k.layers[0].gates.block(t, B), d_context, Join::add, of_context);
      if (attention_) {
        const Timed of_attention(k.profile, Part::attention);
        attention_->backward(k.attention, t, 1, d_context, k.layers[top].before(t), d_states[top]);
      } else {
        d_final_states.back().map() += d_context.map();
      }
    }
  }

  if (attention_) {
    const Timed of_attention(k.profile, Part::attention);
    const View<T> queries = current() ? k.layers[top].all_after() : k.layers[top].all_before();
    attention_->finish_backward(k.attention, d_contexts, queries, contributions);
  }
  if (current()) {
    const Timed of_attention(k.profile, Part::attention);
    W_c_->backward_weight(d_first, k.contexts, contributions, of_context_in_W_c);
    W_c_->backward_weight(d_first, k.layers[top].all_after(), contributions, of_state_in_W_c);
  }
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const View<T> second = !current() ? k.contexts : config_.input_feeding ? k.of_steps(k.attentional, 0, k.steps) : View<T>();
    layers_[l].backward_weights(k.layers[l], {l == 0 ? k.embedded : k.inputs[l], l == 0 ? second : View<T>()}, contributions);
  }

  const View<T> d_embedded = arena.matrix(all, config_.embedding);
  layers_[0].input().backward(k.layers[0].gates, d_embedded, Join::assign, of_embedding);
  if (config_.output == OutputKind::state_context_embedding) {
    d_embedded.map() += d_features.cols_from(d_features.cols() - config_.embedding, config_.embedding).map();
  }
  embedding_.backward(target_in.data(), d_embedded, contributions);
  bridge_.backward(k.start, encoder, d_states, d_memories, d_final_states, d_final_memories, contributions);
}

template class Decoder<float>;
template class Decoder<double>;

}  // namespace lookback
