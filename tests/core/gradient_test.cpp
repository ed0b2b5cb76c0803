// Every gradient of the whole family of models against differences of the loss, in double. The measure of one weight is
//   |a − n| / max(|a|, |n|, 1e-3 ‖g‖∞) < 1e-6
// with a the gradient that core computes, n a central difference of fourth order and ‖g‖∞ the largest element of the
// whole gradient. One line is printed a configuration, naming its worst tensor. A small tensor could hide behind ‖g‖∞,
// so no element may differ by more than 1e-5 of its own tensor's largest either.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "lookback/loss.h"
#include "lookback/trainer.h"
#include "models.h"

namespace {

using lookback::BatchGradient;
using lookback::Chance;
using lookback::Index;
using lookback::Model;
using lookback::ModelConfig;
using lookback::Pair;
using lookback::Parameters;
using lookback::Pass;
using lookback::Tensor;

constexpr double bound = 1e-6, bound_within_tensor = 1e-5;
// The difference's error is about h⁴ f⁽⁵⁾ / 30 from truncation and 1e-16 / h from rounding; both are far below
// bound · 1e-3 ‖g‖∞ here.
constexpr double h = 1e-3;

// Four sentences of different lengths on both sides, so that sources and targets are padded.
std::vector<Pair> mixed_lengths() {
  lookback::Random random(1, "gradient");
  std::vector<Pair> pairs;
  for (const auto& [source, target] : {std::pair{2, 3}, {4, 1}, {1, 2}, {3, 2}}) {
    pairs.push_back(models::random_pair(random, source, target));
  }
  return pairs;
}

// The mean loss of `pairs` by one pass over all of them.
class Loss {
public:
  Loss(const Model<double>& model, const std::vector<Pair>& pairs, double smoothing, const Chance& chance)
      : model_(&model), smoothing_(smoothing), chance_(chance) {
    pass_.batch.fill(pairs, lookback::order_by_length(pairs), 0, static_cast<Index>(pairs.size()),
                     model.source_vocabulary(), model.target_vocabulary());
    targets_ = static_cast<double>(
        std::count_if(pass_.batch.target_out.begin(), pass_.batch.target_out.end(), [](int id) { return id >= 0; }));
    scratch_.resize(static_cast<std::size_t>(model.target_vocabulary().size()));
  }

  double operator()() {
    model_->forward(pass_, chance_);
    lookback::cross_entropy(pass_.decoder.logits, pass_.batch.target_out, smoothing_, 0, pass_.losses, scratch_.data());
    double total = 0;
    for (const double loss : pass_.losses) total += loss;
    return total / targets_;
  }

private:
  const Model<double>* model_;
  double smoothing_, targets_;
  Chance chance_;
  Pass<double> pass_;
  std::vector<double> scratch_;
};

double numeric_gradient(Model<double>& model, Loss& loss, Index weight) {
  const double start = model.parameters().data()[weight];
  const auto at = [&](double offset) {
    model.update([&](Parameters<double>& parameters) { parameters.data()[weight] = start + offset; });
    return loss();
  };
  const double n = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
  model.update([&](Parameters<double>& parameters) { parameters.data()[weight] = start; });
  return n;
}

struct Options {
  std::vector<Pair> pairs = mixed_lengths();
  double smoothing = 0;
  Chance chance = {};
  bool print_tensors = false;
};

// Starting weights keep every tanh nearly linear, and a query's part in an additive score then cancels in the softmax:
// with weights twice as large all tensors count.
void enlarge(Model<double>& model) {
  model.update([](Parameters<double>& parameters) {
    for (Index i = 0; i < parameters.size(); ++i) parameters.data()[i] *= 2;
  });
}

// A random sixth of a tensor, and six weights at least.
std::vector<Index> weights_to_check(const Tensor& tensor, lookback::Random& random) {
  std::vector<Index> places;
  for (Index i = 0; i < tensor.size(); ++i) places.push_back(tensor.offset + i);
  const std::size_t count = std::min(places.size(), std::max<std::size_t>(6, places.size() / 6));
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(places[i], places[i + random.below(static_cast<std::uint32_t>(places.size() - i))]);
  }
  places.resize(count);
  return places;
}

