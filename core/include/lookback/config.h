// What a model is and how it is trained: every choice of core/README.md, its defaults, its limits, and its JSON form.
// Each score's paper gives the defaults that go with it: additive asks with s_{i−1} (Bahdanau et al. 2015), the
// multiplicative scores and concat with s_i (Luong et al. 2015).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lookback/matrix.h"

namespace lookback {

enum class CellKind { rnn, gru, lstm };
enum class Direction { forward, backward, bidirectional };
enum class AttentionKind { none, fixed, additive, dot, general, concat, scaled_dot };
enum class QueryOrder { previous, current };
enum class OutputKind { state_context, state_context_embedding };
enum class BridgeKind { state, tanh, zero };
enum class OptimizerKind { adam, sgd };
enum class ScheduleKind { constant, cosine };

struct ModelConfig {
  CellKind cell = CellKind::gru;
  Direction encoder = Direction::backward;
  AttentionKind attention = AttentionKind::additive;
  QueryOrder query = QueryOrder::previous;
  bool input_feeding = false;
  OutputKind output = OutputKind::state_context;
  BridgeKind bridge = BridgeKind::state;
  Index embedding = 16;
  Index hidden = 32;
  Index encoder_hidden = 32;
  Index attention_size = 32;
  Index layers = 1;
  double dropout = 0;
  double forget_bias = 1;
  bool shared_embedding = false;
  std::uint64_t seed = 0;

  Index directions() const { return encoder == Direction::bidirectional ? 2 : 1; }
  // Size of an annotation h_j.
  Index annotation() const { return directions() * encoder_hidden; }
  // True where the decoder looks at the source through weights.
  bool has_score() const { return attention != AttentionKind::none && attention != AttentionKind::fixed; }
  bool has_context() const { return attention != AttentionKind::none; }
};

struct TrainingConfig {
  OptimizerKind optimizer = OptimizerKind::adam;
  double learning_rate = 0.01;
  ScheduleKind schedule = ScheduleKind::constant;
  Index warmup_steps = 0;
  double momentum = 0;
  Index batch_size = 64;
  double clip_norm = 1;  // 0: no clipping
  double label_smoothing = 0;
  double teacher_forcing = 1;  // share of steps that are given the reference; the others get the model's own last token
  Index steps = 600;
  std::uint64_t seed = 0;
};

// Reads a JSON object over `defaults`; unknown names, wrong types, values out of range and combinations that no paper
// defines are `bad-config`, each with a sentence that names the field.
ModelConfig parse_model_config(const std::string& json, const ModelConfig& defaults = {});
TrainingConfig parse_training_config(const std::string& json, const TrainingConfig& defaults = {});
// Throws bad-config for a combination that no paper defines, with the way out.
void check(const ModelConfig& config);
std::string to_json(const ModelConfig& config);
std::string to_json(const TrainingConfig& config);

}  // namespace lookback
