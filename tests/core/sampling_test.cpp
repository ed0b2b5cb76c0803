// What is drawn anew for each training step: with a teacher-forcing ratio below one, some steps are given the model's
// own last token instead of the reference's (Bengio et al. 2015); and the dropout between layers.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "bits.h"
#include "lookback/decode.h"
#include "lookback/loss.h"
#include "lookback/source.h"
#include "models.h"

namespace {

using lookback::Chance;
using lookback::Dropout;
using lookback::Gradients;
using lookback::Index;
using lookback::Model;
using lookback::Pair;
using lookback::Pass;
using lookback::View;

template <class T>
Model<T> lively(const models::Member& member) {
  Model<T> model = models::model<T>(member.config);
  model.update([](lookback::Parameters<T>& parameters) {
    for (Index i = 0; i < parameters.size(); ++i) parameters.data()[i] *= T(2.5);
  });
  return model;
}

// One of each kind of path through the decoder.
std::vector<models::Member> each_path() {
  std::vector<models::Member> out;
  for (const std::string& cell : models::cells) {
    out.push_back(models::member(cell, "none", "previous", "backward", 1, "state"));
    out.push_back(models::member(cell, "fixed", "previous", "forward", 2, "tanh"));
    out.push_back(models::member(cell, "additive", "previous", "bidirectional", 2, "tanh", R"("dropout": 0.3)"));
    out.push_back(models::member(cell, "scaled-dot", "current", "forward", 1, "state"));
    out.push_back(models::member(cell, "concat", "current", "backward", 2, "zero", R"("inputFeeding": true)"));
  }
  return out;
}

std::vector<Pair> some_pairs(std::size_t count, Index target_length = 0) {
  lookback::Random random(5, "sampling");
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < count; ++i) {
    const Index length = target_length > 0 ? target_length : 1 + static_cast<Index>(random.below(6));
    pairs.push_back(models::random_pair(random, 1 + static_cast<Index>(random.below(5)), length));
  }
  return pairs;
}

Chance chance(double teacher_forcing, std::uint64_t key = 77, double dropout = 0) {
  Chance out(Dropout{dropout, key});
  out.teacher_forcing = teacher_forcing;
  return out;
}

template <class T>
void fill(const Model<T>& model, Pass<T>& pass, const std::vector<Pair>& pairs) {
  pass.batch.fill(pairs, lookback::order_by_length(pairs), 0, static_cast<Index>(pairs.size()),
                  model.source_vocabulary(), model.target_vocabulary());
}

template <class T>
int most_probable(const Pass<T>& pass, Index row) {
  const View<T> logits = pass.decoder.logits;
  return static_cast<int>(std::max_element(logits.row(row), logits.row(row) + logits.cols()) - logits.row(row));
}

// With the ratio 0 every step but the first is given what the model held for most probable, which is what greedy
// decoding writes, as far as that goes on.
TEST(Sampling, RatioZeroFeedsTheModelsOwnTokens) {
  std::size_t compared = 0;
  for (const models::Member& member : each_path()) {
    SCOPED_TRACE(member.name);
    const Model<float> model = lively<float>(member);
    const std::vector<Pair> pairs = some_pairs(9);
    Pass<float> pass;
    fill(model, pass, pairs);
    const std::vector<int> reference = pass.batch.target_in;
    model.forward(pass, chance(0));
    const Index B = pass.batch.rows;
    for (Index b = 0; b < B; ++b) {
      const Pair& pair = pairs[static_cast<std::size_t>(pass.batch.places[static_cast<std::size_t>(b)])];
      EXPECT_EQ(pass.batch.target_in[static_cast<std::size_t>(b)], model.target_vocabulary().bos);
      const std::vector<int> greedy = lookback::greedy(model, {pair.source}).front().tokens;
      for (Index t = 1; t < pass.batch.target_lengths[static_cast<std::size_t>(b)]; ++t) {
        const int given = pass.batch.target_in[static_cast<std::size_t>(t * B + b)];
        EXPECT_EQ(given, most_probable(pass, (t - 1) * B + b));
        if (static_cast<std::size_t>(t) > greedy.size()) break;
        EXPECT_EQ(given, greedy[static_cast<std::size_t>(t - 1)]);
        ++compared;
      }
    }
    EXPECT_NE(pass.batch.target_in, reference);
  }
  EXPECT_GT(compared, 200u);
}

TEST(Sampling, RatioOneFeedsTheReference) {
  const Model<float> model = lively<float>(each_path()[0]);
  Pass<float> pass;
  fill(model, pass, some_pairs(9));
  const std::vector<int> reference = pass.batch.target_in;
  model.forward(pass, chance(1));
  EXPECT_EQ(pass.batch.target_in, reference);
}

