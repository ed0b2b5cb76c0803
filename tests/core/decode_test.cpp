// Greedy decoding: it writes what the model finds most probable given what it wrote before, ends at EOS or at its
// limit, and says with what weights and log-probabilities.

#include "lookback/decode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lookback/parameters.h"
#include "models.h"

namespace {

using lookback::Decoded;
using lookback::Index;
using lookback::Model;
using lookback::Pair;
using lookback::Parameters;

std::vector<std::vector<int>> sources_of_mixed_lengths() {
  lookback::Random random(1, "decode");
  std::vector<std::vector<int>> out;
  for (const Index length : {2, 5, 1, 3, 5, 4}) out.push_back(models::random_pair(random, length, 1).source);
  return out;
}

// Makes a token as good as certain, or as good as impossible, at every step.
void favour(Model<float>& model, int token, float bias) {
  model.update(
      [&](Parameters<float>& parameters) { parameters.view(parameters.find("output.bias"))(0, token) = bias; });
}

TEST(Decode, WritesWhatIsMostProbableAfterWhatItWrote) {
  for (const std::string& cell : models::cells) {
    for (const char* attention : {"none", "additive", "dot"}) {
      SCOPED_TRACE(cell + " " + attention);
      const Model<double> model = models::model<double>(
          models::config(R"({"hidden": 12, "cell": ")" + cell + R"(", "attention": ")" + attention + "\"}"));
      for (const std::vector<int>& source : sources_of_mixed_lengths()) {
        const Decoded decoded = lookback::greedy(model, {source}).front();
        const std::size_t steps = decoded.tokens.size() + (decoded.ended ? 1 : 0);
        ASSERT_EQ(decoded.log_probabilities.size(), steps);
        ASSERT_EQ(decoded.weights.size(), model.config().has_score() ? steps : 0u);
        if (decoded.tokens.empty()) continue;

        // The model's own words as the reference.
        lookback::Pass<double> pass;
        pass.batch.fill({source, decoded.tokens, {}}, model.source_vocabulary(), model.target_vocabulary());
        model.forward(pass);
        for (std::size_t t = 0; t < steps; ++t) {
          const double* logits = pass.decoder.logits.row(static_cast<Index>(t));
          const Index size = pass.decoder.logits.cols();
          const Index best = std::max_element(logits, logits + size) - logits;
          ASSERT_EQ(best, t < decoded.tokens.size() ? decoded.tokens[t] : model.target_vocabulary().eos);
          double total = 0;
          for (Index v = 0; v < size; ++v) total += std::exp(logits[v]);
          EXPECT_NEAR(decoded.log_probabilities[t], logits[best] - std::log(total), 1e-12);
          if (!model.config().has_score()) continue;
          ASSERT_EQ(decoded.weights[t].size(), source.size());
          double sum = 0;
          for (std::size_t j = 0; j < source.size(); ++j) {
            EXPECT_EQ(decoded.weights[t][j],
                      pass.decoder.attention.weights(static_cast<Index>(t), static_cast<Index>(j)));
            sum += decoded.weights[t][j];
          }
          EXPECT_NEAR(sum, 1, 1e-12);
        }
      }
    }
  }
}

TEST(Decode, EndsAtOnceWhereEosIsCertain) {
  Model<float> model = models::model<float>({});
  favour(model, model.target_vocabulary().eos, 1000);
  for (const Decoded& decoded : lookback::greedy(model, sources_of_mixed_lengths())) {
    EXPECT_TRUE(decoded.tokens.empty());
    EXPECT_TRUE(decoded.ended);
    EXPECT_EQ(decoded.weights.size(), 1u);
    EXPECT_EQ(decoded.log_probabilities, (std::vector<double>{0}));
  }
}

// Each sentence has its own limit, whatever the longest beside it has.
TEST(Decode, StopsAtItsLimitWhereEosNeverComes) {
  Model<float> model = models::model<float>({});
  favour(model, model.target_vocabulary().eos, -1000);
  const std::vector<std::vector<int>> sources = sources_of_mixed_lengths();
  const std::vector<Decoded> all = lookback::greedy(model, sources);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    EXPECT_EQ(all[i].tokens.size(), 2 * sources[i].size() + 10);
    EXPECT_FALSE(all[i].ended);
    EXPECT_EQ(all[i].weights.size(), all[i].tokens.size());
    EXPECT_EQ(all[i].log_probabilities.size(), all[i].tokens.size());
  }
}

TEST(Decode, WithoutEosWritesAsManyTokensAsItRead) {
  lookback::Vocabulary letters = models::source_vocabulary();
  letters.bos = 0;
  EXPECT_EQ(lookback::decode_limit(letters, 7), 7);
  const Model<float> model({}, models::source_vocabulary(), letters);
  const std::vector<std::vector<int>> sources = sources_of_mixed_lengths();
  const std::vector<Decoded> all = lookback::greedy(model, sources);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    EXPECT_EQ(all[i].tokens.size(), sources[i].size());
    EXPECT_EQ(all[i].log_probabilities.size(), sources[i].size());
    EXPECT_TRUE(all[i].ended) << "sentence " << i;
  }
}

TEST(Decode, LogSumOfLargeAndSmallLogits) {
  const double three[] = {1, 2, 3}, large[] = {8000, 7999.99, 2}, small[] = {-8000, -8000};
  EXPECT_NEAR(lookback::log_sum_exp(three, 3), std::log(std::exp(1) + std::exp(2) + std::exp(3)), 1e-14);
  EXPECT_NEAR(lookback::log_sum_exp(large, 3), 8000 + std::log(1 + std::exp(-0.01)), 1e-11);
  EXPECT_NEAR(lookback::log_sum_exp(small, 2), -8000 + std::log(2), 1e-11);
}

}  // namespace
