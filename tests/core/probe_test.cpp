// The probe of a fixed vector, on encoders whose final state holds one token by construction and nothing else; and the
// gradient by distance against differences of the first token's loss, by plain loops and through the layers.

#include "lookback/probe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bits.h"
#include "lookback/loss.h"
#include "models.h"
#include "refusal.h"

namespace {

using lookback::Index;
using lookback::Model;
using lookback::Pair;
using lookback::Parameters;
using lookback::Pass;
using lookback::ProbeResult;
using lookback::Recurrent;
using lookback::View;
using lookback::Vocabulary;

using Row = std::vector<double>;

// The probe.

Vocabulary digits() { return {{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}, 0, -1, -1}; }

// `length` random digits; a share `of_zero` of them is zero besides.
std::vector<Pair> digit_pairs(std::size_t count, Index length, std::string_view stream, double of_zero = 0) {
  lookback::Random random(6, stream);
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < count; ++i) {
    Pair pair;
    for (Index t = 0; t < length; ++t) {
      pair.source.push_back(random.uniform() < of_zero ? 0 : static_cast<int>(random.below(10)));
    }
    pair.target = pair.source;
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

// An encoder of ten units a layer and direction that hold the token read last, one unit a token, and forget all before.
// An LSTM holds it in its memory alone: its output gate is shut.
Model<float> last_token_model(const std::string& settings) {
  Model<float> model(models::config(R"({"embedding": 10, "hidden": 10, "encoderHidden": 10, "attention": "additive",
      "bridge": "tanh", )" + settings +
                                    "}"),
                     digits(), digits());
  model.update([](Parameters<float>& parameters) {
    for (std::size_t i = 0; i < parameters.tensors().size(); ++i) {
      const std::string& name = parameters.tensors()[i].name;
      const View<float> tensor = parameters.view(static_cast<Index>(i));
      if (name == "source.embedding") tensor.map().setIdentity();
      if (name.rfind("encoder.", 0) != 0) continue;
      tensor.map().setZero();
      const Index gates = (name.find("bias") == std::string::npos ? tensor.rows() : tensor.cols()) / 10;
      const Index candidate = gates == 4 ? 2 : 0;
      if (name.find("weight_ih") != std::string::npos) {
        // A second layer of two directions reads both of the first.
        for (Index c = 0; c < tensor.cols(); ++c) tensor(candidate * 10 + c % 10, c) = 2;
      } else if (name.find("bias_ih") != std::string::npos && gates == 4) {
        tensor.cols_from(0, 10).map().setConstant(50);    // input gate open
        tensor.cols_from(10, 10).map().setConstant(-50);  // forget everything
        tensor.cols_from(30, 10).map().setConstant(-50);  // output gate shut
      }
    }
  });
  return model;
}

ProbeResult probe(const Model<float>& model, Index position) {
  return lookback::probe(model, digit_pairs(400, 6, "training"), digit_pairs(300, 6, "test"), position);
}

TEST(Probe, ReadsTheLastTokenAndNoOther) {
  const Model<float> model = last_token_model(R"("cell": "rnn", "encoder": "forward")");
  const std::vector<Pair> training = digit_pairs(2000, 6, "training"), test = digit_pairs(500, 6, "test");
  for (const Index position : {Index(5), Index(0)}) {
    SCOPED_TRACE(position);
    const ProbeResult result = lookback::probe(model, training, test, position);
    EXPECT_EQ(result.position, position);
    EXPECT_EQ(result.trained, 2000);
    EXPECT_EQ(result.tested, 500);
    EXPECT_NEAR(result.chance, 0.1, 0.05);
    if (position == 5) {
      EXPECT_EQ(result.accuracy, 1);
      EXPECT_EQ(result.training_accuracy, 1);
    } else {
      EXPECT_NEAR(result.accuracy, 0.1, 0.05);
      EXPECT_LT(result.training_accuracy, 0.2);
    }
  }
  EXPECT_EQ(probe(model, -1).accuracy, 1);
  EXPECT_LT(probe(model, -2).accuracy, 0.2);
}

TEST(Probe, ReadsTheFirstTokenOfABackwardEncoder) {
  const Model<float> model = last_token_model(R"("cell": "rnn", "encoder": "backward")");
  EXPECT_EQ(probe(model, 0).accuracy, 1);
  EXPECT_EQ(probe(model, -6).accuracy, 1);
  EXPECT_LT(probe(model, 5).accuracy, 0.2);
}

TEST(Probe, ReadsBothEndsOfABidirectionalEncoder) {
  const Model<float> model = last_token_model(R"("cell": "rnn", "encoder": "bidirectional")");
  EXPECT_EQ(probe(model, 0).accuracy, 1);
  EXPECT_EQ(probe(model, 5).accuracy, 1);
  EXPECT_LT(probe(model, 3).accuracy, 0.2);
}

TEST(Probe, ReadsTheTopLayer) {
  Model<float> model = last_token_model(R"("cell": "rnn", "encoder": "forward", "layers": 2)");
  EXPECT_EQ(probe(model, 5).accuracy, 1);
  // The second layer hears nothing: what the first one holds does not count.
  model.update(
      [](Parameters<float>& parameters) { parameters.view(parameters.find("encoder.weight_ih_l1")).map().setZero(); });
  EXPECT_LT(probe(model, 5).accuracy, 0.2);
}

TEST(Probe, ReadsTheMemoryOfAnLstmToo) {
  const Model<float> model = last_token_model(R"("cell": "lstm", "encoder": "forward")");
  EXPECT_EQ(probe(model, 5).accuracy, 1);
  EXPECT_LT(probe(model, 4).accuracy, 0.2);
}

// Where nothing is held the best there is to say is the commonest token, which is right by its share.
TEST(Probe, ChanceIsTheCommonestTokensShare) {
  const Model<float> model = last_token_model(R"("cell": "rnn", "encoder": "forward")");
  const std::vector<Pair> training = digit_pairs(400, 6, "training", 0.6), test = digit_pairs(300, 6, "test", 0.6);
  const auto zeros = std::count_if(test.begin(), test.end(), [](const Pair& pair) { return pair.source[2] == 0; });
  const ProbeResult result = lookback::probe(model, training, test, 2);
  EXPECT_EQ(result.chance, static_cast<double>(zeros) / 300);
  EXPECT_NEAR(result.accuracy, result.chance, 0.03);
}

// A sentence that does not reach the position is left out; from its end each has its own place.
TEST(Probe, SentencesOfDifferentLengths) {
  const Model<float> model = last_token_model(R"("cell": "rnn", "encoder": "forward")");
  std::vector<Pair> training = digit_pairs(200, 6, "training"), test = digit_pairs(100, 6, "test");
  for (const Pair& pair : digit_pairs(150, 3, "shorter")) training.push_back(pair);
  for (const Pair& pair : digit_pairs(50, 3, "shorter test")) test.push_back(pair);
  const ProbeResult last = lookback::probe(model, training, test, -1);
  EXPECT_EQ(last.trained, 350);
  EXPECT_EQ(last.tested, 150);
  EXPECT_EQ(last.accuracy, 1);
  for (const Index position : {Index(5), Index(-4)}) {
    const ProbeResult reached = lookback::probe(model, training, test, position);
    EXPECT_EQ(reached.trained, 200);
    EXPECT_EQ(reached.tested, 100);
  }
  EXPECT_EQ(lookback::probe(model, training, test, 2).trained, 350);
}

TEST(Probe, IsTheSameEveryTime) {
  const Model<float> model = models::model<float>(models::config(R"({"hidden": 12})"));
  lookback::Random random(8, "same");
  std::vector<Pair> training, test;
  for (int i = 0; i < 200; ++i) training.push_back(models::random_pair(random, 4, 1));
  for (int i = 0; i < 100; ++i) test.push_back(models::random_pair(random, 4, 1));
  for (Index position = 0; position < 4; ++position) {
    const ProbeResult first = lookback::probe(model, training, test, position);
    const ProbeResult second = lookback::probe(model, training, test, position);
    EXPECT_EQ(first.accuracy, second.accuracy);
    EXPECT_EQ(first.training_accuracy, second.training_accuracy);
  }
}

TEST(Probe, TooFewSentencesAreRefused) {
  const Model<float> model = last_token_model(R"("cell": "rnn")");
  const std::vector<Pair> many = digit_pairs(20, 6, "training"), few = digit_pairs(9, 6, "test");
  const auto refused = [&](const std::vector<Pair>& training, const std::vector<Pair>& test, Index position) {
    expect_refusal([&] { lookback::probe(model, training, test, position); }, "bad-input", {"ten sentences"});
  };
  refused(few, many, 0);
  refused(many, few, 0);
  refused(many, many, 6);
  refused(many, many, -7);
  refused({}, {}, 0);
}

// The gradient by distance.

Model<double> lively(const models::Member& member) {
  Model<double> model = models::model<double>(member.config);
  model.update([](Parameters<double>& parameters) {
    for (Index i = 0; i < parameters.size(); ++i) parameters.data()[i] *= 2;
  });
  return model;
}

std::vector<Pair> pairs_of_length(std::size_t count, Index length) {
  lookback::Random random(9, "distance");
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < count; ++i) {
    pairs.push_back(models::random_pair(random, length, 1 + static_cast<Index>(random.below(3))));
  }
  return pairs;
}