// Logits, loss and gradient are those of a pass whose reference is what was fed, to the bit.
template <class T>
void expect_as_reference(const models::Member& member, double ratio, double dropout) {
  const Model<T> model = lively<T>(member);
  const std::vector<Pair> pairs = some_pairs(9);
  const Chance drawn = chance(ratio, 77, dropout);
  Pass<T> sampled, given;
  fill(model, sampled, pairs);
  fill(model, given, pairs);
  model.forward(sampled, drawn);
  given.batch.target_in = sampled.batch.target_in;
  model.forward(given, drawn.dropout);
  ASSERT_TRUE(bits::equal(sampled.decoder.logits.data(), given.decoder.logits.data(),
                          static_cast<std::size_t>(given.decoder.logits.size())));

  Index targets = 0;
  for (const int id : given.batch.target_out) targets += id >= 0;
  std::vector<T> scratch(static_cast<std::size_t>(given.decoder.logits.cols()));
  lookback::cross_entropy(given.decoder.logits, given.batch.target_out, 0, 1 / static_cast<double>(targets),
                          given.losses, scratch.data());
  Gradients<T> expected(model.parameters());
  model.backward(given);
  expected.add(given.contributions);

  lookback::BatchGradient<T> batch(model);
  const lookback::BatchLoss loss = batch.compute(pairs, 0, drawn);
  ASSERT_EQ(loss.targets, targets);
  double total = 0;
  for (const double x : given.losses) total += x;
  EXPECT_NEAR(loss.loss, total / static_cast<double>(targets), 1e-12);
  EXPECT_TRUE(bits::equal(batch.gradient(), expected.data(), static_cast<std::size_t>(expected.size())));
}

TEST(Sampling, GradientIsThatOfTheFedTokensAsReference) {
  for (const models::Member& member : each_path()) {
    SCOPED_TRACE(member.name);
    for (const double ratio : {0.0, 0.5}) {
      expect_as_reference<float>(member, ratio, 0);
      expect_as_reference<double>(member, ratio, member.config.dropout);
    }
  }
}

// A model that always holds "<bos>" for most probable, which no reference contains: what was fed tells where it came
// from.
Model<float> stubborn() {
  Model<float> model = models::model<float>(models::config(R"({"hidden": 4, "embedding": 2})"));
  model.update(
      [](lookback::Parameters<float>& parameters) { parameters.view(parameters.find("output.bias"))(0, 0) = 100; });
  return model;
}

std::vector<int> fed(const Model<float>& model, const std::vector<Pair>& pairs, const Chance& drawn) {
  Pass<float> pass;
  fill(model, pass, pairs);
  model.forward(pass, drawn);
  return pass.batch.target_in;
}

TEST(Sampling, TheRatioIsTheShareOfTheReference) {
  const Model<float> model = stubborn();
  const std::vector<Pair> pairs = some_pairs(400, 10);
  const int bos = model.target_vocabulary().bos;
  for (const double ratio : {0.1, 0.5, 0.9}) {
    const std::vector<int> tokens = fed(model, pairs, chance(ratio));
    const auto first_own = tokens.begin() + 400;  // after the first step, which is BOS for all
    const double draws = static_cast<double>(tokens.end() - first_own);
    const double share =
        static_cast<double>(std::count_if(first_own, tokens.end(), [&](int id) { return id != bos; })) / draws;
    EXPECT_NEAR(share, ratio, 4 * std::sqrt(ratio * (1 - ratio) / draws));
    // At every step too, and in every sentence neither all nor none.
    for (std::size_t t = 1; t <= 10; ++t) {
      const auto step = tokens.begin() + static_cast<std::ptrdiff_t>(t * 400);
      const double of_step =
          static_cast<double>(std::count_if(step, step + 400, [&](int id) { return id != bos; })) / 400;
      EXPECT_NEAR(of_step, ratio, 5 * std::sqrt(ratio * (1 - ratio) / 400)) << "step " << t;
    }
  }
}

TEST(Sampling, OneKeyGivesOneDraw) {
  const Model<float> model = stubborn();
  const std::vector<Pair> pairs = some_pairs(40, 10);
  const std::vector<int> first = fed(model, pairs, chance(0.5, 1));
  EXPECT_EQ(fed(model, pairs, chance(0.5, 1)), first);
  for (const std::uint64_t key : {0, 2, 3}) {
    const std::vector<int> other = fed(model, pairs, chance(0.5, key));
    std::size_t different = 0;
    for (std::size_t i = 40; i < first.size(); ++i) different += other[i] != first[i];
    const double draws = static_cast<double>(first.size() - 40);
    EXPECT_NEAR(static_cast<double>(different) / draws, 0.5, 5 * std::sqrt(0.25 / draws));
  }
}

