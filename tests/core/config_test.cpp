// The configuration of models and of training: defaults, what each paper's attention brings along, JSON there and back,
// and every value and combination that is refused, with a sentence that names the setting.

#include "lookback/config.h"

#include <gtest/gtest.h>

#include <limits>

#include "bits.h"
#include "lookback/model.h"
#include "models.h"
#include "refusal.h"

namespace {

using lookback::AttentionKind;
using lookback::BridgeKind;
using lookback::CellKind;
using lookback::Direction;
using lookback::Index;
using lookback::ModelConfig;
using lookback::OptimizerKind;
using lookback::OutputKind;
using lookback::parse_model_config;
using lookback::parse_training_config;
using lookback::QueryOrder;
using lookback::ScheduleKind;
using lookback::TrainingConfig;

TEST(Config, DefaultsOfAModel) {
  const ModelConfig c = parse_model_config("{}");
  EXPECT_EQ(c.cell, CellKind::gru);
  EXPECT_EQ(c.encoder, Direction::backward);
  EXPECT_EQ(c.attention, AttentionKind::additive);
  EXPECT_EQ(c.query, QueryOrder::previous);
  EXPECT_FALSE(c.input_feeding);
  EXPECT_EQ(c.output, OutputKind::state_context);
  EXPECT_EQ(c.bridge, BridgeKind::state);
  EXPECT_EQ(c.embedding, 16);
  EXPECT_EQ(c.hidden, 32);
  EXPECT_EQ(c.encoder_hidden, 32);
  EXPECT_EQ(c.attention_size, 32);
  EXPECT_EQ(c.layers, 1);
  EXPECT_EQ(c.dropout, 0);
  EXPECT_EQ(c.forget_bias, 1);
  EXPECT_FALSE(c.shared_embedding);
  EXPECT_EQ(c.seed, 0u);
}

TEST(Config, DefaultsOfTraining) {
  const TrainingConfig c = parse_training_config("{}");
  EXPECT_EQ(c.optimizer, OptimizerKind::adam);
  EXPECT_EQ(c.learning_rate, 0.01);
  EXPECT_EQ(c.schedule, ScheduleKind::constant);
  EXPECT_EQ(c.warmup_steps, 0);
  EXPECT_EQ(c.momentum, 0);
  EXPECT_EQ(c.batch_size, 64);
  EXPECT_EQ(c.clip_norm, 1);
  EXPECT_EQ(c.label_smoothing, 0);
  EXPECT_EQ(c.teacher_forcing, 1);
  EXPECT_EQ(c.steps, 600);
  EXPECT_EQ(c.seed, 0u);
}

// Bahdanau asks with the state before the step, Luong and the scaled dot product with the state after it.
TEST(Config, EachAttentionBringsItsPapersOrder) {
  for (const char* attention : {"none", "fixed", "additive"}) {
    EXPECT_EQ(models::config(R"({"attention": ")" + std::string(attention) + "\"}").query, QueryOrder::previous)
        << attention;
  }
  for (const char* attention : {"dot", "general", "concat", "scaled-dot"}) {
    EXPECT_EQ(models::config(R"({"attention": ")" + std::string(attention) + "\"}").query, QueryOrder::current)
        << attention;
  }
  EXPECT_EQ(models::config(R"({"attention": "dot", "query": "previous"})").query, QueryOrder::previous);
  EXPECT_EQ(models::config(R"({"attention": "additive", "query": "current"})").query, QueryOrder::current);

  // Over a task's own defaults a new attention brings its order along, and the same attention changes nothing.
  ModelConfig luong = models::config(R"({"attention": "dot", "inputFeeding": true})");
  EXPECT_EQ(parse_model_config(R"({"attention": "additive"})", luong).query, QueryOrder::previous);
  EXPECT_FALSE(parse_model_config(R"({"attention": "additive"})", luong).input_feeding);
  EXPECT_EQ(parse_model_config(R"({"attention": "dot"})", luong).query, QueryOrder::current);
  EXPECT_TRUE(parse_model_config(R"({"attention": "general"})", luong).input_feeding);
  EXPECT_EQ(parse_model_config(R"({"attention": "none"})", luong).query, QueryOrder::previous);
}

