// A training that was saved and loaded goes on with the bits of one that was never interrupted, and a file that says something else
// about it than a training can be is refused.

#include <gtest/gtest.h>

#include <cstring>

#include "bits.h"
#include "lookback/safetensors.h"
#include "lookback/source.h"
#include "lookback/task.h"
#include "models.h"
#include "refusal.h"

namespace {

using lookback::Index;
using lookback::load_model;
using lookback::Model;
using lookback::Pair;
using lookback::save;
using lookback::Source;
using lookback::Trainer;
using lookback::TrainingConfig;
using lookback::TrainingState;

using Make = std::function<Source(std::uint64_t)>;

std::vector<float> weights_of(const Model<float>& model) {
  return {model.parameters().data(), model.parameters().data() + model.parameters().size()};
}

std::vector<Pair> pairs(int count) {
  lookback::Random random(3, "resume");
  std::vector<Pair> out;
  for (int i = 0; i < count; ++i) out.push_back(models::random_pair(random, 2 + i % 3, 1 + i % 4));
  return out;
}

// Trained without a pause, and with a file between: after `before` updates and after `after` more.
void expect_goes_on(const lookback::ModelConfig& config, const TrainingConfig& training, const Make& make, const lookback::Vocabulary& source,
                    const lookback::Vocabulary& target, int before, int after) {
  Model<float> whole(config, source, target), first(config, source, target);
  Trainer<float> unbroken(whole, training, make), begun(first, training, make);
  for (int i = 0; i < before; ++i) {
    unbroken.step();
    begun.step();
  }
  const TrainingState<float> state = begun.state();
  std::unique_ptr<TrainingState<float>> loaded;
  const std::string file = save(first, &state);
  const std::unique_ptr<Model<float>> second = load_model(file, &loaded);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(save(*second, loaded.get()), file);
  EXPECT_EQ(save(*load_model(file)), save(first));  // without its training
  Trainer<float> resumed(*second, loaded->config, make);
  resumed.resume(TrainingState<float>(*loaded));
  EXPECT_EQ(resumed.steps(), before);
  std::vector<double> losses;
  for (int i = 0; i < after; ++i) {
    const lookback::Update expected = unbroken.step(), got = resumed.step();
    EXPECT_EQ(got.step, expected.step);
    EXPECT_EQ(got.loss, expected.loss);
    EXPECT_EQ(got.gradient_norm, expected.gradient_norm);
    EXPECT_EQ(got.learning_rate, expected.learning_rate);
    losses.push_back(got.loss);
  }
  ASSERT_TRUE(bits::equal(weights_of(*second), weights_of(whole)));
  // Reset goes back to the file, not to the beginning.
  resumed.reset();
  EXPECT_EQ(resumed.steps(), before);
  ASSERT_TRUE(bits::equal(weights_of(*second), weights_of(first)));
  for (const double loss : losses) EXPECT_EQ(resumed.step().loss, loss);
}

TrainingConfig training(const std::string& json) { return lookback::parse_training_config(json); }

TEST(Resume, PairsInTheMiddleOfAnEpoch) {
  const auto config = models::config(R"({"embedding": 3, "hidden": 4, "layers": 2, "dropout": 0.3, "bridge": "tanh", "encoder": "bidirectional"})");
  const Make make = lookback::from_pairs(pairs(50));
  for (const char* settings : {R"({"batchSize": 8, "schedule": "cosine", "warmupSteps": 5, "steps": 30, "teacherForcing": 0.7})",
                               R"({"batchSize": 8, "optimizer": "sgd", "momentum": 0.9, "learningRate": 0.1, "labelSmoothing": 0.1})",
                               R"({"batchSize": 64})"}) {
    for (const int before : {0, 7, 10}) {  // seven batches of 8 are an epoch of 50
      SCOPED_TRACE(settings);
      expect_goes_on(config, training(settings), make, models::source_vocabulary(), models::target_vocabulary(), before, 17);
    }
  }
}

TEST(Resume, AGeneratedTask) {
  const std::shared_ptr<const lookback::Task> task = lookback::make_task("reverse", R"({"minLength": 2, "maxLength": 5})");
  const auto config = lookback::parse_model_config(R"({"embedding": 3, "hidden": 6})", task->model);
  expect_goes_on(config, training(R"({"batchSize": 40, "seed": 9})"), lookback::from_task(task), task->source, task->target, 12, 12);
}

TEST(ResumeRefusal, WhatIsNotThatTraining) {
  const auto config = models::config(R"({"embedding": 3, "hidden": 4, "bridge": "zero"})");
  Model<float> model = models::model<float>(config);
  Trainer<float> trainer(model, training(R"({"batchSize": 8, "steps": 20})"), lookback::from_pairs(pairs(50)));
  for (int i = 0; i < 5; ++i) trainer.step();
  TrainingState<float> state = trainer.state();
  const auto going_on = [&](const char* settings, int count) {
    Model<float> second = models::model<float>(config);
    Trainer<float> resumed(second, lookback::parse_training_config(settings, state.config), lookback::from_pairs(pairs(count)));
    resumed.resume(std::move(state));
  };
  const std::vector<std::pair<const char*, const char*>> settings = {
      {"optimizer", R"({"optimizer": "sgd"})"}, {"batchSize", R"({"batchSize": 9})"}, {"seed", R"({"seed": 4})"}, {"steps", R"({"steps": 4})"}};
  for (const auto& [setting, given] : settings) {
    expect_refusal([&, changed = given] { going_on(changed, 50); }, "bad-config", {"The training that came with this model's file", std::string("`") + setting + "`"});
  }
  expect_refusal([&] { going_on("{}", 49); }, "bad-input", {"other pairs"});
  // What was refused is still there to go on with, also by another learning rate and to another last update.
  going_on(R"({"learningRate": 0.5, "steps": 5})", 50);
}

TEST(ResumeRefusal, AnotherTask) {
  const auto made = [](const char* name, const char* options) { return lookback::from_task(std::shared_ptr<const lookback::Task>(lookback::make_task(name, options))); };
  const std::shared_ptr<const lookback::Task> task = lookback::make_task("reverse", "{}");
  Model<float> model(lookback::parse_model_config(R"({"embedding": 3, "hidden": 6})", task->model), task->source, task->target);
  const auto going_on = [&](const Make& make) {
    TrainingState<float> state = Trainer<float>(model, training("{}"), lookback::from_task(task)).state();
    Trainer<float>(model, training("{}"), make).resume(std::move(state));
  };
  expect_refusal([&] { going_on(made("copy", "{}")); }, "bad-input", {"another task"});
  expect_refusal([&] { going_on(made("reverse", R"({"maxLength": 7})")); }, "bad-input", {"other lengths"});
  going_on(made("reverse", R"({"seed": 3})"));
}

// A factor too small to change anything is not multiplied on: a file that claims a thousand million updates is read in no time.
TEST(Resume, ManyUpdatesAreNoWork) {
  Model<float> model = models::model<float>(models::config(R"({"embedding": 3, "hidden": 4, "bridge": "zero"})"));
  Trainer<float> trainer(model, training(R"({"batchSize": 8})"), lookback::from_pairs(pairs(50)));
  trainer.step();
  TrainingState<float> state = trainer.state();
  state.step = state.optimizer.steps = 1000000000;
  state.draws.taken = 999999999;
  std::unique_ptr<TrainingState<float>> loaded;
  const std::unique_ptr<Model<float>> second = load_model(save(model, &state), &loaded);
  Trainer<float> resumed(*second, loaded->config, lookback::from_pairs(pairs(50)));
  resumed.resume(TrainingState<float>(*loaded));
  EXPECT_EQ(resumed.step().step, 1000000001);
}

TEST(Resume, WhatNoTrainingIsIsRefused) {
  Model<float> model = models::model<float>(models::config(R"({"embedding": 3, "hidden": 4, "bridge": "zero"})"));
  Trainer<float> trainer(model, training(R"({"batchSize": 8})"), lookback::from_pairs(pairs(50)));
  trainer.step();
  const TrainingState<float> good = trainer.state();
  const std::string file = save(model, &good);
  const auto replaced = [&](const std::string& what, const std::string& with) {
    std::string out = file;
    const std::size_t at = out.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    EXPECT_EQ(what.size(), with.size());
    return out.replace(at, what.size(), with);
  };
  expect_refusal([&] { load_model(replaced("\\\"step\\\":1,", "\\\"step\\\":x,")); }, "bad-model", {"training"});
  expect_refusal([&] { load_model(replaced("\\\"step\\\":1", "\\\"stop\\\":1")); }, "bad-model", {"`training` has no `step`"});
  expect_refusal([&] { load_model(replaced("\\\"taken\\\":8", "\\\"taken\\\":~")); }, "bad-model", {"training"});
  expect_refusal([&] { load_model(replaced("\\\"batchSize\\\":8", "\\\"batchSize\\\":0")); }, "bad-model", {"training", "batchSize"});
  expect_refusal([&] { load_model(replaced("\\\"adam\\\"", "\\\"sgd\\\" ")); }, "bad-model", {"has no tensor 'training.second_moment."});
  expect_refusal([&] { load_model(replaced("\"training\"", "\"Training\"")); }, "bad-model", {"has no tensor 'training."});
  expect_refusal([&] { load_model(replaced("\"training.first_moment.output.bias\"", "\"training.first_moment.output.bios\"")); }, "bad-model",
                 {"lacks the tensor 'training.first_moment.output.bias'"});
  TrainingState<float> bad = good;
  bad.draws.random = {};
  expect_refusal([&] { load_model(save(model, &bad)); }, "bad-model", {"random", "not all of them 0"});
  bad = good;
  bad.step = 1000000001;
  expect_refusal([&] { load_model(save(model, &bad)); }, "bad-model", {"`step`", "1000000001"});
  bad = good;
  bad.optimizer.first[3] = std::numeric_limits<float>::infinity();
  expect_refusal([&] { load_model(save(model, &bad)); }, "bad-model", {"training.first_moment.", "not finite"});
  bad = good;
  bad.optimizer.second[3] = -1;
  expect_refusal([&] { load_model(save(model, &bad)); }, "bad-model", {"training.second_moment.", "below 0"});
}

}  // namespace