double norm(const Row& row) {
  double square = 0;
  for (const double x : row) square += x * x;
  return std::sqrt(square);
}

// An RNN without attention by plain loops: h_t + offset, read on to the end, handed over, and −log p of the first
// token.
double plain_loss(const Model<double>& model, const Pair& pair, Index at, Index unit, double offset) {
  const auto view = [&](const std::string& name) { return model.parameters().view(model.parameters().find(name)); };
  const auto step = [&](const std::string& part, const double* x, const Row& h) {
    const View<const double> Wi = view(part + ".weight_ih_l0"), Wh = view(part + ".weight_hh_l0");
    const View<const double> bi = view(part + ".bias_ih_l0"), bh = view(part + ".bias_hh_l0");
    Row next;
    for (Index u = 0; u < Wh.rows(); ++u) {
      double total = bi(0, u) + bh(0, u);
      for (Index k = 0; k < Wi.cols(); ++k) total += Wi(u, k) * x[k];
      for (Index k = 0; k < Wh.cols(); ++k) total += Wh(u, k) * h[static_cast<std::size_t>(k)];
      next.push_back(std::tanh(total));
    }
    return next;
  };
  Row h(static_cast<std::size_t>(model.config().hidden), 0);
  for (std::size_t t = 0; t < pair.source.size(); ++t) {
    h = step("encoder", view("source.embedding").row(pair.source[t]), h);
    if (static_cast<Index>(t) == at) h[static_cast<std::size_t>(unit)] += offset;
  }
  h = step("decoder", view("target.embedding").row(model.target_vocabulary().bos), h);
  const View<const double> W = view("output.weight"), b = view("output.bias");
  Row logits;
  for (Index v = 0; v < W.rows(); ++v) {
    logits.push_back(b(0, v));
    for (Index k = 0; k < W.cols(); ++k) logits.back() += W(v, k) * h[static_cast<std::size_t>(k)];
  }
  double total = 0;
  for (const double x : logits) total += std::exp(x - logits[static_cast<std::size_t>(pair.target[0])]);
  return std::log(total);
}