TEST(Config, SizesFollowHiddenUnlessGiven) {
  const ModelConfig small = models::config(R"({"hidden": 24})");
  EXPECT_EQ(small.encoder_hidden, 24);
  EXPECT_EQ(small.attention_size, 24);
  EXPECT_EQ(small.annotation(), 24);
  const ModelConfig both = models::config(R"({"hidden": 24, "encoder": "bidirectional"})");
  EXPECT_EQ(both.encoder_hidden, 12);
  EXPECT_EQ(both.annotation(), 24);
  EXPECT_EQ(models::config(R"({"encoder": "bidirectional"})").encoder_hidden, 16);
  const ModelConfig given =
      models::config(R"({"hidden": 24, "encoderHidden": 7, "attentionSize": 9, "bridge": "tanh"})");
  EXPECT_EQ(given.encoder_hidden, 7);
  EXPECT_EQ(given.attention_size, 9);

  ModelConfig defaults;
  defaults.attention_size = 64;
  EXPECT_EQ(parse_model_config("{}", defaults).attention_size, 64);
  EXPECT_EQ(parse_model_config(R"({"layers": 2})", defaults).attention_size, 64);
  EXPECT_EQ(parse_model_config(R"({"hidden": 16})", defaults).attention_size, 16);
  // Back from bidirectional: each direction is whole again.
  EXPECT_EQ(parse_model_config(R"({"encoder": "forward"})", both).encoder_hidden, 24);
}

TEST(Config, AFixedVectorDefaultsToABridgeThatCarriesIt) {
  ModelConfig defaults;
  defaults.bridge = BridgeKind::zero;
  EXPECT_EQ(parse_model_config(R"({"attention": "none"})", defaults).bridge, BridgeKind::state);
  EXPECT_EQ(parse_model_config(R"({"attention": "fixed"})", defaults).bridge, BridgeKind::zero);
}

TEST(Config, WholeNumbersMayBeWrittenAsReals) {
  EXPECT_EQ(models::config(R"({"hidden": 16.0})").hidden, 16);
  EXPECT_EQ(models::config(R"({"hidden": 1.6e1})").hidden, 16);
  EXPECT_EQ(models::config(R"({"seed": 9007199254740991})").seed, 9007199254740991u);
}

TEST(Config, LimitsThemselvesAreAccepted) {
  for (const char* text : {R"({"embedding": 1, "hidden": 1})", R"({"embedding": 1024, "hidden": 1024, "layers": 4})",
                           R"({"dropout": 0.9, "forgetBias": -10})", R"({"dropout": 0, "forgetBias": 10})"}) {
    EXPECT_NO_THROW(parse_model_config(text)) << text;
  }
  for (const char* text : {R"({"learningRate": 10, "momentum": 0.999, "batchSize": 4096, "steps": 10000000})",
                           R"({"learningRate": 1e-12, "momentum": 0, "batchSize": 1, "steps": 1, "clipNorm": 0})",
                           R"({"labelSmoothing": 0.9, "teacherForcing": 0, "warmupSteps": 1000000})"}) {
    EXPECT_NO_THROW(parse_training_config(text)) << text;
  }
}

TEST(Config, EveryMemberOfTheFamilyIsAccepted) {
  int count = 0;
  for (const std::string& cell : models::cells) {
    for (const std::string& attention : models::attentions) {
      for (const models::Member& member : models::family(cell, attention)) {
        EXPECT_EQ(to_json(parse_model_config(to_json(member.config))), to_json(member.config)) << member.name;
        ++count;
      }
    }
  }
  EXPECT_EQ(count, 3 * (2 + 5 * 2) * 3 * 2);
}

TEST(Config, AModelsJsonRoundTrip) {
  const std::string text =
      R"({"cell":"lstm","encoder":"bidirectional","attention":"scaled-dot","query":"current","inputFeeding":true,)"
      R"("output":"state+context+embedding","bridge":"tanh","embedding":11,"hidden":22,"encoderHidden":11,"attentionSize":13,)"
      R"("layers":3,"dropout":0.3,"forgetBias":-1.5,"sharedEmbedding":true,"seed":9007199254740991})";
  const ModelConfig c = parse_model_config(text);
  EXPECT_EQ(to_json(c), text);
  EXPECT_EQ(c.cell, CellKind::lstm);
  EXPECT_EQ(c.encoder, Direction::bidirectional);
  EXPECT_EQ(c.attention, AttentionKind::scaled_dot);
  EXPECT_EQ(c.query, QueryOrder::current);
  EXPECT_TRUE(c.input_feeding);
  EXPECT_EQ(c.output, OutputKind::state_context_embedding);
  EXPECT_EQ(c.bridge, BridgeKind::tanh);
  EXPECT_EQ(c.embedding, 11);
  EXPECT_EQ(c.hidden, 22);
  EXPECT_EQ(c.encoder_hidden, 11);
  EXPECT_EQ(c.attention_size, 13);
  EXPECT_EQ(c.layers, 3);
  EXPECT_EQ(c.dropout, 0.3);
  EXPECT_EQ(c.forget_bias, -1.5);
  EXPECT_TRUE(c.shared_embedding);
  EXPECT_EQ(c.seed, 9007199254740991u);
}

