#include "lookback/encoder.h"

namespace lookback {

template <class T>
Encoder<T>::Encoder(Parameters<T>& parameters, const ModelConfig& config) : direction_(config.encoder) {
  for (Index l = 0; l < config.layers; ++l) {
    const Index inputs = l == 0 ? config.embedding : config.annotation();
    std::vector<Recurrent<T>> directions;
    for (Index d = 0; d < config.directions(); ++d) {
      const std::string suffix = "l" + std::to_string(l) + (d == 1 ? "_reverse" : "");
      directions.emplace_back(parameters, config.cell, "encoder", suffix, std::vector<Index>{inputs}, config.encoder_hidden);
    }
    layers_.push_back(std::move(directions));
  }
}

template <class T>
void Encoder<T>::prepare(const Parameters<T>& parameters, Packing<T>& packing) {
  for (auto& directions : layers_) {
    for (Recurrent<T>& recurrent : directions) recurrent.prepare(parameters, packing);
  }
}

template <class T>
void Encoder<T>::forward(EncoderKept<T>& kept, Arena<T>& arena, const Batch& batch, View<T> embedded,
                         const Dropout& dropout) const {
  const Index steps = batch.source_steps, rows = batch.rows;
  kept.layers.resize(layers_.size());
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    EncoderLayerKept<T>& layer = kept.layers[l];
    layer.input = l == 0 ? embedded : kept.layers[l - 1].output;
    layer.scale = {};
    if (l > 0 && dropout.active()) {
      layer.scale = arena.matrix(layer.input.rows(), layer.input.cols());
      dropout_scale(dropout, 2 * l, batch.places, 0, layer.scale);
      const View<T> scaled = arena.matrix(layer.input.rows(), layer.input.cols());
      scaled.map() = layer.input.map().cwiseProduct(layer.scale.map());
      layer.input = scaled;
    }
    const auto& directions = layers_[l];
    for (std::size_t d = 0; d < directions.size(); ++d) {
      RecurrentKept<T>& run = layer.direction[d];
      directions[d].begin(run, arena, steps, rows, reversed(d));
      run.start().map().setZero();
      if (!run.memories.empty()) run.start_memory().map().setZero();
      directions[d].input().forward(layer.input, run.gates);
      for (Index p = 0; p < steps; ++p) {
        const Index t = run.reversed ? steps - 1 - p : p;
        directions[d].forward(run, t, batch.active(t));
      }
    }
    const auto last = [&](std::size_t d) { return reversed(d) ? Index(0) : steps - 1; };
    if (directions.size() == 1) {
      layer.output = layer.direction[0].all_after();
      layer.final_state = layer.direction[0].after(last(0));
      layer.final_memory = layer.direction[0].memory_after(last(0));
    } else {
      const Index size = directions[0].hidden();
      const bool memory = directions[0].cell().has_memory();
      layer.output = arena.matrix(steps * rows, 2 * size);
      layer.final_state = arena.matrix(rows, 2 * size);
      layer.final_memory = memory ? arena.matrix(rows, 2 * size) : View<T>();
      for (std::size_t d = 0; d < 2; ++d) {
        const Index first = static_cast<Index>(d) * size;
        layer.output.cols_from(first, size).map() = layer.direction[d].all_after().map();
        layer.final_state.cols_from(first, size).map() = layer.direction[d].after(last(d)).map();
        if (memory) layer.final_memory.cols_from(first, size).map() = layer.direction[d].memory_after(last(d)).map();
      }
    }
  }
}

template <class T>
View<T> Encoder<T>::backward(EncoderKept<T>& kept, Arena<T>& arena, const Batch& batch, View<T> d_annotations,
                             const std::vector<View<T>>& d_final_states, const std::vector<View<T>>& d_final_memories,
                             Contributions<T>& contributions) const {
  const Index steps = batch.source_steps, rows = batch.rows;
  View<T> d_output = d_annotations;
  for (std::size_t l = layers_.size(); l-- > 0;) {
    EncoderLayerKept<T>& layer = kept.layers[l];
    const auto& directions = layers_[l];
    const View<T> d_input = arena.matrix(layer.input.rows(), layer.input.cols());
    for (std::size_t d = 0; d < directions.size(); ++d) {
      RecurrentKept<T>& run = layer.direction[d];
      const Index size = directions[d].hidden(), first = static_cast<Index>(d) * size;
      const View<T> d_state = d_final_states[l].cols_from(first, size);
      const View<T> d_memory = run.memories.empty() ? View<T>() : d_final_memories[l].cols_from(first, size);
      for (Index p = steps; p-- > 0;) {
        const Index t = run.reversed ? steps - 1 - p : p;
        const Index active = batch.active(t);
        d_state.rows_from(0, active).map() += d_output.block(t, rows).rows_from(0, active).cols_from(first, size).map();
        if (kept.observe) kept.observe(l, d, t, d_state.rows_from(0, active));
        directions[d].backward(run, t, active, d_state, d_memory);
      }
      directions[d].backward_weights(run, {layer.input}, contributions);
      directions[d].input().backward(run.gates, d_input, d == 0 ? Join::assign : Join::add);
    }
    if (!layer.scale.empty()) d_input.map().array() *= layer.scale.map().array();
    d_output = d_input;
  }
  return d_output;
}

template class Encoder<float>;
template class Encoder<double>;

}  // namespace lookback