void check(const models::Member& member, const Options& options = {}) {
  SCOPED_TRACE(member.name);
  Model<double> model = models::model<double>(member.config);
  enlarge(model);
  BatchGradient<double> batch(model);
  const lookback::BatchLoss computed = batch.compute(options.pairs, options.smoothing, options.chance);
  const std::vector<double> gradient(batch.gradient(), batch.gradient() + model.parameters().size());
  Loss loss(model, options.pairs, options.smoothing, options.chance);
  ASSERT_NEAR(computed.loss, loss(), 1e-13);

  double largest = 0;
  for (const double g : gradient) largest = std::max(largest, std::abs(g));
  lookback::Random random(2, member.name);
  double worst = 0;
  std::string worst_tensor;
  std::size_t checked = 0;
  for (const Tensor& tensor : model.parameters().tensors()) {
    double worst_here = 0, farthest = 0;
    const std::vector<Index> places = weights_to_check(tensor, random);
    for (const Index place : places) {
      const double a = gradient[static_cast<std::size_t>(place)], n = numeric_gradient(model, loss, place);
      ASSERT_TRUE(std::isfinite(a) && std::isfinite(n)) << tensor.name;
      farthest = std::max(farthest, std::abs(a - n));
      worst_here = std::max(worst_here, std::abs(a - n) / std::max({std::abs(a), std::abs(n), 1e-3 * largest}));
    }
    const double* first = gradient.data() + tensor.offset;
    const double size = std::abs(
        *std::max_element(first, first + tensor.size(), [](double a, double b) { return std::abs(a) < std::abs(b); }));
    // A weight whose gradient is always zero would be a weight too many.
    EXPECT_GT(size, 1e-5 * largest) << tensor.name;
    EXPECT_LT(worst_here, bound) << tensor.name;
    EXPECT_LT(farthest, bound_within_tensor * size) << tensor.name;
    if (options.print_tensors) {
      std::printf("    %-32s %.1e   largest element %.1e, %zu of %td weights\n", tensor.name.c_str(), worst_here, size,
                  places.size(), tensor.size());
    }
    checked += places.size();
    if (worst_here >= worst) {
      worst = worst_here;
      worst_tensor = tensor.name;
    }
  }
  std::printf("  %-64s %.1e   %s (%zu of %td weights)\n", member.name.c_str(), worst, worst_tensor.c_str(), checked,
              model.parameters().size());
}

TEST(Gradient, OfEachTensorOfTheBaseModel) {
  Options options;
  options.print_tensors = true;
  check(models::member("gru", "additive", "previous", "bidirectional", 2, "tanh"), options);
}

class GradientFamily : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(GradientFamily, OrdersDirectionsAndLayers) {
  const auto& [cell, attention] = GetParam();
  for (const models::Member& member : models::family(cell, attention)) check(member);
}

std::string family_name(const testing::TestParamInfo<GradientFamily::ParamType>& info) {
  std::string out = std::get<0>(info.param) + "_" + std::get<1>(info.param);
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, GradientFamily,
                         testing::Combine(testing::ValuesIn(models::cells), testing::ValuesIn(models::attentions)),
                         family_name);

TEST(Gradient, OfEachBridge) {
  for (const std::string& cell : models::cells) {
    for (const std::string& direction : models::directions) {
      for (const int layers : {1, 2}) {
        check(models::member(cell, "additive", "previous", direction, layers, "state"));
        check(models::member(cell, "additive", "previous", direction, layers, "zero"));
      }
    }
    check(models::member(cell, "none", "previous", "bidirectional", 2, "state"));
    check(models::member(cell, "fixed", "previous", "bidirectional", 2, "state"));
    check(models::member(cell, "fixed", "previous", "bidirectional", 2, "zero"));
    check(models::member(cell, "general", "current", "bidirectional", 2, "state"));
    check(models::member(cell, "general", "current", "bidirectional", 2, "zero"));
  }
}

TEST(Gradient, OfInputFeeding) {
  for (const std::string& cell : models::cells) {
    for (const std::string& attention : models::attentions) {
      if (!models::has_score(attention)) continue;
      for (const int layers : {1, 2}) {
        check(models::member(cell, attention, "current", "backward", layers, "tanh", R"("inputFeeding": true)"));
      }
    }
  }
}