TEST(Config, TrainingsJsonRoundTrip) {
  const std::string text =
      R"({"optimizer":"sgd","learningRate":0.5,"schedule":"cosine","warmupSteps":10,"momentum":0.9,"batchSize":17,)"
      R"("clipNorm":2.5,"teacherForcing":0.75,"labelSmoothing":0.1,"steps":123,"seed":42})";
  const TrainingConfig c = parse_training_config(text);
  EXPECT_EQ(to_json(c), text);
  EXPECT_EQ(c.optimizer, OptimizerKind::sgd);
  EXPECT_EQ(c.learning_rate, 0.5);
  EXPECT_EQ(c.schedule, ScheduleKind::cosine);
  EXPECT_EQ(c.warmup_steps, 10);
  EXPECT_EQ(c.momentum, 0.9);
  EXPECT_EQ(c.batch_size, 17);
  EXPECT_EQ(c.clip_norm, 2.5);
  EXPECT_EQ(c.teacher_forcing, 0.75);
  EXPECT_EQ(c.label_smoothing, 0.1);
  EXPECT_EQ(c.steps, 123);
  EXPECT_EQ(c.seed, 42u);
}

// A saved configuration must bring back the very number, whatever its digits.
TEST(Config, RealNumbersKeepTheirBits) {
  lookback::Random random(1, "reals");
  for (int i = 0; i < 2000; ++i) {
    TrainingConfig c;
    c.learning_rate = random.uniform() * (i % 2 == 0 ? 1e-3 : 1) + 1e-9;
    c.momentum = random.uniform() * 0.9;
    c.clip_norm = random.uniform() * 1e5;
    const TrainingConfig back = parse_training_config(to_json(c));
    ASSERT_EQ(back.learning_rate, c.learning_rate);
    ASSERT_EQ(back.momentum, c.momentum);
    ASSERT_EQ(back.clip_norm, c.clip_norm);
  }
}

// One setting with a value that it cannot have.
struct Wrong {
  std::string setting, value;
};

std::vector<Wrong> wrong_settings(const std::vector<std::string>& settings, const std::vector<std::string>& values) {
  std::vector<Wrong> out;
  for (const std::string& setting : settings) {
    for (const std::string& value : values) out.push_back({setting, value});
  }
  return out;
}

// How a sentence shows a value.
std::string shown(const std::string& value) {
  if (value.front() == '[') return "a list";
  if (value.front() == '{') return "an object";
  return value == "1e9" ? "1000000000.0" : value;
}

// Each must be refused by a sentence that names the setting and shows the value.
template <class Parse>
void expect_refused(Parse parse, const std::vector<Wrong>& all) {
  for (const auto& [setting, value] : all) {
    const std::string text = "{\"" + setting + "\": " + value + "}";
    SCOPED_TRACE(text);
    expect_refusal([&] { parse(text); }, "bad-config", {"`" + setting + "` must be ", ", not " + shown(value) + "."});
  }
}

const auto parse_model = [](const std::string& text) { return parse_model_config(text); };
const auto parse_training = [](const std::string& text) { return parse_training_config(text); };
const std::vector<std::string> wrong_types = {"null", "\"16\"", "true",     "[]",       "{}",
                                              "[16]", "NaN",    "Infinity", "-Infinity"};

TEST(ConfigRefusal, SizesOfAModel) {
  const std::vector<std::string> sizes = {"embedding", "hidden", "encoderHidden", "attentionSize"};
  expect_refused(parse_model, wrong_settings(sizes, {"0", "-1", "-0.0", "1e9", "1e300", "1025", "1.5", "0.5"}));
  expect_refused(parse_model, wrong_settings(sizes, wrong_types));
  expect_refused(parse_model, wrong_settings({"layers"}, {"0", "-1", "5", "1e9", "1.5"}));
  expect_refused(parse_model, wrong_settings({"layers"}, wrong_types));
}