// A sentence's draws go with its place among the pairs: not with its row, the shard it is in or its neighbours'
// lengths.
TEST(Sampling, DrawsFollowTheSentence) {
  const Model<float> model = stubborn();
  const std::vector<Pair> pairs = some_pairs(70, 7);
  const std::vector<int> order = lookback::order_by_length(pairs);
  const auto by_place = [&](Index first, Index count, std::vector<std::vector<int>>& out) {
    Pass<float> pass;
    pass.batch.fill(pairs, order, first, count, model.source_vocabulary(), model.target_vocabulary());
    model.forward(pass, chance(0.5));
    for (Index b = 0; b < count; ++b) {
      std::vector<int>& tokens = out[static_cast<std::size_t>(pass.batch.places[static_cast<std::size_t>(b)])];
      for (Index t = 0; t < pass.batch.target_steps; ++t)
        tokens.push_back(pass.batch.target_in[static_cast<std::size_t>(t * count + b)]);
    }
  };
  std::vector<std::vector<int>> whole(70), parts(70);
  by_place(0, 70, whole);
  for (const auto& [first, count] : {std::pair<Index, Index>{0, 17}, {17, 18}, {35, 35}}) by_place(first, count, parts);
  EXPECT_EQ(parts, whole);
}

struct Run {
  std::vector<float> weights;
  std::vector<double> losses;
  friend bool operator==(const Run& a, const Run& b) {
    return bits::equal(a.weights, b.weights) && bits::equal(a.losses, b.losses);
  }
};

Run train(const std::string& model_json, const std::string& training_json, int updates = 12) {
  Model<float> model = models::model<float>(models::config(model_json));
  lookback::TrainingConfig config = lookback::parse_training_config(training_json);
  config.batch_size = 40;
  lookback::Trainer<float> trainer(model, config, lookback::from_pairs(some_pairs(40)));
  Run run;
  for (int i = 0; i < updates; ++i) run.losses.push_back(trainer.step().loss);
  run.weights.assign(model.parameters().data(), model.parameters().data() + model.parameters().size());

  // Again from the start.
  trainer.reset();
  for (int i = 0; i < updates; ++i) trainer.step();
  EXPECT_TRUE(bits::equal(run.weights.data(), model.parameters().data(), run.weights.size()));
  return run;
}

TEST(Sampling, TrainingHasTheSameBitsForTheSameSeed) {
  const std::string plain = R"({"hidden": 8, "embedding": 4})",
                    deep = R"({"hidden": 8, "embedding": 4, "layers": 2, "dropout": 0.2})";
  EXPECT_EQ(train(plain, R"({"teacherForcing": 0.5, "seed": 1})"),
            train(plain, R"({"teacherForcing": 0.5, "seed": 1})"));
  EXPECT_EQ(train(deep, R"({"teacherForcing": 0.5, "seed": 1})"), train(deep, R"({"teacherForcing": 0.5, "seed": 1})"));
  // Pairs that make one batch come in their own order: the seed only draws the chances.
  EXPECT_EQ(train(plain, R"({"seed": 1})"), train(plain, R"({"seed": 2})"));
  EXPECT_FALSE(train(plain, R"({"teacherForcing": 0.5, "seed": 1})") ==
               train(plain, R"({"teacherForcing": 0.5, "seed": 2})"));
  EXPECT_FALSE(train(plain, R"({"teacherForcing": 0.5})") == train(plain, R"({"teacherForcing": 1})"));
  EXPECT_FALSE(train(deep, R"({"seed": 1})") == train(deep, R"({"seed": 2})"));
}

// Each update draws anew.
TEST(Sampling, UpdatesDrawIndependently) {
  Model<float> model = models::model<float>(models::config(R"({"hidden": 8, "layers": 2, "dropout": 0.5})"));
  lookback::TrainingConfig config;
  config.optimizer = lookback::OptimizerKind::sgd;
  config.learning_rate = 1e-30;  // the weights stay
  config.batch_size = 20;
  lookback::Trainer<float> trainer(model, config, lookback::from_pairs(some_pairs(20)));
  std::set<double> losses;
  for (int i = 0; i < 10; ++i) losses.insert(trainer.step().loss);
  EXPECT_EQ(losses.size(), 10u);
}

// Dropout.

View<float> view(std::vector<float>& data, Index rows, Index cols) {
  data.assign(static_cast<std::size_t>(rows * cols), -1);
  return {data.data(), rows, cols};
}

