// Training as a whole: reversal is learnt within its recipe's updates, runs repeat to the bit, a reset goes back to the
// same weights and the same curve, a run that diverges keeps its last good weights, batches are cut by their size
// alone, memory stops growing; and the arithmetic of one update, by hand.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "bits.h"
#include "lookback/loss.h"
#include "lookback/metrics.h"
#include "lookback/source.h"
#include "lookback/trainer.h"
#include "models.h"
#include "refusal.h"

namespace {

using lookback::BatchGradient;
using lookback::Index;
using lookback::Model;
using lookback::ModelConfig;
using lookback::Pair;
using lookback::Parameters;
using lookback::Trainer;
using lookback::TrainingConfig;
using lookback::Update;

template <class T>
std::vector<T> weights(const Model<T>& model) {
  return {model.parameters().data(), model.parameters().data() + model.parameters().size()};
}

template <class T>
bool all_finite(const Model<T>& model) {
  const std::vector<T> all = weights(model);
  return std::all_of(all.begin(), all.end(), [](T w) { return std::isfinite(w); });
}

std::shared_ptr<const lookback::Task> task(const std::string& name, const std::string& options) {
  return lookback::make_task(name, options);
}

std::shared_ptr<const lookback::Task> short_reversal() {
  return task("reverse", R"({"minLength": 1, "maxLength": 5})");
}

// A small model and its trainer on short reversals.
struct Session {
  explicit Session(const std::string& model_config, const std::string& training_config = "{}")
      : reversal(short_reversal()),
        model(models::config(model_config), reversal->source, reversal->target),
        trainer(model, lookback::parse_training_config(training_config), lookback::from_task(reversal)) {}

  std::vector<double> losses(int updates) {
    std::vector<double> out;
    for (int i = 0; i < updates; ++i) out.push_back(trainer.step().loss);
    return out;
  }