TEST(ConfigRefusal, RealNumbersOfAModel) {
  expect_refused(parse_model, wrong_settings({"dropout"}, {"-0.1", "0.95", "1.0", "1e9"}));
  expect_refused(parse_model, wrong_settings({"forgetBias"}, {"-10.5", "11", "1e9"}));
  expect_refused(parse_model, wrong_settings({"dropout", "forgetBias"}, wrong_types));
}

TEST(ConfigRefusal, ChoicesOfAModel) {
  const std::vector<std::string> choices = {"cell", "encoder", "attention", "query", "output", "bridge"};
  expect_refused(parse_model,
                 wrong_settings(choices, {"\"unknown\"", "\"\"", "\"GRU\"", "1", "0", "null", "true", "[]", "{}"}));
  expect_refusal([] { parse_model(R"({"cell": "transformer"})"); }, "bad-config",
                 {"'rnn', 'gru', 'lstm'", "\"transformer\""});
  expect_refusal([] { parse_model(R"({"attention": "Bahdanau"})"); }, "bad-config",
                 {"'none', 'fixed', 'additive', 'dot', 'general', 'concat', 'scaled-dot'"});
}

TEST(ConfigRefusal, YesAndNo) {
  expect_refused(parse_model,
                 wrong_settings({"inputFeeding", "sharedEmbedding"}, {"0", "1", "\"true\"", "null", "[]"}));
}

TEST(ConfigRefusal, Seeds) {
  const std::vector<std::string> wrong = {"-1", "0.5", "9007199254740993", "1e300", "\"1\"", "null", "true", "NaN"};
  expect_refused(parse_model, wrong_settings({"seed"}, wrong));
  expect_refused(parse_training, wrong_settings({"seed"}, wrong));
}

TEST(ConfigRefusal, NumbersOfTraining) {
  expect_refused(parse_training, wrong_settings({"batchSize"}, {"0", "-1", "4097", "1e9", "1.5"}));
  expect_refused(parse_training, wrong_settings({"steps"}, {"0", "-1", "10000001", "1e9", "1e300", "1.5"}));
  expect_refused(parse_training, wrong_settings({"warmupSteps"}, {"-1", "1e9", "1.5"}));
  expect_refused(parse_training, wrong_settings({"learningRate"}, {"0", "-1", "11", "1e9"}));
  expect_refused(parse_training, wrong_settings({"momentum"}, {"-1", "1", "1e9"}));
  expect_refused(parse_training, wrong_settings({"clipNorm"}, {"-1", "1e9"}));
  expect_refused(parse_training, wrong_settings({"labelSmoothing"}, {"-1", "1", "1e9"}));
  expect_refused(parse_training, wrong_settings({"teacherForcing"}, {"-1", "2", "1e9"}));
  expect_refused(parse_training, wrong_settings({"batchSize", "steps", "warmupSteps", "learningRate", "momentum",
                                                 "clipNorm", "labelSmoothing", "teacherForcing"},
                                                wrong_types));
  expect_refused(parse_training,
                 wrong_settings({"optimizer", "schedule"}, {"\"rmsprop\"", "\"\"", "1", "null", "true"}));
}

TEST(ConfigRefusal, UnknownSettings) {
  expect_refusal([] { parse_model(R"({"hiden": 32})"); }, "bad-config",
                 {"\"hiden\"", "hidden", "encoderHidden", "seed"});
  expect_refusal([] { parse_model(R"({"": 1})"); }, "bad-config", {"\"\""});
  expect_refusal([] { parse_model(R"({"learningRate": 0.1})"); }, "bad-config", {"\"learningRate\""});
  expect_refusal([] { parse_training(R"({"lr": 0.1})"); }, "bad-config", {"\"lr\"", "learningRate"});
  expect_refusal([] { parse_training(R"({"Steps": 10})"); }, "bad-config", {"\"Steps\"", "steps"});
}

