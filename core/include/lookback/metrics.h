// How good a model is on given pairs: loss with the reference as input, accuracy of greedy decoding, and where the weights lie.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "lookback/alignment.h"
#include "lookback/decode.h"
#include "lookback/model.h"
#include "lookback/text_metrics.h"

namespace lookback {

struct LengthAccuracy {
  Index count = 0, right = 0;           // sequences
  Index tokens = 0, right_tokens = 0;
};

// Where the weights lie, against gold links, with the reference as the decoder's input; EOS's row is left out. The largest weight
// of a step is its link; steps are those whose target token has a sure link.
struct AlignmentQuality {
  Index steps = 0;
  double hit = 0;          // share of steps whose largest weight is on a sure link
  double gold_weight = 0;  // mean weight on sure links
  double lag_hit = 0;      // share of steps, each sentence's first left out, whose largest weight is on a sure link of the step before
  Index inverted_steps = 0;
  double inverted_hit = 0;  // the same as `hit`, among tokens that stand against the order of the source
  double error_rate = 0, best_error_rate = 0;  // AER, and the lowest that one link a target token can have
};

// How the weights are spread, at every step, EOS's included, with the reference as the decoder's input.
struct WeightSpread {
  double entropy = 0;  // mean −Σ α log α, nats
  double peak = 0;     // mean largest weight
};

struct Evaluation {
  Index count = 0;
  double loss = 0;  // nats a target, EOS included
  double token_accuracy = 0, sequence_accuracy = 0;
  std::optional<AlignmentQuality> alignment;
  std::optional<WeightSpread> spread;  // for a model with weights
  std::optional<double> bleu, chrf;    // of greedy decoding, 0 to 100; only where asked for
  std::map<Index, LengthAccuracy> by_length;
};

// A token is right when greedy decoding wrote it at the reference's place; a sequence when all of it, and its end, are. What is read
// as unk is a word that the model cannot write, and never right; in the loss it is the target unk. With `text_scores`, BLEU and chrF are
// of the references as the target's vocabulary has them.
template <class T>
Evaluation evaluate(const Model<T>& model, const std::vector<Pair>& pairs, bool text_scores = false);

// The same, some sentences at a time, for a caller that must not be kept waiting. The model must stay as it is meanwhile.
template <class T>
class Evaluator {
 public:
  // Throws bad-input where there are no pairs.
  // With `references`, the targets' words as they were written, BLEU and chrF are computed too.
  Evaluator(const Model<T>& model, std::vector<Pair> pairs, std::vector<Tokens> references = {});
  // Scores the next few dozen; false once all are done.
  bool step();
  // When all are done.
  Evaluation result() const;

 private:
  struct AlignmentCount {
    Index steps = 0, hits = 0, later_steps = 0, lags = 0, inverted_steps = 0, inverted_hits = 0;
    double gold_weight = 0;
    AlignmentErrors errors;
  };
  void count_alignment(Index b, const Pair& pair);
  void count_spread(Index b);

  const Model<T>* model_;
  std::vector<Pair> pairs_;
  std::vector<Tokens> references_;  // of each pair, or none
  std::vector<int> order_;
  Pass<T> pass_;
  Index next_ = 0, targets_ = 0;
  std::vector<double> losses_;
  std::vector<Decoded> decoded_;
  AlignmentCount alignment_;
  std::vector<int> peaks_;
  double entropy_ = 0, peak_ = 0;
};

}  // namespace lookback
