// One seed, one result: a hash of all weights after 50 updates, pinned for every cell and for each way of looking back.
// The same numbers must come out natively and as wasm, in release and debug builds, which is what lets an article print
// a number that every reader will see. A change that moves one of these hashes changes every shared result: it is never
// an accident.

#include <gtest/gtest.h>

#include "bits.h"
#include "lookback/source.h"
#include "lookback/trainer.h"
#include "models.h"

namespace {

struct Pinned {
  const char* config;
  std::uint32_t hash;
};

std::uint32_t hash_after_fifty_updates(const std::string& config, lookback::Workers* workers = nullptr, int batch_size = 40) {
  const std::shared_ptr<const lookback::Task> task =
      lookback::make_task("reverse", R"({"minLength": 1, "maxLength": 7})");
  lookback::Model<float> model(models::config(config), task->source, task->target);
  // 40 sentences make two shards; the schedule, smoothing, clipping and sampling are all at work.
  lookback::TrainingConfig training = lookback::parse_training_config(
      R"({"learningRate": 0.02, "schedule": "cosine", "warmupSteps": 5, "steps": 60, "labelSmoothing": 0.05,
          "teacherForcing": 0.9, "clipNorm": 0.5})");
  training.batch_size = batch_size;
  lookback::Trainer<float> trainer(model, training, lookback::from_task(task), workers);
  for (int i = 0; i < 50; ++i) trainer.step();
  return bits::hash(model.parameters().data(), static_cast<std::size_t>(model.parameters().size()));
}

TEST(Determinism, WeightsAfterFiftyUpdates) {
  const Pinned all[] = {
      {R"({"cell": "rnn", "encoder": "bidirectional", "hidden": 18, "embedding": 7, "layers": 2, "dropout": 0.1})",
       0xfc18c00fu},
      {R"({"cell": "gru", "encoder": "bidirectional", "hidden": 18, "embedding": 7, "layers": 2, "dropout": 0.1})",
       0x844912b5u},
      {R"({"cell": "lstm", "encoder": "bidirectional", "hidden": 18, "embedding": 7, "layers": 2, "dropout": 0.1})",
       0x06b65fbbu},
      {R"({"attention": "none", "hidden": 17, "bridge": "tanh"})", 0x30791943u},
      {R"({"attention": "fixed", "hidden": 17, "output": "state+context+embedding"})", 0x8669cf42u},
      {R"({"attention": "additive", "query": "current", "hidden": 17})", 0x212acdb0u},
      {R"({"attention": "dot", "hidden": 17, "inputFeeding": true})", 0xa0d3d6d0u},
      {R"({"attention": "general", "hidden": 17, "query": "previous"})", 0xa79eaa23u},
      {R"({"attention": "concat", "hidden": 17, "bridge": "zero"})", 0x0392edd8u},
      {R"({"attention": "scaled-dot", "hidden": 17, "encoder": "forward"})", 0xea9017b6u},
  };
  for (const Pinned& pinned : all) {
    const std::uint32_t hash = hash_after_fifty_updates(pinned.config);
    EXPECT_EQ(hash, pinned.hash) << pinned.config << ": " << testing::PrintToString(hash);
  }
}

#if !defined(__EMSCRIPTEN__) || defined(__EMSCRIPTEN_PTHREADS__)
// Threads share an update without a trace: four shards in one round, in two, or one after the other.
TEST(Determinism, AnyNumberOfThreads) {
  for (const char* config : {R"({"cell": "gru", "encoder": "bidirectional", "hidden": 18, "layers": 2, "dropout": 0.1})",
                             R"({"cell": "lstm", "attention": "general", "hidden": 17, "bridge": "tanh"})",
                             R"({"cell": "rnn", "attention": "concat", "hidden": 70, "embedding": 70})"}) {
    const std::uint32_t alone = hash_after_fifty_updates(config, nullptr, 66);
    for (const lookback::Index count : {1, 2, 3, 8}) {
      const auto workers = lookback::make_threads(count);
      EXPECT_EQ(hash_after_fifty_updates(config, workers.get(), 66), alone) << config << " on " << count << " threads";
    }
  }
}
#endif

// Starting weights too, in both precisions: a seed and a tensor's name are all that they depend on.
TEST(Determinism, StartingWeights) {
  const lookback::Model<float> model = models::model<float>(models::config(R"({"cell": "lstm", "seed": 12})"));
  const lookback::Model<double> twin = models::model<double>(models::config(R"({"cell": "lstm", "seed": 12})"));
  EXPECT_EQ(bits::hash(model.parameters().data(), static_cast<std::size_t>(model.parameters().size())), 0xbcd05da3u);
  for (lookback::Index i = 0; i < model.parameters().size(); ++i) {
    ASSERT_EQ(twin.parameters().data()[i], static_cast<double>(model.parameters().data()[i]));
  }
}

}  // namespace
