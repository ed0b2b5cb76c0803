// A sentence has the same bits alone and in any batch: annotations, weights, logits, loss and what is decoded, for
// every cell, attention, order and direction, at any row and with any neighbours. And the decoder gives the same bits
// whether it is handed a whole target or writes one step at a time.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bits.h"
#include "lookback/decode.h"
#include "lookback/error.h"
#include "lookback/loss.h"
#include "lookback/trainer.h"
#include "models.h"

namespace {

using lookback::Index;
using lookback::Model;
using lookback::Pair;
using lookback::Pass;
using lookback::View;

// What one sentence has of a pass, without padding.
template <class T>
struct Sentence {
  std::vector<T> annotations, final_state, energies, weights, contexts, logits;
  std::vector<double> losses;

  friend bool operator==(const Sentence& a, const Sentence& b) {
    return bits::equal(a.annotations, b.annotations) && bits::equal(a.final_state, b.final_state) &&
           bits::equal(a.energies, b.energies) && bits::equal(a.weights, b.weights) &&
           bits::equal(a.contexts, b.contexts) && bits::equal(a.logits, b.logits) && bits::equal(a.losses, b.losses);
  }
};

// Says which part of a sentence differs.
template <class T>
void PrintTo(const Sentence<T>& s, std::ostream* out) {
  const auto part = [&](const char* name, const auto& values) {
    *out << name << ' ' << bits::hash(values.data(), values.size()) << ", ";
  };
  part("annotations", s.annotations);
  part("final state", s.final_state);
  part("energies", s.energies);
  part("weights", s.weights);
  part("contexts", s.contexts);
  part("logits", s.logits);
  part("losses", s.losses);
}

template <class T>
void append(std::vector<T>& to, View<T> m, Index row, Index count) {
  to.insert(to.end(), m.row(row), m.row(row) + count);
}

// All sentences of a pass, in the order of the pairs.
template <class T>
std::vector<Sentence<T>> sentences(const Model<T>& model, Pass<T>& pass) {
  const Index B = pass.batch.rows;
  std::vector<T> scratch(static_cast<std::size_t>(model.target_vocabulary().size()));
  lookback::cross_entropy(pass.decoder.logits, pass.batch.target_out, 0, 0, pass.losses, scratch.data());
  std::vector<Sentence<T>> out(static_cast<std::size_t>(B));
  for (Index b = 0; b < B; ++b) {
    const std::size_t at = static_cast<std::size_t>(b);
    Sentence<T>& s = out[static_cast<std::size_t>(pass.batch.places[at])];
    const Index length = pass.batch.source_lengths[at];
    const View<T> annotations = pass.encoder.annotations();
    for (Index j = 0; j < length; ++j) append(s.annotations, annotations, j * B + b, annotations.cols());
    for (const auto& layer : pass.encoder.layers) append(s.final_state, layer.final_state, b, layer.final_state.cols());
    for (Index t = 0; t < pass.batch.target_lengths[at]; ++t) {
      const Index row = t * B + b;
      append(s.logits, pass.decoder.logits, row, pass.decoder.logits.cols());
      s.losses.push_back(pass.losses[static_cast<std::size_t>(row)]);
      if (model.config().has_context()) append(s.contexts, pass.decoder.contexts, row, pass.decoder.contexts.cols());
      if (!model.config().has_score()) continue;
      append(s.energies, pass.decoder.attention.energies, row, length);
      append(s.weights, pass.decoder.attention.weights, row, length);
      // Padding is given no weight at all.
      for (Index j = length; j < pass.batch.source_steps; ++j) EXPECT_EQ(pass.decoder.attention.weights(row, j), T(0));
    }
  }
  return out;
}

template <class T>
void fill(const Model<T>& model, Pass<T>& pass, const std::vector<Pair>& pairs) {
  pass.batch.fill(pairs, lookback::order_by_length(pairs), 0, static_cast<Index>(pairs.size()),
                  model.source_vocabulary(), model.target_vocabulary());
}

template <class T>
std::vector<Sentence<T>> run(const Model<T>& model, Pass<T>& pass, const std::vector<Pair>& pairs) {
  fill(model, pass, pairs);
  model.forward(pass);
  return sentences(model, pass);
}

// Lengths that differ and lengths that are equal, longer and shorter targets than sources.
std::vector<Pair> mixed_pairs() {
  lookback::Random random(1, "padding");
  std::vector<Pair> pairs;
  for (const auto& [source, target] : {std::pair{3, 2}, {1, 4}, {5, 5}, {3, 1}, {2, 3}, {5, 1}, {1, 1}, {4, 6}}) {
    pairs.push_back(models::random_pair(random, source, target));
  }
  return pairs;
}

// Calls f with batches that hold the pairs at every row: all of them in both orders, and each pair with one other.
template <class F>
void for_batches(std::size_t count, F f) {
  std::vector<std::size_t> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = i;
  f(all);
  std::reverse(all.begin(), all.end());
  f(all);
  for (std::size_t i = 0; i < count; ++i) {
    f({i, (i + 1) % count});
    f({i, i, (i + 3) % count, i, i});
  }
}

template <class T>
void check(const models::Member& member) {
  SCOPED_TRACE(member.name);
  const Model<T> model = models::model<T>(member.config);
  const std::vector<Pair> pairs = mixed_pairs();
  std::vector<Sentence<T>> alone;
  Pass<T> pass;
  for (const Pair& pair : pairs) {
    Pass<T> fresh;
    alone.push_back(run(model, fresh, {pair}).front());
  }
  // One pass for all batches: what an earlier one left in its memory must not show either.
  for_batches(pairs.size(), [&](const std::vector<std::size_t>& places) {
    std::vector<Pair> batch;
    for (const std::size_t place : places) batch.push_back(pairs[place]);
    const std::vector<Sentence<T>> together = run(model, pass, batch);
    for (std::size_t i = 0; i < places.size(); ++i) {
      ASSERT_EQ(together[i], alone[places[i]])
          << "sentence " << places[i] << " as number " << i << " of " << places.size();
    }
  });
}

bool same(const lookback::Decoded& a, const lookback::Decoded& b) {
  if (a.tokens != b.tokens || a.ended != b.ended || !bits::equal(a.log_probabilities, b.log_probabilities))
    return false;
  return std::equal(a.weights.begin(), a.weights.end(), b.weights.begin(), b.weights.end(),
                    [](const auto& x, const auto& y) { return bits::equal(x, y); });
}

template <class T>
void check_greedy(const models::Member& member) {
  SCOPED_TRACE(member.name);
  const Model<T> model = models::model<T>(member.config);
  const std::vector<Pair> pairs = mixed_pairs();
  std::vector<lookback::Decoded> alone;
  for (const Pair& pair : pairs) alone.push_back(lookback::greedy(model, {pair.source}).front());
  for_batches(pairs.size(), [&](const std::vector<std::size_t>& places) {
    std::vector<std::vector<int>> sources;
    for (const std::size_t place : places) sources.push_back(pairs[place].source);
    const std::vector<lookback::Decoded> together = lookback::greedy(model, sources);
    ASSERT_EQ(together.size(), sources.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      ASSERT_TRUE(same(together[i], alone[places[i]])) << "sentence " << places[i] << " as number " << i;
    }
  });
}

// The whole target handed over against one step after another.
template <class T>
void check_steps(const models::Member& member) {
  SCOPED_TRACE(member.name);
  const Model<T> model = models::model<T>(member.config);
  const std::vector<Pair> pairs = mixed_pairs();
  Pass<T> whole, steps;
  const std::vector<Sentence<T>> expected = run(model, whole, pairs);
  fill(model, steps, pairs);
  model.encode(steps);
  model.decoder().begin(steps.decoder, steps.arena, steps.batch, steps.encoder, steps.batch.target_steps, {});
  for (Index t = 0; t < steps.batch.target_steps; ++t) {
    model.decoder().step(steps.decoder, t, steps.batch.target_in.data() + t * steps.batch.rows);
  }
  const std::vector<Sentence<T>> got = sentences(model, steps);
  for (std::size_t i = 0; i < pairs.size(); ++i) ASSERT_EQ(got[i], expected[i]) << "sentence " << i;
}

class PaddingFamily : public testing::TestWithParam<std::tuple<std::string, std::string>> {
protected:
  // The family with each attention's own bridge, and the variants that have paths of their own.
  std::vector<models::Member> members() const {
    const auto& [cell, attention] = GetParam();
    std::vector<models::Member> out = models::family(cell, attention);
    for (const std::string& query : models::orders(attention)) {
      const std::string embedding = R"("output": "state+context+embedding")";
      out.push_back(models::member(cell, attention, query, "bidirectional", 1, "state", embedding));
      if (query == "current") {
        out.push_back(models::member(cell, attention, query, "backward", 2, "zero", R"("inputFeeding": true)"));
      }
    }
    return out;
  }
};

TEST_P(PaddingFamily, ASentenceHasTheSameBitsAloneAndInAnyBatch) {
  for (const models::Member& member : members()) check<float>(member);
}

TEST_P(PaddingFamily, DecodingHasTheSameBitsAloneAndInAnyBatch) {
  for (const models::Member& member : members()) check_greedy<float>(member);
}

TEST_P(PaddingFamily, StepsHaveTheBitsOfTheWholeTarget) {
  for (const models::Member& member : members()) check_steps<float>(member);
}

std::string family_name(const testing::TestParamInfo<PaddingFamily::ParamType>& info) {
  std::string out = std::get<0>(info.param) + "_" + std::get<1>(info.param);
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, PaddingFamily,
                         testing::Combine(testing::ValuesIn(models::cells), testing::ValuesIn(models::attentions)),
                         family_name);

TEST(Padding, InDoubleToo) {
  const models::Member member = models::member("lstm", "additive", "previous", "bidirectional", 2, "tanh");
  check<double>(member);
  check_greedy<double>(member);
  check_steps<double>(member);
}

// The sizes that the page trains, where whole vectors and tiles are in play.
TEST(Padding, AtTheSizesThatAreTrained) {
  for (const std::string& cell : models::cells) {
    models::Member member{cell + " 32", models::config(R"({"cell": ")" + cell + R"(", "encoder": "bidirectional"})")};
    check<float>(member);
    check_greedy<float>(member);
    check_steps<float>(member);
  }
}

// More sentences than are decoded at once.
TEST(Padding, DecodingManySentences) {
  const Model<float> model = models::model<float>(models::config("{}"));
  lookback::Random random(2, "many");
  std::vector<std::vector<int>> sources;
  for (int i = 0; i < 150; ++i)
    sources.push_back(models::random_pair(random, 1 + static_cast<Index>(random.below(5)), 1).source);
  const std::vector<lookback::Decoded> together = lookback::greedy(model, sources);
  for (std::size_t i = 0; i < sources.size(); i += 7) {
    EXPECT_TRUE(same(together[i], lookback::greedy(model, {sources[i]}).front())) << i;
  }
}

// With dropout and sampled inputs too: a sentence's chances go with its place among the pairs, not with its row or
// shard.
TEST(Padding, ChanceFollowsTheSentence) {
  const models::Member member = models::member("gru", "additive", "previous", "bidirectional", 2, "tanh");
  const Model<float> model = models::model<float>(member.config);
  const std::vector<Pair> pairs = mixed_pairs();
  const std::vector<int> order = lookback::order_by_length(pairs);
  lookback::Chance chance;
  chance.dropout = {0.3, 99};
  chance.teacher_forcing = 0.5;
  Pass<float> whole;
  fill(model, whole, pairs);
  model.forward(whole, chance);
  const std::vector<Sentence<float>> expected = sentences(model, whole);
  // The same order cut in two, as shards are.
  for (const auto& [first, count] : {std::pair<Index, Index>{0, 3}, {3, 5}}) {
    Pass<float> part;
    part.batch.fill(pairs, order, first, count, model.source_vocabulary(), model.target_vocabulary());
    model.forward(part, chance);
    const std::vector<int> places = part.batch.places;
    for (Index b = 0; b < count; ++b) part.batch.places[static_cast<std::size_t>(b)] = static_cast<int>(b);
    const std::vector<Sentence<float>> got = sentences(model, part);
    for (std::size_t b = 0; b < places.size(); ++b) EXPECT_EQ(got[b], expected[static_cast<std::size_t>(places[b])]);
  }
  // And chance does something.
  Pass<float> without;
  EXPECT_FALSE(run(model, without, pairs)[0] == expected[0]);
}

// Neighbours and padding do not change what a sentence adds to the gradient: nothing but rounding of the sum differs.
TEST(Padding, GradientsOfABatchAreTheSumOfItsSentences) {
  for (const std::string& cell : models::cells) {
    for (const std::string& direction : models::directions) {
      const models::Member member = models::member(cell, "additive", "previous", direction, 2, "tanh");
      SCOPED_TRACE(member.name);
      const Model<double> model = models::model<double>(member.config);
      const std::vector<Pair> pairs = mixed_pairs();
      lookback::BatchGradient<double> batch(model), single(model);
      const lookback::BatchLoss together = batch.compute(pairs);
      std::vector<double> sum(static_cast<std::size_t>(model.parameters().size()));
      double loss = 0;
      for (const Pair& pair : pairs) {
        const lookback::BatchLoss alone = single.compute({&pair, 1});
        const double share = static_cast<double>(alone.targets) / static_cast<double>(together.targets);
        loss += alone.loss * share;
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += single.gradient()[i] * share;
      }
      EXPECT_NEAR(together.loss, loss, 1e-14);
      for (std::size_t i = 0; i < sum.size(); ++i) ASSERT_NEAR(batch.gradient()[i], sum[i], 1e-14);
    }
  }
}

TEST(Padding, AOneTokenSentence) {
  for (const std::string& cell : models::cells) {
    const Model<float> model =
        models::model<float>(models::member(cell, "additive", "previous", "bidirectional", 1, "tanh").config);
    Pass<float> pass;
    const Sentence<float> one = run(model, pass, {{{3}, {2}, {}}}).front();
    EXPECT_EQ(one.weights, (std::vector<float>{1, 1}));  // the token's step and EOS's
    for (const double loss : one.losses) EXPECT_TRUE(std::isfinite(loss));
  }
}

// A row of padding alone would be a softmax over nothing: it is refused, never NaN.
TEST(Padding, ASentenceWithoutTokensIsRefused) {
  const Model<float> model = models::model<float>(models::config("{}"));
  const auto refused = [&](std::vector<Pair> pairs, const std::string& side) {
    Pass<float> pass;
    try {
      fill(model, pass, pairs);
      ADD_FAILURE() << "accepted an empty " << side;
    } catch (const lookback::Error& error) {
      EXPECT_EQ(error.code(), "bad-input");
      EXPECT_NE(std::string(error.what()).find(side), std::string::npos) << error.what();
    }
  };
  refused({{{1, 2}, {3}, {}}, {{}, {3}, {}}}, "source");
  refused({{{1, 2}, {}, {}}}, "target");
  refused({{{1, 6}, {3}, {}}}, "source");
  refused({{{1, -1}, {3}, {}}}, "source");
  refused({{{1}, {7}, {}}}, "target");
  EXPECT_THROW(lookback::greedy(model, {{1, 2}, {}}), lookback::Error);
  EXPECT_THROW(lookback::BatchGradient<float>(model).compute({}), lookback::Error);
  EXPECT_TRUE(lookback::greedy(model, {}).empty());
}

}  // namespace
