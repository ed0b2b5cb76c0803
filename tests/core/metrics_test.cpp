// Evaluation against the plain sums that define it, sentence by sentence: loss, accuracy by token, sequence and length,
// and where the weights lie. More pairs than are scored at once, of mixed lengths.

#include "lookback/metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lookback/loss.h"
#include "models.h"
#include "refusal.h"

namespace {

using lookback::Evaluation;
using lookback::Index;
using lookback::Model;
using lookback::Pair;

// Targets of the model's own making in part, so that some are right; gold positions at random, some unknown.
std::vector<Pair> pairs_for(const Model<double>& model, int count) {
  lookback::Random random(1, "metrics");
  std::vector<Pair> pairs;
  for (int i = 0; i < count; ++i) {
    const Index length = 1 + static_cast<Index>(random.below(5));
    Pair pair = models::random_pair(random, length, 1 + static_cast<Index>(random.below(5)));
    if (i % 3 == 0) {
      std::vector<int> own = lookback::greedy(model, {pair.source}).front().tokens;
      if (!own.empty()) pair.target = std::move(own);
    }
    if (i % 5 != 0) {
      for (std::size_t t = 0; t < pair.target.size(); ++t)
        pair.gold.push_back(static_cast<int>(random.below(static_cast<std::uint32_t>(length + 1))) - 1);
    }
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

// The same figures, one sentence at a time.
struct Plain {
  double loss = 0, gold_weight = 0, entropy = 0, peak = 0;
  Index targets = 0, tokens = 0, right_tokens = 0, right = 0, steps = 0, hits = 0, later = 0, lags = 0;

  Plain(const Model<double>& model, const std::vector<Pair>& pairs) {
    for (const Pair& pair : pairs) {
      lookback::Pass<double> pass;
      pass.batch.fill(pair, model.source_vocabulary(), model.target_vocabulary());
      model.forward(pass);
      for (Index t = 0; t < pass.batch.target_steps; ++t) {
        const double* logits = pass.decoder.logits.row(t);
        loss += lookback::log_sum_exp(logits, pass.decoder.logits.cols()) -
                logits[pass.batch.target_out[static_cast<std::size_t>(t)]];
        ++targets;
        if (!model.config().has_score()) continue;
        const double* weights = pass.decoder.attention.weights.row(t);
        const Index length = static_cast<Index>(pair.source.size());
        for (Index j = 0; j < length; ++j) entropy -= weights[j] * std::log(weights[j]);
        const Index largest = std::max_element(weights, weights + length) - weights;
        peak += weights[largest];
        const std::size_t i = static_cast<std::size_t>(t);
        if (i >= pair.gold.size() || pair.gold[i] < 0) continue;
        ++steps;
        hits += largest == pair.gold[i];
        gold_weight += weights[pair.gold[i]];
        if (i == 0 || pair.gold[i - 1] < 0) continue;
        ++later;
        lags += largest == pair.gold[i - 1];
      }
      const lookback::Decoded decoded = lookback::greedy(model, {pair.source}).front();
      right += decoded.ended && decoded.tokens == pair.target;
      tokens += static_cast<Index>(pair.target.size());
      for (std::size_t i = 0; i < std::min(pair.target.size(), decoded.tokens.size()); ++i)
        right_tokens += pair.target[i] == decoded.tokens[i];
    }
  }
};

double share(Index part, Index whole) { return static_cast<double>(part) / static_cast<double>(whole); }

TEST(Metrics, AreTheirPlainSums) {
  for (const std::string& attention : models::attentions) {
    SCOPED_TRACE(attention);
    const Model<double> model = models::model<double>(
        models::member("gru", attention, models::orders(attention).back(), "bidirectional", 1, "tanh").config);
    const std::vector<Pair> pairs = pairs_for(model, 150);
    const Plain plain(model, pairs);
    const Evaluation result = lookback::evaluate(model, pairs);
    EXPECT_EQ(result.count, 150);
    EXPECT_NEAR(result.loss, plain.loss / static_cast<double>(plain.targets), 1e-12);
    EXPECT_DOUBLE_EQ(result.token_accuracy, share(plain.right_tokens, plain.tokens));
    EXPECT_DOUBLE_EQ(result.sequence_accuracy, share(plain.right, 150));
    EXPECT_GT(plain.right_tokens, 0);

    ASSERT_EQ(result.alignment.has_value(), models::has_score(attention));
    ASSERT_EQ(result.spread.has_value(), models::has_score(attention));
    if (models::has_score(attention)) {
      EXPECT_EQ(result.alignment->steps, plain.steps);
      EXPECT_DOUBLE_EQ(result.alignment->hit, share(plain.hits, plain.steps));
      EXPECT_DOUBLE_EQ(result.alignment->lag_hit, share(plain.lags, plain.later));
      EXPECT_NEAR(result.alignment->gold_weight, plain.gold_weight / static_cast<double>(plain.steps), 1e-12);
      EXPECT_NEAR(result.spread->entropy, plain.entropy / static_cast<double>(plain.targets), 1e-12);
      EXPECT_NEAR(result.spread->peak, plain.peak / static_cast<double>(plain.targets), 1e-12);
    }

    Index count = 0, right = 0, tokens = 0, right_tokens = 0;
    for (const auto& [length, accuracy] : result.by_length) {
      EXPECT_EQ(accuracy.count, std::count_if(pairs.begin(), pairs.end(), [&](const Pair& pair) {
                  return static_cast<Index>(pair.source.size()) == length;
                }));
      count += accuracy.count;
      right += accuracy.right;
      tokens += accuracy.tokens;
      right_tokens += accuracy.right_tokens;
    }
    EXPECT_EQ(count, 150);
    EXPECT_EQ(right, plain.right);
    EXPECT_EQ(tokens, plain.tokens);
    EXPECT_EQ(right_tokens, plain.right_tokens);
  }
}

// Right tokens that do not end are no right sequence.
TEST(Metrics, ASequenceIsRightOnlyWithItsEnd) {
  Model<double> model = models::model<double>({});
  const auto favour = [&](int token, double bias) {
    model.update([&](lookback::Parameters<double>& parameters) {
      parameters.view(parameters.find("output.bias"))(0, token) = bias;
    });
  };
  favour(3, 1000);
  const std::vector<Pair> pairs = {{{1}, {3, 3, 3}, {}}, {{2}, std::vector<int>(12, 3), {}}};
  Evaluation result = lookback::evaluate(model, pairs);
  EXPECT_EQ(result.token_accuracy, 1);
  EXPECT_EQ(result.sequence_accuracy, 0);
  // Without gold positions there is nothing to say about the alignment.
  EXPECT_FALSE(result.alignment.has_value());
  EXPECT_TRUE(result.spread.has_value());
  // And nothing written is no token right.
  favour(model.target_vocabulary().eos, 2000);
  result = lookback::evaluate(model, pairs);
  EXPECT_EQ(result.token_accuracy, 0);
  EXPECT_EQ(result.sequence_accuracy, 0);
}

// Writing unk where a word of the reference is unknown is not writing that word.
TEST(Metrics, AnUnknownWordIsNeverRight) {
  lookback::Vocabulary target = models::target_vocabulary();
  target.unk = 3;
  const Model<double> plain = models::model<double>({});
  Model<double> model(plain.config(), models::source_vocabulary(), target);
  const auto favour = [&](int token, double bias) {
    model.update([&](lookback::Parameters<double>& parameters) { parameters.view(parameters.find("output.bias"))(0, token) = bias; });
  };
  favour(3, 1000);
  const std::vector<Pair> pairs = {{{1}, std::vector<int>(12, 3), {}}};
  const Evaluation result = lookback::evaluate(model, pairs);
  EXPECT_LT(result.loss, 100);  // it is what is learnt
  EXPECT_EQ(result.token_accuracy, 0);
  EXPECT_EQ(result.by_length.at(1).right_tokens, 0);
  // BLEU and chrF are of the words that are given.
  const std::string& written = target.tokens[3];
  const auto score = [&](const std::string& word) {
    lookback::Evaluator<double> evaluator(model, pairs, {lookback::Tokens(12, word)});
    while (evaluator.step()) {
    }
    return evaluator.result();
  };
  EXPECT_GT(*score(written).bleu, 10);
  EXPECT_EQ(*score("Zanzibar").bleu, 0);
  EXPECT_LT(*score("Zanzibar").chrf, *score(written).chrf);
}

TEST(Metrics, SomeAtATimeIsTheSame) {
  const Model<double> model = models::model<double>({});
  const std::vector<Pair> pairs = pairs_for(model, 130);
  const Evaluation whole = lookback::evaluate(model, pairs);
  lookback::Evaluator<double> evaluator(model, pairs);
  int slices = 1;
  while (evaluator.step()) ++slices;
  EXPECT_GT(slices, 1);
  EXPECT_FALSE(evaluator.step());
  const Evaluation result = evaluator.result();
  EXPECT_EQ(result.loss, whole.loss);
  EXPECT_EQ(result.token_accuracy, whole.token_accuracy);
  EXPECT_EQ(result.sequence_accuracy, whole.sequence_accuracy);
  EXPECT_EQ(result.alignment->gold_weight, whole.alignment->gold_weight);
}

TEST(Metrics, NothingToEvaluateIsRefused) {
  const Model<float> model = models::model<float>({});
  expect_refusal([&] { lookback::evaluate(model, {}); }, "bad-input", {"at least one pair"});
}

}  // namespace
