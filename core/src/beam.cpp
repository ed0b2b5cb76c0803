#include "lookback/beam.h"

#include <algorithm>
#include <cmath>

#include "lookback/error.h"

namespace lookback {

namespace {

constexpr Index widest = 32;

void check(const BeamOptions& options) {
  if (options.beam < 1 || options.beam > widest) throw Error("bad-input", "`beam` must be a whole number from 1 to 32.");
  if (options.n_best < 1 || options.n_best > options.beam) {
    throw Error("bad-input", "`nBest` must be a whole number from 1 to the beam's width (" + std::to_string(options.beam) + ").");
  }
  if (!(options.length_normalization >= 0 && options.length_normalization <= 2)) {
    throw Error("bad-input", "`lengthNormalization` must be a number from 0 to 2.");
  }
}

struct Candidate {
  Index row;  // hypothesis it extends
  int token;
  double log_probability, score;
};

}  // namespace

template <class T>
void force(DecoderKept<T>& kept, const std::vector<ForcedWeights>& forced, std::size_t length, bool has_score) {
  if (!forced.empty() && !has_score) {
    throw Error("bad-input", "This model has no weights to force: its attention has no score.");
  }
  for (const ForcedWeights& step : forced) {
    double total = 0;
    bool good = step.weights.size() == length && step.step >= 0;
    for (const double w : step.weights) {
      good = good && w >= 0 && std::isfinite(w);
      total += w;
    }
    if (!good || !(total > 0) || !std::isfinite(total)) {
      throw Error("bad-input", "Forced weights need one number, not negative, for each of the " + std::to_string(length) +
                                   " source tokens, and a sum above zero.");
    }
    kept.attention.forced.push_back({step.step, step.weights});
    for (double& w : kept.attention.forced.back().weights) w /= total;
  }
}

template <class T>
BeamResult beam_search(const Model<T>& model, const std::vector<int>& source, const BeamOptions& options) {
  check(options);
  const Vocabulary& target = model.target_vocabulary();
  const Index K = options.beam, V = target.size();
  const Index longest = options.limit > 0 ? options.limit : decode_limit(target, static_cast<Index>(source.size()));

  // K copies of the sentence, one a hypothesis.
  Pass<T> pass;
  const Pair pair{source, {target.bos}, {}};
  const std::vector<int> order(static_cast<std::size_t>(K), 0);
  pass.batch.fill({&pair, 1}, order, 0, K, model.source_vocabulary(), target);
  model.encode(pass);
  const Decoder<T>& decoder = model.decoder();
  DecoderKept<T>& kept = pass.decoder;
  decoder.begin(kept, pass.arena, pass.batch, pass.encoder, longest, {});
  force(kept, options.forced, source.size(), model.config().has_score());

  BeamResult result;
  std::vector<std::vector<double>> weights_of;  // a node's weights
  struct Ended {
    int node;
    double normalized;
  };
  std::vector<Ended> ended;  // the best first
  const auto better = [](const Ended& a, const Ended& b) { return a.normalized > b.normalized; };
  std::vector<int> live = {-1};  // the nodes that the decoder's first rows stand at
  std::vector<double> scores = {0};
  std::vector<int> previous(static_cast<std::size_t>(K), target.bos);
  const auto normalized = [&](double score, Index length) {
    return score / std::pow(static_cast<double>(length), options.length_normalization);
  };

  for (Index t = 0; t < longest && !live.empty(); ++t) {
    decoder.step(kept, t, previous.data());
    const Index width = K - static_cast<Index>(ended.size());
    std::vector<Candidate> candidates;
    for (std::size_t h = 0; h < live.size(); ++h) {
      const T* logits = kept.logits.row(t * K + static_cast<Index>(h));
      const double log_total = log_sum_exp(logits, V);
      for (Index v = 0; v < V; ++v) {
        const double log_probability = static_cast<double>(logits[v]) - log_total;
        candidates.push_back({static_cast<Index>(h), static_cast<int>(v), log_probability, scores[h] + log_probability});
      }
    }
    const std::size_t count = std::min(candidates.size(), static_cast<std::size_t>(width));
    std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count), candidates.end(),
                      [](const Candidate& a, const Candidate& b) {
                        if (a.score != b.score) return a.score > b.score;
                        return a.row != b.row ? a.row < b.row : a.token < b.token;
                      });
    candidates.resize(count);

    std::vector<int> next;
    std::vector<Index> parents;
    std::vector<double> next_scores;
    for (const Candidate& c : candidates) {
      const int node = static_cast<int>(result.tree.size());
      const bool last = t + 1 == longest, eos = c.token == target.eos;
      result.tree.push_back({live[static_cast<std::size_t>(c.row)], c.token, t, c.log_probability, c.score, eos, !eos && !last});
      weights_of.emplace_back();
      if (model.config().has_score()) {
        const T* weights = kept.attention.weights.row(t * K + c.row);
        weights_of.back().assign(weights, weights + source.size());
      }
      if (eos || last) {
        const Ended made{node, normalized(c.score, t + 1)};
        ended.insert(std::upper_bound(ended.begin(), ended.end(), made, better), made);
      } else {
        next.push_back(node);
        parents.push_back(c.row);
        next_scores.push_back(c.score);
      }
    }
    for (std::size_t h = 0; h < next.size(); ++h) previous[h] = result.tree[static_cast<std::size_t>(next[h])].token;
    if (!next.empty()) decoder.reorder(kept, t, parents);
    live = std::move(next);
    scores = std::move(next_scores);
  }

  for (std::size_t k = 0; k < std::min(ended.size(), static_cast<std::size_t>(options.n_best)); ++k) {
    Hypothesis hypothesis;
    const BeamNode& leaf = result.tree[static_cast<std::size_t>(ended[k].node)];
    hypothesis.ended = leaf.ended || target.eos < 0;
    hypothesis.score = leaf.score;
    hypothesis.normalized_score = ended[k].normalized;
    for (int node = ended[k].node; node >= 0; node = result.tree[static_cast<std::size_t>(node)].parent) {
      const BeamNode& at = result.tree[static_cast<std::size_t>(node)];
      if (!at.ended) hypothesis.tokens.push_back(at.token);
      hypothesis.log_probabilities.push_back(at.log_probability);
      if (model.config().has_score()) hypothesis.weights.push_back(weights_of[static_cast<std::size_t>(node)]);
    }
    std::reverse(hypothesis.tokens.begin(), hypothesis.tokens.end());
    std::reverse(hypothesis.log_probabilities.begin(), hypothesis.log_probabilities.end());
    std::reverse(hypothesis.weights.begin(), hypothesis.weights.end());
    result.best.push_back(std::move(hypothesis));
  }
  return result;
}

template void force(DecoderKept<float>&, const std::vector<ForcedWeights>&, std::size_t, bool);
template void force(DecoderKept<double>&, const std::vector<ForcedWeights>&, std::size_t, bool);
template BeamResult beam_search(const Model<float>&, const std::vector<int>&, const BeamOptions&);
template BeamResult beam_search(const Model<double>&, const std::vector<int>&, const BeamOptions&);

}  // namespace lookback
