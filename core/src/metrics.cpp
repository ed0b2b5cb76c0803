#include "lookback/metrics.h"

#include <algorithm>
#include <cmath>

#include "lookback/error.h"
#include "lookback/loss.h"

namespace lookback {

namespace {

constexpr Index sentences_at_once = 64;

double share(Index part, Index whole) { return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole); }

}  // namespace

template <class T>
Evaluator<T>::Evaluator(const Model<T>& model, std::vector<Pair> pairs, std::vector<Tokens> references)
    : model_(&model),
      pairs_(std::move(pairs)),
      references_(std::move(references)),
      order_(order_by_length(pairs_)),
      losses_(pairs_.size(), 0),
      decoded_(pairs_.size()) {
  if (pairs_.empty()) throw Error("bad-input", "There is nothing to evaluate: give at least one pair.");
}

template <class T>
void Evaluator<T>::count_alignment(Index b, const Pair& pair) {
  const AttentionKept<T>& kept = pass_.decoder.attention;
  const int steps = static_cast<int>(pair.target.size()), length = static_cast<int>(pair.source.size());
  peaks_.clear();
  for (int i = 0; i < steps; ++i) {
    const T* weights = kept.weights.row(i * kept.rows + b);
    const int peak = static_cast<int>(std::max_element(weights, weights + length) - weights);
    peaks_.push_back(peak);
    if (sure_reach(pair, i).empty()) continue;
    const bool hit = link_kind(pair, i, peak) == LinkKind::sure;
    ++alignment_.steps;
    alignment_.hits += hit;
    for (int j = 0; j < length; ++j) {
      if (link_kind(pair, i, j) == LinkKind::sure) alignment_.gold_weight += static_cast<double>(weights[j]);
    }
    if (inverted(pair, i)) {
      ++alignment_.inverted_steps;
      alignment_.inverted_hits += hit;
    }
    if (i == 0 || sure_reach(pair, i - 1).empty()) continue;
    ++alignment_.later_steps;
    alignment_.lags += link_kind(pair, i - 1, peak) == LinkKind::sure;
  }
  alignment_.errors.add(pair, peaks_);
}

template <class T>
void Evaluator<T>::count_spread(Index b) {
  const AttentionKept<T>& kept = pass_.decoder.attention;
  for (Index i = 0; i < pass_.batch.target_lengths[static_cast<std::size_t>(b)]; ++i) {
    const T* weights = kept.weights.row(i * kept.rows + b);
    double entropy = 0, peak = 0;
    for (Index j = 0; j < kept.lengths[b]; ++j) {
      const double w = static_cast<double>(weights[j]);
      if (w > 0) entropy -= w * std::log(w);
      peak = std::max(peak, w);
    }
    entropy_ += entropy;
    peak_ += peak;
  }
}

template <class T>
bool Evaluator<T>::step() {
  const Index rows = std::min(sentences_at_once, static_cast<Index>(pairs_.size()) - next_);
  if (rows <= 0) return false;
  const Model<T>& model = *model_;
  pass_.batch.fill(pairs_, order_, next_, rows, model.source_vocabulary(), model.target_vocabulary());
  model.forward(pass_);
  const View<T> logits = pass_.decoder.logits;
  cross_entropy(logits, pass_.batch.target_out, 0, 0, pass_.losses, pass_.arena.matrix(1, logits.cols()).data());
  std::vector<std::vector<int>> sources;
  for (Index b = 0; b < rows; ++b) {
    const std::size_t place = static_cast<std::size_t>(pass_.batch.places[static_cast<std::size_t>(b)]);
    sources.push_back(pairs_[place].source);
    targets_ += pass_.batch.target_lengths[static_cast<std::size_t>(b)];
    for (Index t = 0; t < pass_.batch.target_steps; ++t) losses_[place] += pass_.losses[static_cast<std::size_t>(t * rows + b)];
    if (!model.config().has_score()) continue;
    count_alignment(b, pairs_[place]);
    count_spread(b);
  }
  std::vector<Decoded> decoded = greedy(model, sources);
  for (std::size_t b = 0; b < decoded.size(); ++b) {
    decoded_[static_cast<std::size_t>(pass_.batch.places[b])] = std::move(decoded[b]);
  }
  next_ += rows;
  return next_ < static_cast<Index>(pairs_.size());
}

template <class T>
Evaluation Evaluator<T>::result() const {
  Evaluation result;
  result.count = static_cast<Index>(pairs_.size());
  for (const double loss : losses_) result.loss += loss;
  result.loss /= static_cast<double>(targets_);
  if (alignment_.steps > 0) {
    AlignmentQuality& quality = result.alignment.emplace();
    quality.steps = alignment_.steps;
    quality.hit = share(alignment_.hits, alignment_.steps);
    quality.gold_weight = alignment_.gold_weight / static_cast<double>(alignment_.steps);
    quality.lag_hit = share(alignment_.lags, alignment_.later_steps);
    quality.inverted_steps = alignment_.inverted_steps;
    quality.inverted_hit = share(alignment_.inverted_hits, alignment_.inverted_steps);
    quality.error_rate = alignment_.errors.rate();
    quality.best_error_rate = alignment_.errors.best();
  }
  const Vocabulary& target = model_->target_vocabulary();
  LengthAccuracy all;
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const std::vector<int>&want = pairs_[k].target, &got = decoded_[k].tokens;
    std::size_t right = 0;
    for (std::size_t i = 0; i < std::min(want.size(), got.size()); ++i) right += want[i] == got[i] && want[i] != target.unk;
    for (LengthAccuracy* sum : {&result.by_length[static_cast<Index>(pairs_[k].source.size())], &all}) {
      ++sum->count;
      sum->right += decoded_[k].ended && right == want.size() && right == got.size();
      sum->tokens += static_cast<Index>(want.size());
      sum->right_tokens += static_cast<Index>(right);
    }
  }
  if (model_->config().has_score()) {
    result.spread = WeightSpread{entropy_ / static_cast<double>(targets_), peak_ / static_cast<double>(targets_)};
  }
  if (!references_.empty()) {
    std::vector<Tokens> hypotheses;
    for (const Decoded& decoded : decoded_) hypotheses.push_back(target.text(decoded.tokens));
    result.bleu = corpus_bleu(hypotheses, references_);
    result.chrf = corpus_chrf(hypotheses, references_);
  }
  result.token_accuracy = share(all.right_tokens, all.tokens);
  result.sequence_accuracy = share(all.right, all.count);
  return result;
}

template <class T>
Evaluation evaluate(const Model<T>& model, const std::vector<Pair>& pairs, bool text_scores) {
  std::vector<Tokens> references;
  for (std::size_t k = 0; text_scores && k < pairs.size(); ++k) references.push_back(model.target_vocabulary().text(pairs[k].target));
  Evaluator<T> evaluator(model, pairs, std::move(references));
  while (evaluator.step()) {
  }
  return evaluator.result();
}

template class Evaluator<float>;
template class Evaluator<double>;
template Evaluation evaluate(const Model<float>&, const std::vector<Pair>&, bool);
template Evaluation evaluate(const Model<double>&, const std::vector<Pair>&, bool);

}  // namespace lookback
