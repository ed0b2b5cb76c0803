#include "lookback/metrics.h"

#include <algorithm>

#include "lookback/decode.h"
#include "lookback/error.h"
#include "lookback/loss.h"

namespace lookback {

namespace {

constexpr Index sentences_at_once = 64;

struct AlignmentCount {
  Index steps = 0, hits = 0, later_steps = 0, lags = 0;
  double gold_weight = 0;
};

template <class T>
void count_alignment(const AttentionKept<T>& kept, Index b, const Pair& pair, AlignmentCount& count) {
  for (std::size_t i = 0; i < pair.gold.size(); ++i) {
    if (pair.gold[i] < 0) continue;
    const T* weights = kept.weights.row(static_cast<Index>(i) * kept.rows + b);
    const Index peak = std::max_element(weights, weights + kept.lengths[b]) - weights;
    ++count.steps;
    count.hits += peak == pair.gold[i];
    count.gold_weight += static_cast<double>(weights[pair.gold[i]]);
    if (i == 0 || pair.gold[i - 1] < 0) continue;
    ++count.later_steps;
    count.lags += peak == pair.gold[i - 1];
  }
}

double share(Index part, Index whole) { return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole); }

}  // namespace

template <class T>
Evaluation evaluate(const Model<T>& model, const std::vector<Pair>& pairs) {
  if (pairs.empty()) throw Error("bad-input", "There is nothing to evaluate: give at least one pair.");
  Evaluation result;
  result.count = static_cast<Index>(pairs.size());

  const std::vector<int> order = order_by_length(pairs);
  AlignmentCount alignment;
  std::vector<double> losses(pairs.size(), 0);
  Index targets = 0;
  Pass<T> pass;
  for (Index first = 0; first < result.count; first += sentences_at_once) {
    const Index rows = std::min(sentences_at_once, result.count - first);
    pass.batch.fill(pairs, order, first, rows, model.source_vocabulary(), model.target_vocabulary());
    model.forward(pass);
    const View<T> logits = pass.decoder.logits;
    cross_entropy(logits, pass.batch.target_out, 0, 0, pass.losses, pass.arena.matrix(1, logits.cols()).data());
    for (Index b = 0; b < rows; ++b) {
      const std::size_t place = static_cast<std::size_t>(pass.batch.places[static_cast<std::size_t>(b)]);
      targets += pass.batch.target_lengths[static_cast<std::size_t>(b)];
      for (Index t = 0; t < pass.batch.target_steps; ++t) losses[place] += pass.losses[static_cast<std::size_t>(t * rows + b)];
      if (model.config().has_score()) count_alignment(pass.decoder.attention, b, pairs[place], alignment);
    }
  }
  for (const double loss : losses) result.loss += loss;
  result.loss /= static_cast<double>(targets);
  if (alignment.steps > 0) {
    result.alignment = AlignmentQuality{alignment.steps, share(alignment.hits, alignment.steps),
                                        alignment.gold_weight / static_cast<double>(alignment.steps),
                                        share(alignment.lags, alignment.later_steps)};
  }

  std::vector<std::vector<int>> sources;
  for (const Pair& pair : pairs) sources.push_back(pair.source);
  const std::vector<Decoded> decoded = greedy(model, sources);
  LengthAccuracy all;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const std::vector<int>&want = pairs[k].target, &got = decoded[k].tokens;
    LengthAccuracy& length = result.by_length[static_cast<Index>(pairs[k].source.size())];
    for (LengthAccuracy* sum : {&length, &all}) {
      ++sum->count;
      sum->right += decoded[k].ended && got == want;
      sum->tokens += static_cast<Index>(want.size());
      for (std::size_t i = 0; i < std::min(want.size(), got.size()); ++i) sum->right_tokens += want[i] == got[i];
    }
  }
  result.token_accuracy = share(all.right_tokens, all.tokens);
  result.sequence_accuracy = share(all.right, all.count);
  return result;
}

template Evaluation evaluate(const Model<float>&, const std::vector<Pair>&);
template Evaluation evaluate(const Model<double>&, const std::vector<Pair>&);

}  // namespace lookback