TEST(Dropout, DropsItsShareAndScalesTheRest) {
  const std::vector<int> places = {0, 1, 2, 3, 4};
  for (const double rate : {0.1, 0.5, 0.9}) {
    std::vector<float> data;
    lookback::dropout_scale({rate, 9}, 2, places, 0, view(data, 5 * 40, 64));
    const float kept = static_cast<float>(1 / (1 - rate));
    const auto dropped = std::count(data.begin(), data.end(), 0.0f);
    EXPECT_EQ(dropped + std::count(data.begin(), data.end(), kept), static_cast<std::ptrdiff_t>(data.size()));
    const double n = static_cast<double>(data.size());
    EXPECT_NEAR(static_cast<double>(dropped) / n, rate, 4 * std::sqrt(rate * (1 - rate) / n));
  }
}

// One mask a (key, layer, sentence, step); neither the row nor the other sentences matter.
TEST(Dropout, DependsOnKeyLayerSentenceAndStep) {
  std::vector<float> together, alone;
  const View<float> all = view(together, 3 * 4, 64);
  lookback::dropout_scale({0.5, 9}, 2, {7, 1, 4}, 0, all);
  std::set<std::vector<float>> different;
  for (Index t = 0; t < 4; ++t) {
    for (Index b = 0; b < 3; ++b) {
      const View<float> one = view(alone, 1, 64);
      lookback::dropout_scale({0.5, 9}, 2, {std::vector<int>{7, 1, 4}[static_cast<std::size_t>(b)]}, t, one);
      EXPECT_TRUE(bits::equal(alone.data(), all.row(t * 3 + b), 64));
      different.insert(alone);
    }
  }
  lookback::dropout_scale({0.5, 1000}, 2, {7}, 0, view(alone, 1, 64));
  different.insert(alone);
  lookback::dropout_scale({0.5, 9}, 3, {7}, 0, view(alone, 1, 64));
  different.insert(alone);
  EXPECT_EQ(different.size(), 14u);
}

// Between layers alone: one layer has none; and decoding and evaluation have none.
TEST(Dropout, IsBetweenLayersAndInTrainingOnly) {
  const std::vector<Pair> pairs = some_pairs(9);
  for (const int layers : {1, 2}) {
    const std::string size = R"("hidden": 8, "layers": )" + std::to_string(layers);
    const Model<float> with = models::model<float>(models::config("{" + size + R"(, "dropout": 0.5})"));
    const Model<float> without = models::model<float>(models::config("{" + size + "}"));
    const auto logits = [&](const Model<float>& model, const Dropout& dropout) {
      Pass<float> pass;
      fill(model, pass, pairs);
      model.forward(pass, {dropout});
      const View<float> m = pass.decoder.logits;
      return std::vector<float>(m.data(), m.data() + m.size());
    };
    const std::vector<float> plain = logits(without, {});
    EXPECT_TRUE(bits::equal(logits(with, {}), plain));
    EXPECT_EQ(bits::equal(logits(with, {0.5, 3}), plain), layers == 1);
    for (const Pair& pair : pairs) {
      EXPECT_TRUE(bits::equal(lookback::greedy(with, {pair.source}).front().log_probabilities,
                              lookback::greedy(without, {pair.source}).front().log_probabilities));
    }
    EXPECT_EQ(train("{" + size + R"(, "dropout": 0.5})", "{}") == train("{" + size + "}", "{}"), layers == 1);
  }
}

// A layer's mean input is what it is without dropout.
TEST(Dropout, KeepsTheMean) {
  const Model<double> model = models::model<double>(models::config(R"({"cell": "rnn", "hidden": 8, "layers": 2})"));
  Pass<double> pass;
  fill(model, pass, {{{0, 1, 2, 3}, {2, 3}, {}}});
  model.forward(pass);
  const View<double> plain = pass.encoder.layers[1].input;
  const std::vector<double> expected(plain.data(), plain.data() + plain.size());
  std::vector<double> mean(expected.size(), 0);
  constexpr int draws = 4000;
  for (int key = 0; key < draws; ++key) {
    model.forward(pass, {Dropout{0.3, static_cast<std::uint64_t>(key)}});
    const View<double> input = pass.encoder.layers[1].input;
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += input.data()[i] / draws;
  }
  // A value's standard deviation is |x| √(p / (1 − p)).
  for (std::size_t i = 0; i < mean.size(); ++i) {
    EXPECT_NEAR(mean[i], expected[i], 5 * std::abs(expected[i]) * std::sqrt(0.3 / 0.7 / draws));
  }
}

}  // namespace