  std::shared_ptr<const lookback::Task> reversal;
  Model<float> model;
  Trainer<float> trainer;
};

// The page's own task and recipe, at its last update.
TEST(Training, LearnsToReverseSixDigits) {
  const std::shared_ptr<const lookback::Task> reversal =
      task("reverse", R"({"minLength": 6, "maxLength": 6, "seed": 0})");
  Model<float> model(reversal->model, reversal->source, reversal->target);
  Trainer<float> trainer(model, reversal->training, lookback::from_task(reversal));
  ASSERT_LE(reversal->training.steps, 600);
  ASSERT_LE(reversal->training.batch_size, 64);
  while (trainer.steps() < reversal->training.steps) trainer.step();
  const lookback::Evaluation result = lookback::evaluate(model, reversal->held_out_pairs(1000, 1));
  ASSERT_TRUE(result.alignment.has_value());
  std::printf("  after %td updates: %.4f of held-out sequences, hit %.4f, mean weight %.4f, loss %.5f\n",
              trainer.steps(), result.sequence_accuracy, result.alignment->hit, result.alignment->gold_weight,
              result.loss);
  EXPECT_EQ(result.count, 1000);
  EXPECT_EQ(result.alignment->steps, 6000);
  EXPECT_GE(result.sequence_accuracy, 0.99);
  EXPECT_GE(result.alignment->hit, 0.98);
  EXPECT_GE(result.alignment->gold_weight, 0.85);
}

// Every way of training that draws random numbers or keeps moments.
const std::vector<std::pair<const char*, const char*>> ways = {
    {R"({"hidden": 16, "embedding": 8})", R"({"batchSize": 32})"},
    {R"({"cell": "lstm", "hidden": 16, "layers": 2, "dropout": 0.3})",
     R"({"batchSize": 48, "schedule": "cosine", "steps": 40})"},
    {R"({"cell": "rnn", "hidden": 16, "attention": "dot"})",
     R"({"optimizer": "sgd", "momentum": 0.9, "learningRate": 0.1, "warmupSteps": 5})"},
    {R"({"hidden": 16, "attention": "none", "bridge": "tanh"})", R"({"teacherForcing": 0.5, "labelSmoothing": 0.1})"},
};

TEST(Training, TwoRunsHaveEqualBits) {
  for (const auto& [model, training] : ways) {
    SCOPED_TRACE(model);
    Session first(model, training), second(model, training);
    EXPECT_EQ(first.losses(25), second.losses(25));
    EXPECT_TRUE(bits::equal(weights(first.model), weights(second.model)));
  }
}

TEST(Training, ASeedChangesTheRun) {
  Session first(R"({"hidden": 16})"), data(R"({"hidden": 16})", R"({"seed": 1})"),
      start(R"({"hidden": 16, "seed": 1})");
  const double loss = first.trainer.step().loss;
  EXPECT_NE(data.trainer.step().loss, loss);
  EXPECT_NE(start.trainer.step().loss, loss);
}

TEST(Training, ResetGoesBackToTheSameWeightsAndTheSameCurve) {
  for (const auto& [model, training] : ways) {
    SCOPED_TRACE(model);
    Session run(model, training);
    const std::vector<float> start = weights(run.model);
    const std::vector<double> curve = run.losses(25);
    const std::vector<float> end = weights(run.model);
    EXPECT_FALSE(bits::equal(start, end));
    for (int again = 0; again < 2; ++again) {
      run.trainer.reset();
      EXPECT_EQ(run.trainer.steps(), 0);
      EXPECT_TRUE(bits::equal(weights(run.model), start));
      EXPECT_EQ(run.losses(25), curve);
      EXPECT_TRUE(bits::equal(weights(run.model), end));
    }
    // And the model's own start is that of its seed.
    run.model.initialize();
    EXPECT_TRUE(bits::equal(weights(run.model), start));
  }
}

// A trainer that takes over a trained model resets to what it took over.
TEST(Training, ResetGoesBackToWhereTrainingBegan) {
  Session run(R"({"hidden": 16})");
  run.losses(5);
  const std::vector<float> trained = weights(run.model);
  Trainer<float> second(run.model, {}, lookback::from_task(run.reversal));
  second.step();
  second.reset();
  EXPECT_TRUE(bits::equal(weights(run.model), trained));
}

TEST(Training, UpdatesReportWhatTheyDid) {
  Session run(R"({"hidden": 16})", R"({"learningRate": 0.02, "warmupSteps": 4, "schedule": "cosine", "steps": 24})");
  double first = 0, last = 0;
  for (int i = 0; i < 24; ++i) {
    const Update update = run.trainer.step();
    EXPECT_EQ(update.step, i + 1);
    EXPECT_EQ(run.trainer.steps(), i + 1);
    EXPECT_EQ(update.learning_rate, lookback::learning_rate_at(run.trainer.config(), i));
    EXPECT_GT(update.gradient_norm, 0);
    (i == 0 ? first : last) = update.loss;
  }
  EXPECT_NEAR(first, std::log(12.0), 0.4);  // nothing is known yet of 12 tokens
  EXPECT_LT(last, first);
}

// Sets one tensor to one value.
void fill(Model<float>& model, const std::string& tensor, float value) {
  model.update([&](Parameters<float>& parameters) {
    const lookback::View<float> view = parameters.view(parameters.find(tensor));
    std::fill(view.data(), view.data() + view.size(), value);
  });
}

void expect_diverged(Session& run, Index step) {
  const std::vector<float> before = weights(run.model);
  expect_refusal([&] { run.trainer.step(); }, "diverged",
                 {"update " + std::to_string(step) + " ", "not finite", "weights", "learning rate"});
  EXPECT_TRUE(bits::equal(weights(run.model), before));
  EXPECT_EQ(run.trainer.steps(), step - 1);
}

TEST(Training, ADivergedUpdateNamesItsStepAndKeepsTheWeights) {
  for (const float huge : {3e38f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    Session run(R"({"hidden": 16})");
    const std::vector<float> start = weights(run.model);
    const std::vector<double> curve = run.losses(7);
    fill(run.model, "output.weight", huge);
    expect_diverged(run, 8);
    expect_diverged(run, 8);  // and again, until something is changed
    run.trainer.reset();
    EXPECT_TRUE(bits::equal(weights(run.model), start));
    EXPECT_EQ(run.losses(7), curve);
  }
}

// Whatever the optimiser, a rate far too high either goes on with finite weights or stops with 'diverged' and finite
// weights.
TEST(Training, ARateFarTooHighLeavesFiniteWeights) {
  int diverged = 0, all = 0;
  for (const std::string& cell : models::cells) {
    for (const char* attention : {"additive", "dot"}) {
      for (const float scale : {1.0f, 1e3f, 1e9f, 1e19f, 1e37f}) {
        for (const char* training :
             {R"({"optimizer": "sgd", "learningRate": 10, "clipNorm": 0, "batchSize": 8})",
              R"({"optimizer": "sgd", "learningRate": 10, "momentum": 0.99, "clipNorm": 0, "batchSize": 8})",
              R"({"learningRate": 10, "clipNorm": 0, "batchSize": 8})",
              R"({"learningRate": 10, "clipNorm": 1, "batchSize": 8})"}) {
          Session run(R"({"hidden": 8, "embedding": 4, "cell": ")" + cell + R"(", "attention": ")" + attention + "\"}",
                      training);
          run.model.update([&](Parameters<float>& parameters) {
            for (Index i = 0; i < parameters.size(); ++i) parameters.data()[i] *= scale;
          });
          SCOPED_TRACE(testing::Message() << cell << ' ' << attention << ' ' << scale << ' ' << training);
          ++all;
          try {
            run.losses(30);
          } catch (const lookback::Error& error) {
            ++diverged;
            EXPECT_EQ(error.code(), "diverged");
            EXPECT_THAT(error.what(), testing::HasSubstr("update " + std::to_string(run.trainer.steps() + 1) + " "));
          }
          EXPECT_TRUE(all_finite(run.model)) << run.trainer.steps();
        }
      }
    }
  }
  std::printf("  %d of %d runs diverged\n", diverged, all);
  EXPECT_GT(diverged, 0);
}

TEST(Shards, DependOnTheBatchAlone) {
  for (Index rows = 1; rows < 32; ++rows) EXPECT_EQ(lookback::shard_count(rows), 1);
  for (Index rows = 32; rows < 48; ++rows) EXPECT_EQ(lookback::shard_count(rows), 2);
  for (Index rows = 48; rows < 64; ++rows) EXPECT_EQ(lookback::shard_count(rows), 3);
  for (const Index rows : {64, 65, 100, 4096}) EXPECT_EQ(lookback::shard_count(rows), 4);
}

std::vector<Pair> pairs_of_mixed_lengths(int count, std::uint64_t seed, Index longest = 6) {
  lookback::Random random(seed, "training test");
  std::vector<Pair> pairs;
  for (int i = 0; i < count; ++i) {
    const auto length = [&] { return 1 + static_cast<Index>(random.below(static_cast<std::uint32_t>(longest))); };
    const Index source = length(), target = length();
    pairs.push_back(models::random_pair(random, source, target));
  }
  return pairs;
}

// The gradient of a batch is that of its shards, each computed apart, added in their order.
TEST(Shards, AreAddedInTheirOrder) {
  const Model<float> model = models::model<float>(models::config(R"({"hidden": 16, "layers": 2, "cell": "lstm"})"));
  for (const int count : {1, 31, 33, 50, 64, 67}) {
    SCOPED_TRACE(count);
    const std::vector<Pair> pairs = pairs_of_mixed_lengths(count, 1);
    BatchGradient<float> batch(model);
    const lookback::BatchLoss computed = batch.compute(pairs);

    const std::vector<int> order = lookback::order_by_length(pairs);
    const Index shards = lookback::shard_count(count);
    lookback::Gradients<float> sum(model.parameters());
    for (Index s = 0; s < shards; ++s) {
      const Index first = count * s / shards, rows = count * (s + 1) / shards - first;
      EXPECT_GE(rows, std::min(count, 16));
      lookback::Pass<float> pass;
      pass.batch.fill(pairs, order, first, rows, model.source_vocabulary(), model.target_vocabulary());
      model.forward(pass);
      std::vector<float> scratch(static_cast<std::size_t>(model.target_vocabulary().size()));
      lookback::cross_entropy(pass.decoder.logits, pass.batch.target_out, 0, 1 / static_cast<double>(computed.targets),
                              pass.losses, scratch.data());
      model.backward(pass);
      sum.add(pass.contributions);
    }
    EXPECT_TRUE(bits::equal(batch.gradient(), sum.data(), static_cast<std::size_t>(sum.size())));
  }
}

// What an earlier batch left behind, longer or with more shards, is not seen.
TEST(Shards, KeepNothingOfEarlierBatches) {
  const Model<float> model = models::model<float>(models::config(R"({"hidden": 16, "attention": "concat"})"));
  const std::vector<Pair> pairs = pairs_of_mixed_lengths(20, 2);
  BatchGradient<float> fresh(model), used(model);
  const double loss = fresh.compute(pairs).loss;
  used.compute(pairs_of_mixed_lengths(100, 3, 12));
  used.compute(pairs_of_mixed_lengths(1, 4, 2));
  EXPECT_EQ(used.compute(pairs).loss, loss);
  EXPECT_TRUE(bits::equal(used.gradient(), fresh.gradient(), static_cast<std::size_t>(model.parameters().size())));
}

// A pass finds its memory at the second step at the latest and asks for none after it.
TEST(Training, MemoryStopsGrowing) {
  for (const auto& [config, training] : ways) {
    SCOPED_TRACE(config);
    const Model<float> model = models::model<float>(models::config(config));
    lookback::Pass<float> pass;
    lookback::Gradients<float> gradients(model.parameters());
    std::vector<float> scratch(static_cast<std::size_t>(model.target_vocabulary().size()));
    const auto run = [&](const std::vector<Pair>& pairs) {
      pass.batch.fill(pairs, lookback::order_by_length(pairs), 0, static_cast<Index>(pairs.size()),
                      model.source_vocabulary(), model.target_vocabulary());
      model.forward(pass);
      lookback::cross_entropy(pass.decoder.logits, pass.batch.target_out, 0, 1, pass.losses, scratch.data());
      model.backward(pass);
      gradients.add(pass.contributions);
      return pass.arena.bytes();
    };
    // As large as any that follows.
    std::vector<Pair> largest;
    lookback::Random random(5, "largest");
    for (int i = 0; i < 16; ++i) largest.push_back(models::random_pair(random, 12, 12));
    run(largest);
    const std::size_t bytes = run(largest);
    EXPECT_GT(bytes, 0u);
    for (int i = 0; i < 30; ++i) {
      ASSERT_EQ(run(pairs_of_mixed_lengths(1 + i % 16, static_cast<std::uint64_t>(i), 12)), bytes) << "at step " << i;
    }
    ASSERT_EQ(run(largest), bytes);
  }
}

TEST(Training, GradientsBeyondTheNormAreScaledDown) {
  for (const double clip : {0.01, 1e6, 0.0}) {
    SCOPED_TRACE(clip);
    TrainingConfig config;
    config.optimizer = lookback::OptimizerKind::sgd;
    config.learning_rate = 1;
    config.clip_norm = clip;
    const std::vector<Pair> pairs = pairs_of_mixed_lengths(10, 6);
    Model<double> model = models::model<double>(models::config(R"({"hidden": 8})"));
    const std::vector<double> before = weights(model);
    BatchGradient<double> batch(model);
    batch.compute(pairs);
    const std::vector<double> gradient(batch.gradient(), batch.gradient() + model.parameters().size());
    double norm = 0;
    for (const double g : gradient) norm += g * g;
    norm = std::sqrt(norm);

    Trainer<double> trainer(model, config, lookback::from_pairs(pairs));
    const Update update = trainer.step();
    EXPECT_NEAR(update.gradient_norm, norm, 1e-12);  // before clipping
    const double scale = clip > 0 ? std::min(1.0, clip / (norm + 1e-6)) : 1;
    if (clip == 0.01) {
      EXPECT_LT(scale, 0.1);
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_NEAR(model.parameters().data()[i], before[i] - scale * gradient[i], 1e-14);
    }
  }
}

// Two updates of one weight, written out.
TEST(Optimizer, SgdWithMomentumByHand) {
  TrainingConfig config;
  config.optimizer = lookback::OptimizerKind::sgd;
  config.momentum = 0.5;
  lookback::Optimizer<double> optimizer(config, 2);
  double w[] = {1, -1};
  const double first[] = {2, 0}, second[] = {-1, 4};
  optimizer.step(w, first, 0.1);
  EXPECT_DOUBLE_EQ(w[0], 1 - 0.1 * 2);
  EXPECT_DOUBLE_EQ(w[1], -1);
  optimizer.step(w, second, 0.1);  // m = 0.5 · 2 − 1 = 0, and 4
  EXPECT_DOUBLE_EQ(w[0], 0.8);
  EXPECT_DOUBLE_EQ(w[1], -1 - 0.1 * 4);
  optimizer.reset();
  optimizer.step(w, second, 0.1);
  EXPECT_DOUBLE_EQ(w[0], 0.8 + 0.1);
}

TEST(Optimizer, AdamByHand) {
  lookback::Optimizer<double> optimizer({}, 1);
  double w = 1;
  const double first = 3, second = -1;
  // m / (1 − 0.9) = 3 and v / (1 − 0.999) = 9: the first step is the learning rate, whatever the gradient's size.
  optimizer.step(&w, &first, 0.01);
  EXPECT_NEAR(w, 1 - 0.01 * 3 / (3 + 1e-8), 1e-15);
  const double m = 0.9 * 0.3 - 0.1, v = 0.999 * 0.009 + 0.001;
  const double expected = w - 0.01 * (m / (1 - 0.81)) / (std::sqrt(v / (1 - 0.999 * 0.999)) + 1e-8);
  optimizer.step(&w, &second, 0.01);
  EXPECT_NEAR(w, expected, 1e-14);
}

TEST(Optimizer, GlobalNorm) {
  const float three_four[] = {3, 0, 0, 0, -4};
  EXPECT_EQ(lookback::global_norm(5, three_four), 5);
  const float huge[] = {3e30f, 4e30f};  // squares beyond float
  EXPECT_NEAR(lookback::global_norm(2, huge) / 5e30, 1, 1e-6);
  const float broken[] = {1, std::numeric_limits<float>::quiet_NaN()};
  EXPECT_FALSE(std::isfinite(lookback::global_norm(2, broken)));
}

TEST(Optimizer, LearningRates) {
  TrainingConfig c;
  c.learning_rate = 0.5;
  c.steps = 110;
  for (const Index step : {0, 1, 109, 110, 1000}) EXPECT_EQ(lookback::learning_rate_at(c, step), 0.5);
  c.warmup_steps = 10;
  EXPECT_DOUBLE_EQ(lookback::learning_rate_at(c, 0), 0.05);
  EXPECT_DOUBLE_EQ(lookback::learning_rate_at(c, 4), 0.25);
  for (const Index step : {9, 10, 1000}) EXPECT_EQ(lookback::learning_rate_at(c, step), 0.5);
  c.schedule = lookback::ScheduleKind::cosine;
  for (Index step = 10; step <= 110; ++step) {
    const double expected = 0.25 * (1 + std::cos(std::acos(-1.0) * static_cast<double>(step - 10) / 100));
    EXPECT_NEAR(lookback::learning_rate_at(c, step), expected, 1e-14) << step;
  }
  EXPECT_NEAR(lookback::learning_rate_at(c, 5000), 0, 1e-14);
  EXPECT_GE(lookback::learning_rate_at(c, 5000), 0);
}

}  // namespace