TEST(ConfigRefusal, WhatIsNoObject) {
  for (const char* text : {"", " ", "nothing", "{", "{\"hidden\": }", "{\"hidden\": 32,}", "{} {}", "{hidden: 32}",
                           "\xff", "{\"\xc3\x28\": 1}"}) {
    SCOPED_TRACE(text);
    expect_refusal([&] { parse_model(text); }, "bad-config", {"The model's configuration is not JSON"});
    expect_refusal([&] { parse_training(text); }, "bad-config", {"The training's configuration is not JSON"});
  }
  for (const char* text : {"[]", "null", "5", "\"gru\"", "true", "[{}]"}) {
    SCOPED_TRACE(text);
    expect_refusal([&] { parse_model(text); }, "bad-config", {"must be a JSON object"});
  }
}

// A value of any size or depth is refused as any other: nothing overflows, and the sentence stays a sentence.
TEST(ConfigRefusal, ValuesOfAnySizeAndDepth) {
  const std::string deep = std::string(200000, '[') + std::string(200000, ']');
  expect_refusal([&] { parse_model("{\"hidden\": " + deep + "}"); }, "bad-config", {"`hidden`"});
  expect_refusal([&] { parse_model("{\"cell\": \"" + std::string(100000, 'x') + "\"}"); }, "bad-config",
                 {"`cell`", "\"xxx"});
  expect_refusal([&] { parse_model("{\"" + std::string(100000, 'x') + "\": 1}"); }, "bad-config", {"\"xxx"});
  std::string digits;
  for (int i = 0; i < 300; ++i) digits += "注";
  expect_refusal([&] { parse_model("{\"cell\": \"" + digits + "\"}"); }, "bad-config", {"`cell`", "\"注注"});
}

TEST(ConfigRefusal, Combinations) {
  const auto refused = [](const std::string& text, const std::vector<std::string>& mentions) {
    SCOPED_TRACE(text);
    expect_refusal([&] { parse_model(text); }, "bad-config", mentions);
  };
  refused(R"({"attention": "dot", "encoderHidden": 16, "bridge": "zero"})",
          {"dot product", "`hidden`", "`encoderHidden`", "32", "16"});
  refused(R"({"attention": "scaled-dot", "encoder": "bidirectional", "encoderHidden": 32, "bridge": "tanh"})",
          {"dot product", "64"});
  refused(R"({"encoderHidden": 16})", {"bridge 'state'", "`encoderHidden`", "'tanh'", "'zero'"});
  refused(R"({"encoder": "bidirectional", "encoderHidden": 32})", {"bridge 'state'", "64"});
  refused(R"({"encoder": "bidirectional", "hidden": 33})", {"`hidden`", "33", "`encoderHidden`"});
  refused(R"({"attention": "none", "bridge": "zero"})", {"'zero'", "'state'", "'tanh'"});
  refused(R"({"attention": "none", "query": "current"})", {"`query: 'current'`"});
  refused(R"({"attention": "fixed", "query": "current"})", {"`query: 'current'`"});
  refused(R"({"inputFeeding": true})", {"`inputFeeding`", "`query: 'current'`"});
  refused(R"({"attention": "dot", "query": "previous", "inputFeeding": true})", {"`inputFeeding`"});
  // And the way out of each.
  for (const char* text :
       {R"({"attention": "general", "encoderHidden": 16, "bridge": "tanh"})",
        R"({"encoderHidden": 16, "bridge": "zero"})",
        R"({"encoder": "bidirectional", "hidden": 33, "encoderHidden": 5, "bridge": "tanh"})",
        R"({"attention": "none", "bridge": "tanh"})", R"({"query": "current", "inputFeeding": true})"}) {
    EXPECT_NO_THROW(parse_model(text)) << text;
  }
}

TEST(ConfigRefusal, VocabulariesThatDoNotGoTogether) {
  using lookback::Model;
  const lookback::Vocabulary source = models::source_vocabulary(), target = models::target_vocabulary();
  lookback::Vocabulary headless = target, single, empty;
  headless.bos = -1;
  single.tokens = {"<bos>"};
  single.bos = 0;
  expect_refusal([&] { Model<float>(models::config(R"({"sharedEmbedding": true})"), source, target); }, "bad-config",
                 {"`sharedEmbedding`", "6", "7"});
  expect_refusal([&] { Model<float>(ModelConfig(), source, headless); }, "bad-config", {"`bos`"});
  expect_refusal([&] { Model<float>(ModelConfig(), source, single); }, "bad-config", {"vocabulary"});
  expect_refusal([&] { Model<float>(ModelConfig(), empty, target); }, "bad-config", {"vocabulary"});
  EXPECT_NO_THROW(Model<float>(models::config(R"({"sharedEmbedding": true})"), target, target));
}

}  // namespace
