// The core against PyTorch (tests/golden): for every stored case the forward pass, each gradient and 20 updates of Adam
// with clipping; and the loss curve, the decoded digits and the alignment of the tutorials' small model.

#include "golden.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <ostream>

#include "lookback/decode.h"
#include "lookback/loss.h"
#include "lookback/trainer.h"

namespace {

using golden::Value;
using lookback::BatchGradient;
using lookback::Index;
using lookback::Model;
using lookback::Pair;
using lookback::Parameters;
using lookback::Pass;
using lookback::Trainer;

constexpr double double_tolerance = 1e-9;  // of each element
constexpr double float_tolerance = 1e-5;   // of ‖Δ‖ / ‖p‖, for each tensor
constexpr double curve_tolerance = 5e-5;   // of each epoch's loss, relative

// One case of a file of cases, as a test's parameter.
struct Case {
  const Value* value;
  std::string name() const { return (*value)["name"].GetString(); }
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name(); }

std::vector<Case> cases() {
  static const std::vector<rapidjson::Document> files = [] {
    std::vector<rapidjson::Document> out;
    for (const char* cell : {"gru", "rnn", "lstm"}) out.push_back(golden::read(std::string(cell) + "_steps.json"));
    return out;
  }();
  std::vector<Case> out;
  for (const rapidjson::Document& file : files) {
    for (const Value& value : file.GetArray()) out.push_back({&value});
  }
  return out;
}

// "gru forward additive previous state state+context, one token" as GoogleTest wants it.
std::string test_name(const testing::TestParamInfo<Case>& info) {
  std::string out;
  for (const char c : info.param.name()) {
    if (std::isalnum(static_cast<unsigned char>(c))) {
      out += c;
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
  }
  return out;
}

// A trainer that is given the same pairs for every update.
template <class T>
Trainer<T> trainer(Model<T>& model, const Value& training, const std::vector<Pair>& pairs) {
  return Trainer<T>(model, lookback::parse_training_config(lookback::json::text(training)),
                    [pairs](std::uint64_t) {
                      return [pairs](Index, std::vector<Pair>& batch) {
                        batch = pairs;
                        return static_cast<Index>(pairs.size());
                      };
                    });
}

template <class T>
void expect_close(const std::string& what, const T* got, const std::vector<double>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_NEAR(got[i], expected[i], double_tolerance) << what << ", element " << i;
  }
}

// `flat` has the layout of the parameters; `stored` has each tensor by name.
template <class T>
void expect_tensors_close(const std::string& what, const Parameters<T>& parameters, const T* flat,
                          const Value& stored) {
  ASSERT_EQ(parameters.tensors().size(), stored.MemberCount());
  for (const lookback::Tensor& tensor : parameters.tensors()) {
    const std::vector<double> expected = golden::numbers(stored[tensor.name.c_str()]);
    ASSERT_EQ(static_cast<Index>(expected.size()), tensor.size());
    expect_close(what + " of " + tensor.name, flat + tensor.offset, expected);
  }
}

// ‖p − q‖ / ‖q‖ of one tensor.
double relative_distance(const float* p, const std::vector<double>& q) {
  double difference = 0, norm = 0;
  for (std::size_t i = 0; i < q.size(); ++i) {
    difference += (p[i] - q[i]) * (p[i] - q[i]);
    norm += q[i] * q[i];
  }
  return std::sqrt(difference / norm);
}

class Golden : public testing::TestWithParam<Case> {
protected:
  const Value& stored() const { return *GetParam().value; }
  double smoothing() const { return stored()["training"]["labelSmoothing"].GetDouble(); }
  template <class T>
  std::vector<Pair> pairs(const Model<T>& model) const {
    return golden::pairs(stored()["batch"], model.target_vocabulary().eos);
  }
};

TEST_P(Golden, Forward) {
  const Model<double> model = golden::model<double>(stored());
  const std::vector<Pair> batch = pairs(model);
  const Index rows = static_cast<Index>(batch.size());
  Pass<double> pass;
  pass.batch.fill(batch, lookback::order_by_length(batch), 0, rows, model.source_vocabulary(),
                  model.target_vocabulary());
  model.forward(pass);
  const lookback::View<double> logits = pass.decoder.logits;
  std::vector<double> scratch(static_cast<std::size_t>(logits.cols()));
  lookback::cross_entropy(logits, pass.batch.target_out, 0, 0, pass.losses, scratch.data());

  ASSERT_EQ(model.config().has_score(), !stored()["weights"].IsNull());
  for (Index b = 0; b < rows; ++b) {
    const int place = pass.batch.places[static_cast<std::size_t>(b)];
    const auto at = static_cast<rapidjson::SizeType>(place);
    const Index steps = static_cast<Index>(stored()["logits"][at].Size());
    ASSERT_EQ(steps, pass.batch.target_lengths[static_cast<std::size_t>(b)]);
    for (Index t = 0; t < steps; ++t) {
      const auto step = static_cast<rapidjson::SizeType>(t);
      const Index row = t * rows + b;
      const std::string where = " of sentence " + std::to_string(place) + ", step " + std::to_string(t);
      expect_close("logits" + where, logits.row(row), golden::numbers(stored()["logits"][at][step]));
      expect_close("loss" + where, &pass.losses[static_cast<std::size_t>(row)],
                   {stored()["nll"][at][step].GetDouble()});
      if (model.config().has_score()) {
        expect_close("weights" + where, pass.decoder.attention.weights.row(row),
                     golden::numbers(stored()["weights"][at][step]));
      }
    }
  }
}

TEST_P(Golden, Gradients) {
  const Model<double> model = golden::model<double>(stored());
  BatchGradient<double> batch(model);
  EXPECT_NEAR(batch.compute(pairs(model), smoothing()).loss, stored()["loss"].GetDouble(), double_tolerance);
  expect_tensors_close("gradient", model.parameters(), batch.gradient(), stored()["gradients"]);
  EXPECT_NEAR(lookback::global_norm(model.parameters().size(), batch.gradient()), stored()["gradientNorm"].GetDouble(),
              double_tolerance);
}

TEST_P(Golden, UpdatesInDouble) {
  Model<double> model = golden::model<double>(stored());
  Trainer<double> updates = trainer(model, stored()["training"], pairs(model));
  for (const double loss : golden::numbers(stored()["losses"])) {
    ASSERT_NEAR(updates.step().loss, loss, double_tolerance) << "at update " << updates.steps();
  }
  expect_tensors_close("weights", model.parameters(), model.parameters().data(), stored()["trained"]);
}

TEST_P(Golden, UpdatesInFloat) {
  Model<float> model = golden::model<float>(stored());
  Trainer<float> updates = trainer(model, stored()["training"], pairs(model));
  for (const double loss : golden::numbers(stored()["losses"])) {
    ASSERT_NEAR(updates.step().loss / loss, 1, float_tolerance) << "at update " << updates.steps();
  }
  for (const lookback::Tensor& tensor : model.parameters().tensors()) {
    const std::vector<double> expected = golden::numbers(stored()["trained"][tensor.name.c_str()]);
    EXPECT_LE(relative_distance(model.parameters().data() + tensor.offset, expected), float_tolerance) << tensor.name;
  }
}

INSTANTIATE_TEST_SUITE_P(PyTorch, Golden, testing::ValuesIn(cases()), test_name);

// Ids of the digits of "493039".
std::vector<int> digits(const Value& text) {
  std::vector<int> out;
  for (const char c : lookback::json::string(text)) out.push_back(c - '0');
  return out;
}

// 40 updates on all 2,000 sequences at once, as the tutorial trains it; then what it writes and where it looks.
TEST(GoldenSeedModel, CurveAndAlignmentInFloat) {
  const rapidjson::Document stored = golden::read("seed_model.json");
  std::vector<Pair> pairs;
  for (const Value& source : stored["sources"].GetArray()) {
    Pair pair;
    pair.source = digits(source);
    pair.target.assign(pair.source.rbegin(), pair.source.rend());
    pairs.push_back(std::move(pair));
  }
  ASSERT_EQ(pairs.size(), 2000u);

  Model<float> model = golden::model<float>(stored);
  Trainer<float> updates = trainer(model, stored["training"], pairs);
  const Value& expected = stored["double"];
  double worst = 0;
  for (const double loss : golden::numbers(expected["losses"])) {
    const double distance = std::abs(updates.step().loss / loss - 1);
    EXPECT_LE(distance, curve_tolerance) << "at epoch " << updates.steps();
    worst = std::max(worst, distance);
  }
  RecordProperty("largest_relative_difference", std::to_string(worst));

  const std::vector<lookback::Decoded> decoded =
      lookback::greedy(model, {pairs[0].source, pairs[1].source, pairs[2].source, pairs[3].source, pairs[4].source});
  for (rapidjson::SizeType i = 0; i < 5; ++i) EXPECT_EQ(decoded[i].tokens, digits(expected["predicted"][i]));
  ASSERT_EQ(decoded[0].weights.size(), 6u);
  for (rapidjson::SizeType i = 0; i < 6; ++i) {
    const std::vector<double> weights = golden::numbers(expected["weights"][i]);
    for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(decoded[0].weights[i][j], weights[j], 1e-3) << "row " << i;
  }
}

}  // namespace