TEST(GradientByDistance, OfAnRnnByPlainLoops) {
  constexpr Index T = 7;
  constexpr double h = 1e-5;
  const Model<double> model = lively(models::member("rnn", "none", "previous", "forward", 1, "state"));
  const std::vector<Pair> pairs = pairs_of_length(5, T);
  Row expected(T, 0);
  for (const Pair& pair : pairs) {
    for (Index k = 0; k < T; ++k) {
      Row gradient;
      for (Index u = 0; u < model.config().hidden; ++u) {
        gradient.push_back((plain_loss(model, pair, T - 1 - k, u, h) - plain_loss(model, pair, T - 1 - k, u, -h)) /
                           (2 * h));
      }
      expected[static_cast<std::size_t>(k)] += norm(gradient) / static_cast<double>(pairs.size());
    }
  }
  const Row got = lookback::gradient_by_distance(model, pairs);
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_NEAR(got[k], expected[k], 1e-9) << "distance " << k;
    EXPECT_GT(got[k], 0);
  }
}

// The first token's loss with `offset` added to one unit of the top layer's state after position t (→h of two
// directions), the layers run on from there.
double loss_of_changed_state(const Model<double>& model, Pass<double>& pass, Index t, Index unit, double offset) {
  model.encode(pass);
  lookback::EncoderLayerKept<double>& layer = pass.encoder.layers.back();
  lookback::RecurrentKept<double>& run = layer.direction[0];
  const Recurrent<double>& recurrent = model.encoder().layers().back()[0];
  const Index T = pass.batch.source_steps, H = recurrent.hidden();
  run.after(t)(0, unit) += offset;
  recurrent.input().forward(layer.input, run.gates);  // the pass has put the gates' values there
  if (run.reversed) {
    for (Index p = t; p-- > 0;) recurrent.forward(run, p, 1);
  } else {
    for (Index p = t + 1; p < T; ++p) recurrent.forward(run, p, 1);
  }
  if (model.config().directions() == 2) {
    layer.output.cols_from(0, H).map() = run.all_after().map();
    layer.final_state.cols_from(0, H).map() = run.after(T - 1).map();
    if (!layer.final_memory.empty()) layer.final_memory.cols_from(0, H).map() = run.memory_after(T - 1).map();
  }
  model.decoder().begin(pass.decoder, pass.arena, pass.batch, pass.encoder, pass.batch.target_steps, {});
  model.decoder().forward(pass.decoder, pass.batch.target_in);
  Row scratch(static_cast<std::size_t>(pass.decoder.logits.cols()));
  lookback::cross_entropy(pass.decoder.logits, pass.batch.target_out, 0, 0, pass.losses, scratch.data());
  return pass.losses[0];
}

