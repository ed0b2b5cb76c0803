#include "lookback/decode.h"

#include <algorithm>
#include <cmath>

namespace lookback {

namespace {

constexpr Index sentences_at_once = 64;

}  // namespace

template <class T>
double log_sum_exp(const T* logits, Index size) {
  const double largest = static_cast<double>(*std::max_element(logits, logits + size));
  double total = 0;
  for (Index v = 0; v < size; ++v) total += std::exp(static_cast<double>(logits[v]) - largest);
  return largest + std::log(total);
}

Index decode_limit(const Vocabulary& target, Index length) { return target.eos >= 0 ? 2 * length + 10 : length; }

template <class T>
std::vector<Decoded> greedy(const Model<T>& model, const std::vector<std::vector<int>>& sources) {
  const Vocabulary& target = model.target_vocabulary();
  std::vector<Pair> pairs;
  for (const std::vector<int>& source : sources) pairs.push_back({source, {target.bos}, {}});
  const std::vector<int> order = order_by_length(pairs);
  std::vector<Decoded> results(sources.size());
  Pass<T> pass;
  for (Index first = 0; first < static_cast<Index>(pairs.size()); first += sentences_at_once) {
    const Index rows = std::min(sentences_at_once, static_cast<Index>(pairs.size()) - first);
    pass.batch.fill(pairs, order, first, rows, model.source_vocabulary(), target);
    model.encode(pass);
    const Index longest = decode_limit(target, pass.batch.source_steps);
    model.decoder().begin(pass.decoder, pass.arena, pass.batch, pass.encoder, longest, {});
    std::vector<int> previous(static_cast<std::size_t>(rows), target.bos);
    Index running = rows;
    std::vector<bool> done(static_cast<std::size_t>(rows), false);
    for (Index t = 0; t < longest && running > 0; ++t) {
      model.decoder().step(pass.decoder, t, previous.data());
      for (Index b = 0; b < rows; ++b) {
        const std::size_t at = static_cast<std::size_t>(b);
        if (done[at]) continue;
        const Index length = pass.batch.source_lengths[at];
        const T* logits = pass.decoder.logits.row(t * rows + b);
        const Index size = pass.decoder.logits.cols();
        const Index chosen = std::max_element(logits, logits + size) - logits;
        Decoded& result = results[static_cast<std::size_t>(pass.batch.places[at])];
        result.log_probabilities.push_back(static_cast<double>(logits[chosen]) - log_sum_exp(logits, size));
        if (model.config().has_score()) {
          const T* weights = pass.decoder.attention.weights.row(t * rows + b);
          result.weights.emplace_back(weights, weights + length);
        }
        previous[at] = static_cast<int>(chosen);
        if (chosen == target.eos) {
          result.ended = true;
        } else {
          result.tokens.push_back(static_cast<int>(chosen));
          if (t + 1 == decode_limit(target, length)) result.ended = target.eos < 0;
        }
        if (chosen == target.eos || t + 1 == decode_limit(target, length)) {
          done[at] = true;
          --running;
        }
      }
    }
  }
  return results;
}

template double log_sum_exp(const float*, Index);
template double log_sum_exp(const double*, Index);
template std::vector<Decoded> greedy(const Model<float>&, const std::vector<std::vector<int>>&);
template std::vector<Decoded> greedy(const Model<double>&, const std::vector<std::vector<int>>&);

}  // namespace lookback
