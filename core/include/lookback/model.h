// A whole encoder–decoder: its configuration, vocabularies and weights, and one pass of it over one shard of sentences.
#pragma once

#include <memory>
#include <vector>

#include "lookback/decoder.h"
#include "lookback/encoder.h"

namespace lookback {

// Everything one shard's pass lives in; used again for the next, it allocates nothing.
template <class T>
struct Pass {
  Batch batch;
  Arena<T> arena;
  View<T> embedded;  // Ts·B × E: the source's embeddings
  EncoderKept<T> encoder;
  DecoderKept<T> decoder;
  std::vector<double> losses;  // one a row of the logits
  // Backward pass.
  std::vector<View<T>> d_states, d_memories;  // of the encoder's final states, a layer: B × C
  Contributions<T> contributions;
  Profile* profile = nullptr;
};

// What is drawn anew for each training step, all from one key.
struct Chance {
  Chance(const Dropout& d = {}) : dropout(d) {}
  Dropout dropout;
  // Share of steps that are given the reference's last token; the others get the model's own (Bengio et al. 2015).
  double teacher_forcing = 1;
};

template <class T>
class Model {
 public:
  // Starts from the weights of config.seed. Throws bad-config where vocabularies and configuration do not go together.
  Model(const ModelConfig& config, Vocabulary source, Vocabulary target);

  const ModelConfig& config() const { return config_; }
  const Vocabulary& source_vocabulary() const { return source_; }
  const Vocabulary& target_vocabulary() const { return target_; }
  const Parameters<T>& parameters() const { return parameters_; }
  const Encoder<T>& encoder() const { return encoder_; }
  const Decoder<T>& decoder() const { return decoder_; }

  // Calls change(Parameters&), then lays the weights out anew for the products, shared among `workers`.
  template <class F>
  void update(F change, Workers& workers) {
    change(parameters_);
    prepare(workers);
  }
  template <class F>
  void update(F change) {
    Workers alone;
    update(change, alone);
  }
  // Back to the weights of config.seed.
  void initialize();

  // Reads the sources of pass.batch; the arena starts anew.
  void encode(Pass<T>& pass, const Dropout& dropout = {}) const;
  // Encodes, and runs the decoder over the targets: pass.decoder.logits. With teacher forcing below one, the tokens that the
  // decoder was given instead replace those of pass.batch.target_in.
  void forward(Pass<T>& pass, const Chance& chance = {}) const;
  // From the gradient of the logits, which stands in their place, to what the pass adds to that of every weight:
  // pass.contributions.
  void backward(Pass<T>& pass) const;

 private:
  void prepare(Workers& workers);
  void forward_sampled(Pass<T>& pass, const Chance& chance) const;

  ModelConfig config_;
  Vocabulary source_, target_;
  Parameters<T> parameters_;
  Embedding<T> embedding_;
  Encoder<T> encoder_;
  Decoder<T> decoder_;
  Packing<T> packing_;
};

// The tensors that such a model has, without making it. Throws bad-config as its constructor does.
std::vector<Tensor> tensors_of(const ModelConfig& config, const Vocabulary& source, const Vocabulary& target);

}  // namespace lookback
