// Which score each kind of attention has: a new score is a line here.
#include "scores.h"

namespace lookback {

template <class T>
std::unique_ptr<Score<T>> make_score(Parameters<T>& parameters, const ModelConfig& config) {
  switch (config.attention) {
    case AttentionKind::none: break;
    case AttentionKind::fixed: break;
    case AttentionKind::additive: return additive_score(parameters, config);
    case AttentionKind::dot: return dot_score(parameters, config);
    case AttentionKind::general: return general_score(parameters, config);
    case AttentionKind::concat: return concat_score(parameters, config);
    case AttentionKind::scaled_dot: return scaled_dot_score(parameters, config);
  }
  return nullptr;
}

template std::unique_ptr<Score<float>> make_score(Parameters<float>&, const ModelConfig&);
template std::unique_ptr<Score<double>> make_score(Parameters<double>&, const ModelConfig&);

}  // namespace lookback