TEST(Gradient, OfAnOutputThatSeesTheEmbedding) {
  for (const std::string& attention : models::attentions) {
    for (const std::string& query : models::orders(attention)) {
      check(models::member("gru", attention, query, "backward", 1, "tanh", R"("output": "state+context+embedding")"));
    }
  }
}

TEST(Gradient, OfASharedEmbedding) {
  for (const std::string& cell : models::cells) {
    check(models::member(cell, "additive", "previous", "backward", 1, "tanh",
                         R"("sharedEmbedding": true, "output": "state+context+embedding")"));
    check(models::member(cell, "dot", "current", "backward", 1, "tanh", R"("sharedEmbedding": true)"));
  }
}

TEST(Gradient, OfLabelSmoothing) {
  Options options;
  options.smoothing = 0.1;
  for (const std::string& cell : models::cells) {
    check(models::member(cell, "additive", "previous", "backward", 1, "tanh"), options);
    check(models::member(cell, "scaled-dot", "current", "bidirectional", 1, "tanh"), options);
  }
}

TEST(Gradient, ThroughDropoutWithFrozenMasks) {
  Options options;
  options.chance.dropout = {0.4, 1234};
  for (const std::string& cell : models::cells) {
    for (const std::string& direction : models::directions) {
      check(models::member(cell, "additive", "previous", direction, 2, "tanh"), options);
      check(models::member(cell, "general", "current", direction, 2, "tanh", R"("inputFeeding": true)"), options);
    }
  }
}

// With its own tokens as inputs a model's choices are constants: a step too small to change one sees the same function.
TEST(Gradient, OfSampledInputs) {
  Options options;
  options.chance.teacher_forcing = 0.4;
  options.chance.dropout.key = 6;
  for (const std::string& cell : models::cells) {
    check(models::member(cell, "additive", "previous", "backward", 2, "tanh"), options);
    check(models::member(cell, "dot", "current", "backward", 1, "tanh", R"("inputFeeding": true)"), options);
  }
}

TEST(Gradient, OfFourLayers) {
  for (const std::string& cell : models::cells) {
    check(models::member(cell, "additive", "previous", "bidirectional", 4, "tanh"));
  }
}

// 33 sentences make two shards, of 16 and 17.
TEST(Gradient, OverSeveralShards) {
  Options options;
  lookback::Random random(3, "shards");
  options.pairs.clear();
  for (int i = 0; i < 33; ++i) {
    options.pairs.push_back(
        models::random_pair(random, 1 + static_cast<Index>(random.below(4)), 1 + static_cast<Index>(random.below(3))));
  }
  ASSERT_EQ(lookback::shard_count(33), 2);
  options.chance.dropout = {0.2, 5};
  check(models::member("lstm", "additive", "previous", "bidirectional", 2, "tanh"), options);
}

// A vocabulary without EOS: every target ends where it ends.
TEST(Gradient, WithoutEndOfSentence) {
  const models::Member member = models::member("gru", "additive", "previous", "forward", 1, "state");
  lookback::Vocabulary digits;
  digits.tokens = {"0", "1", "2", "3", "4", "5", "6"};
  digits.bos = 0;
  Model<double> model(member.config, digits, digits);
  const std::vector<Pair> pairs = mixed_lengths();
  BatchGradient<double> batch(model);
  EXPECT_EQ(batch.compute(pairs).targets, 3 + 1 + 2 + 2);
  const std::vector<double> gradient(batch.gradient(), batch.gradient() + model.parameters().size());
  Loss loss(model, pairs, 0, {});
  double largest = 0, worst = 0;
  for (const double g : gradient) largest = std::max(largest, std::abs(g));
  for (Index i = 0; i < model.parameters().size(); i += 3) {
    const double a = gradient[static_cast<std::size_t>(i)], n = numeric_gradient(model, loss, i);
    worst = std::max(worst, std::abs(a - n) / std::max({std::abs(a), std::abs(n), 1e-3 * largest}));
  }
  std::printf("  %-64s %.1e\n", "gru additive previous forward 1 layer, no EOS", worst);
  EXPECT_LT(worst, bound);
}

}  // namespace
