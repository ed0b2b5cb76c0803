#include "lookback/model.h"

#include <algorithm>

#include "lookback/error.h"
#include "lookback/random.h"

namespace lookback {

namespace {

const ModelConfig& checked(const ModelConfig& config, const Vocabulary& source, const Vocabulary& target) {
  check(config);
  if (config.shared_embedding && source.size() != target.size()) {
    throw Error("bad-config", "`sharedEmbedding` needs one vocabulary for both sides, and these have " +
                                  std::to_string(source.size()) + " and " + std::to_string(target.size()) + " tokens.");
  }
  if (source.size() < 1 || target.size() < 2) throw Error("bad-config", "A vocabulary needs tokens to choose from.");
  if (target.bos < 0) throw Error("bad-config", "The target's vocabulary needs `bos`, the token a decoder starts from.");
  return config;
}

const char* source_table(const ModelConfig& config) { return config.shared_embedding ? "embedding" : "source.embedding"; }

}  // namespace

template <class T>
Model<T>::Model(const ModelConfig& config, Vocabulary source, Vocabulary target)
    : config_(checked(config, source, target)),
      source_(std::move(source)),
      target_(std::move(target)),
      embedding_(parameters_, source_table(config), source_.size(), config.embedding),
      encoder_(parameters_, config),
      decoder_(parameters_, config, target_.size()) {
  initialize();
}

template <class T>
void Model<T>::initialize() {
  update([&](Parameters<T>& parameters) {
    parameters.initialize(config_.seed);
    if (config_.cell != CellKind::lstm) return;
    // The forget gate starts open (Gers et al. 2000): its bias is `forgetBias`, all of it in b_ih.
    for (std::size_t i = 0; i < parameters.tensors().size(); ++i) {
      const Tensor& tensor = parameters.tensors()[i];
      const bool input = tensor.name.find(".bias_ih_") != std::string::npos;
      if (!input && tensor.name.find(".bias_hh_") == std::string::npos) continue;
      const Index H = tensor.cols / 4;
      T* bias = parameters.view(static_cast<Index>(i)).data();
      std::fill(bias + H, bias + 2 * H, input ? static_cast<T>(config_.forget_bias) : T(0));
    }
  });
}

template <class T>
void Model<T>::prepare(Workers& workers) {
  embedding_.prepare(parameters_);
  encoder_.prepare(parameters_, packing_);
  decoder_.prepare(parameters_, packing_);
  packing_.run(workers);
}

template <class T>
void Model<T>::encode(Pass<T>& pass, const Dropout& dropout) const {
  const Timed timed(pass.profile, Part::encoder);
  pass.arena.reset();
  const Index all = pass.batch.source_steps * pass.batch.rows;
  pass.embedded = pass.arena.matrix(all, config_.embedding);
  embedding_.forward(pass.batch.source.data(), all, pass.embedded);
  encoder_.forward(pass.encoder, pass.arena, pass.batch, pass.embedded, dropout);
}

template <class T>
void Model<T>::forward(Pass<T>& pass, const Chance& chance) const {
  encode(pass, chance.dropout);
  const Timed timed(pass.profile, Part::decoder);
  pass.decoder.profile = pass.profile;
  decoder_.begin(pass.decoder, pass.arena, pass.batch, pass.encoder, pass.batch.target_steps, chance.dropout);
  if (chance.teacher_forcing < 1) {
    forward_sampled(pass, chance);
  } else {
    decoder_.forward(pass.decoder, pass.batch.target_in);
  }
}

template <class T>
void Model<T>::forward_sampled(Pass<T>& pass, const Chance& chance) const {
  const std::size_t rows = static_cast<std::size_t>(pass.batch.rows);
  for (Index t = 0; t < pass.batch.target_steps; ++t) {
    int* given = pass.batch.target_in.data() + static_cast<std::size_t>(t) * rows;
    for (std::size_t b = 0; b < rows && t > 0; ++b) {
      // A sentence's draws depend neither on its row nor on its shard.
      const std::uint64_t place = static_cast<std::uint64_t>(pass.batch.places[b]) << 32 | static_cast<std::uint64_t>(t);
      const double draw = static_cast<double>(mix(mix(chance.dropout.key + 1) + place) >> 11) * 0x1p-53;
      if (draw < chance.teacher_forcing) continue;
      const T* logits = pass.decoder.logits.row((t - 1) * pass.batch.rows + static_cast<Index>(b));
      given[b] = static_cast<int>(std::max_element(logits, logits + pass.decoder.logits.cols()) - logits);
    }
    decoder_.step(pass.decoder, t, given);
  }
}

template <class T>
void Model<T>::backward(Pass<T>& pass) const {
  const Index B = pass.batch.rows, C = config_.annotation();
  pass.contributions.profile = pass.profile;
  const Timed timed(pass.profile, Part::encoder);
  const View<T> d_annotations = pass.arena.zeros(pass.batch.source_steps * B, C);
  pass.contributions.clear();
  pass.d_states.clear();
  pass.d_memories.clear();
  for (const EncoderLayerKept<T>& layer : pass.encoder.layers) {
    pass.d_states.push_back(pass.arena.zeros(B, C));
    pass.d_memories.push_back(layer.final_memory.empty() ? View<T>() : pass.arena.zeros(B, C));
  }
  decoder_.backward(pass.decoder, pass.arena, pass.encoder, pass.batch.target_in, pass.decoder.logits, d_annotations,
                    pass.d_states, pass.d_memories, pass.contributions);
  const View<T> d_embedded = encoder_.backward(pass.encoder, pass.arena, pass.batch, d_annotations, pass.d_states,
                                               pass.d_memories, pass.contributions);
  embedding_.backward(pass.batch.source.data(), d_embedded, pass.contributions);
}

std::vector<Tensor> tensors_of(const ModelConfig& config, const Vocabulary& source, const Vocabulary& target) {
  checked(config, source, target);
  Parameters<float> parameters(false);
  Embedding<float>(parameters, source_table(config), source.size(), config.embedding);
  Encoder<float>(parameters, config);
  Decoder<float>(parameters, config, target.size());
  return parameters.tensors();
}

template class Model<float>;
template class Model<double>;

}  // namespace lookback