TEST(GradientByDistance, OfTheFamilyThroughItsLayers) {
  constexpr Index T = 4;
  constexpr double h = 1e-5;
  const std::vector<Pair> pairs = pairs_of_length(2, T);
  for (const std::string& cell : models::cells) {
    for (const std::string& attention : models::attentions) {
      for (const models::Member& member : models::family(cell, attention)) {
        SCOPED_TRACE(member.name);
        const Model<double> model = lively(member);
        const Row got = lookback::gradient_by_distance(model, pairs);
        ASSERT_EQ(got.size(), static_cast<std::size_t>(T));
        Row expected(T, 0);
        for (const Pair& pair : pairs) {
          Pass<double> pass;
          pass.batch.fill(pair, model.source_vocabulary(), model.target_vocabulary());
          for (Index k = 0; k < T; ++k) {
            const Index t = model.config().encoder == lookback::Direction::backward ? k : T - 1 - k;
            Row gradient;
            for (Index u = 0; u < model.config().encoder_hidden; ++u) {
              const double above = loss_of_changed_state(model, pass, t, u, h),
                           below = loss_of_changed_state(model, pass, t, u, -h);
              gradient.push_back((above - below) / (2 * h));
            }
            expected[static_cast<std::size_t>(k)] += norm(gradient) / 2;
          }
        }
        for (std::size_t k = 0; k < expected.size(); ++k) {
          EXPECT_NEAR(got[k], expected[k], 1e-9) << "distance " << k;
          EXPECT_GT(got[k], 0) << "distance " << k;
        }
      }
    }
  }
}

// More sentences than are worked on at once; in float about the same.
TEST(GradientByDistance, IsTheMeanOverSentences) {
  const models::Member member = models::member("lstm", "none", "previous", "forward", 1, "state");
  const Model<double> model = models::model<double>(member.config);
  const std::vector<Pair> pairs = pairs_of_length(150, 6);
  Row mean(6, 0);
  for (const Pair& pair : pairs) {
    const Row one = lookback::gradient_by_distance(model, {pair});
    for (std::size_t k = 0; k < 6; ++k) mean[k] += one[k] / 150;
  }
  const Row got = lookback::gradient_by_distance(model, pairs);
  const Row in_float = lookback::gradient_by_distance(models::model<float>(member.config), pairs);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(got[k], mean[k], 1e-14);
    EXPECT_NEAR(in_float[k] / got[k], 1, 1e-4);
  }
}

// The loss is the first target token's: what follows it does not matter.
TEST(GradientByDistance, IsOfTheFirstTargetToken) {
  const Model<double> model = lively(models::member("gru", "additive", "previous", "forward", 1, "tanh"));
  const Row one = lookback::gradient_by_distance(model, {{{0, 1, 2, 3}, {4}, {}}});
  EXPECT_EQ(lookback::gradient_by_distance(model, {{{0, 1, 2, 3}, {4, 2, 6, 3}, {}}}), one);
  EXPECT_NE(lookback::gradient_by_distance(model, {{{0, 1, 2, 3}, {5}, {}}}), one);
}

TEST(GradientByDistance, LengthsThatDifferAreRefused) {
  const Model<float> model = models::model<float>(models::config("{}"));
  expect_refusal(
      [&] {
        lookback::gradient_by_distance(model, {{{1, 2}, {2}, {}}, {{1, 2, 3}, {2}, {}}});
      },
      "bad-input", {"one length"});
  expect_refusal([&] { lookback::gradient_by_distance(model, {}); }, "bad-input", {"at least one"});
}

}  // namespace
