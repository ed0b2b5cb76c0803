// The weights of a model: names and shapes as core/README.md has them, which is what makes a saved model one that
// PyTorch can load; and starting values, drawn for each tensor apart, within its bound, with an LSTM's forget gate
// open.

#include "lookback/parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "bits.h"
#include "models.h"

namespace {

using lookback::Index;
using lookback::Model;
using lookback::Tensor;

// "name [rows, cols]" of every tensor.
std::vector<std::string> names_and_shapes(const Model<float>& model) {
  std::vector<std::string> out;
  for (const Tensor& tensor : model.parameters().tensors()) {
    std::string text;
    for (const Index n : tensor.shape()) text += (text.empty() ? "" : ", ") + std::to_string(n);
    out.push_back(tensor.name + " [" + text + "]");
  }
  return out;
}

Model<float> model(const std::string& config) { return models::model<float>(models::config(config)); }

TEST(Parameters, OfAGruInBahdanausOrder) {
  const std::string sizes = R"("embedding": 3, "hidden": 4, "encoderHidden": 5, "attentionSize": 6, "bridge": "tanh")";
  EXPECT_THAT(
      names_and_shapes(model("{" + sizes + R"(, "encoder": "bidirectional"})")),
      testing::UnorderedElementsAre("source.embedding [6, 3]", "target.embedding [7, 3]",                            //
                                    "encoder.weight_ih_l0 [15, 3]", "encoder.weight_hh_l0 [15, 5]",                  //
                                    "encoder.bias_ih_l0 [15]", "encoder.bias_hh_l0 [15]",                            //
                                    "encoder.weight_ih_l0_reverse [15, 3]", "encoder.weight_hh_l0_reverse [15, 5]",  //
                                    "encoder.bias_ih_l0_reverse [15]", "encoder.bias_hh_l0_reverse [15]",            //
                                    "bridge.weight_l0 [4, 10]", "bridge.bias_l0 [4]",                                //
                                    "attention.W_a [6, 4]", "attention.U_a [6, 10]", "attention.v_a [6]",            //
                                    "decoder.weight_ih_l0 [12, 13]", "decoder.weight_hh_l0 [12, 4]",                 //
                                    "decoder.bias_ih_l0 [12]", "decoder.bias_hh_l0 [12]",                            //
                                    "output.weight [7, 14]", "output.bias [7]"));
}

TEST(Parameters, OfAnLstmInLuongsOrder) {
  const std::string config =
      R"({"cell": "lstm", "encoder": "backward", "attention": "general", "inputFeeding": true, "layers": 2,
    "embedding": 3, "hidden": 4, "encoderHidden": 5, "bridge": "tanh", "output": "state+context+embedding"})";
  EXPECT_THAT(
      names_and_shapes(model(config)),
      testing::UnorderedElementsAre(
          "source.embedding [6, 3]", "target.embedding [7, 3]",  //
          "encoder.weight_ih_l0 [20, 3]", "encoder.weight_hh_l0 [20, 5]", "encoder.bias_ih_l0 [20]",
          "encoder.bias_hh_l0 [20]", "encoder.weight_ih_l1 [20, 5]", "encoder.weight_hh_l1 [20, 5]",
          "encoder.bias_ih_l1 [20]", "encoder.bias_hh_l1 [20]", "bridge.weight_l0 [4, 5]", "bridge.bias_l0 [4]",
          "bridge.cell_weight_l0 [4, 5]", "bridge.cell_bias_l0 [4]", "bridge.weight_l1 [4, 5]", "bridge.bias_l1 [4]",
          "bridge.cell_weight_l1 [4, 5]", "bridge.cell_bias_l1 [4]", "attention.W_a [4, 5]", "attention.W_c [4, 9]",  //
          "decoder.weight_ih_l0 [16, 7]", "decoder.weight_hh_l0 [16, 4]", "decoder.bias_ih_l0 [16]",
          "decoder.bias_hh_l0 [16]", "decoder.weight_ih_l1 [16, 4]", "decoder.weight_hh_l1 [16, 4]",
          "decoder.bias_ih_l1 [16]", "decoder.bias_hh_l1 [16]", "output.weight [7, 7]", "output.bias [7]"));
}

// No attention has a weight that it does not need.
TEST(Parameters, OfEachAttention) {
  const auto attention_of = [](const std::string& attention) {
    std::vector<std::string> out;
    for (const std::string& text :
         names_and_shapes(model(R"({"hidden": 4, "attentionSize": 6, "attention": ")" + attention + "\"}"))) {
      if (text.rfind("attention.", 0) == 0) out.push_back(text.substr(10));
    }
    return out;
  };
  using testing::ElementsAre;
  using testing::IsEmpty;
  using testing::UnorderedElementsAre;
  EXPECT_THAT(attention_of("none"), IsEmpty());
  EXPECT_THAT(attention_of("fixed"), IsEmpty());
  EXPECT_THAT(attention_of("additive"), UnorderedElementsAre("W_a [6, 4]", "U_a [6, 4]", "v_a [6]"));
  EXPECT_THAT(attention_of("dot"), ElementsAre("W_c [4, 8]"));
  EXPECT_THAT(attention_of("scaled-dot"), ElementsAre("W_c [4, 8]"));
  EXPECT_THAT(attention_of("general"), UnorderedElementsAre("W_a [4, 4]", "W_c [4, 8]"));
  EXPECT_THAT(attention_of("concat"), UnorderedElementsAre("W_a [6, 8]", "v_a [6]", "W_c [4, 8]"));
}

TEST(Parameters, ASharedEmbeddingIsOneTable) {
  const std::vector<std::string> names = names_and_shapes(model(R"({"sharedEmbedding": true})"));
  EXPECT_THAT(names, testing::Contains("embedding [7, 16]"));
  EXPECT_EQ(std::count_if(names.begin(), names.end(),
                          [](const std::string& n) { return n.find("embedding [") != std::string::npos; }),
            1);
}

TEST(Parameters, FillOneBufferWithoutHolesOrOverlaps) {
  for (const std::string& cell : models::cells) {
    const Model<float> one =
        models::model<float>(models::member(cell, "additive", "current", "bidirectional", 2, "tanh").config);
    Index at = 0;
    std::set<std::string> names;
    for (std::size_t i = 0; i < one.parameters().tensors().size(); ++i) {
      const Tensor& tensor = one.parameters().tensors()[i];
      EXPECT_EQ(tensor.offset, at);
      EXPECT_EQ(one.parameters().find(tensor.name), static_cast<Index>(i));
      names.insert(tensor.name);
      at += tensor.size();
    }
    EXPECT_EQ(at, one.parameters().size());
    EXPECT_EQ(names.size(), one.parameters().tensors().size());
    EXPECT_EQ(one.parameters().find("nothing"), -1);
  }
}

std::vector<float> values(const Model<float>& of, const std::string& name) {
  const lookback::View<const float> view = of.parameters().view(of.parameters().find(name));
  return {view.data(), view.data() + view.size()};
}

// Uniform in ±bound, with the bounds of core/README.md: none beyond it, and the largest of many close to it.
TEST(Parameters, StartWithinTheirBounds) {
  const Model<float> gru =
      model(R"({"hidden": 24, "encoderHidden": 20, "embedding": 10, "attentionSize": 30, "bridge": "tanh"})");
  const auto check = [&](const std::string& name, double bound) {
    double largest = 0, sum = 0;
    const std::vector<float> all = values(gru, name);
    for (const float w : all) {
      largest = std::max(largest, std::abs(static_cast<double>(w)));
      sum += static_cast<double>(w);
    }
    const double n = static_cast<double>(all.size());
    EXPECT_LE(largest, bound * (1 + 1e-6)) << name;
    EXPECT_GT(largest, bound * (1 - 8 / n)) << name;
    EXPECT_NEAR(sum / n, 0, 4 * bound / std::sqrt(3 * n)) << name;
  };
  check("source.embedding", std::sqrt(3.0));
  check("target.embedding", std::sqrt(3.0));
  for (const char* name : {"weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0"}) {
    check(std::string("encoder.") + name, 1 / std::sqrt(20.0));
    check(std::string("decoder.") + name, 1 / std::sqrt(24.0));
  }
  check("bridge.weight_l0", 1 / std::sqrt(20.0));
  check("bridge.bias_l0", 1 / std::sqrt(20.0));
  check("attention.W_a", 1 / std::sqrt(24.0));
  check("attention.U_a", 1 / std::sqrt(20.0));
  check("attention.v_a", 1 / std::sqrt(30.0));
  check("output.weight", 1 / std::sqrt(44.0));
  check("output.bias", 1 / std::sqrt(44.0));
}

TEST(Parameters, AnLstmStartsWithItsForgetGateOpen) {
  for (const auto& [setting, expected] :
       {std::pair<std::string, float>{"", 1.0f}, {R"(, "forgetBias": -2.5)", -2.5f}}) {
    const Model<float> lstm =
        model(R"({"cell": "lstm", "hidden": 6, "layers": 2, "encoder": "bidirectional")" + setting + "}");
    int slices = 0;
    for (const Tensor& tensor : lstm.parameters().tensors()) {
      const bool input = tensor.name.find(".bias_ih_l") != std::string::npos;
      if (!input && tensor.name.find(".bias_hh_l") == std::string::npos) continue;
      const std::vector<float> bias = values(lstm, tensor.name);
      const std::size_t H = bias.size() / 4;
      for (std::size_t i = 0; i < bias.size(); ++i) {
        const bool forget = i / H == 1;
        if (forget) {
          EXPECT_EQ(bias[i], input ? expected : 0.0f) << tensor.name;
        } else {
          EXPECT_LE(std::abs(bias[i]), 1 / std::sqrt(static_cast<float>(H)) * 1.000001f) << tensor.name;
        }
      }
      ++slices;
    }
    EXPECT_EQ(slices, 2 * (2 * 2 + 2));
  }
}

// Every tensor draws from a stream of its own: to change one part of a configuration leaves the others' starts as they
// were.
TEST(Parameters, StartsDependOnSeedAndNameAlone) {
  const Model<float> base = model(R"({"seed": 3})"),
                     more = model(R"({"seed": 3, "attention": "concat", "bridge": "tanh"})"),
                     other = model(R"({"seed": 4})");
  int same = 0;
  for (const Tensor& tensor : base.parameters().tensors()) {
    EXPECT_FALSE(bits::equal(values(base, tensor.name), values(other, tensor.name))) << tensor.name;
    const Index place = more.parameters().find(tensor.name);
    if (place < 0) continue;
    const Tensor& there = more.parameters().tensors()[static_cast<std::size_t>(place)];
    if (there.shape() != tensor.shape() || there.bound != tensor.bound) continue;
    EXPECT_TRUE(bits::equal(values(base, tensor.name), values(more, tensor.name))) << tensor.name;
    ++same;
  }
  EXPECT_GE(same, 9);
  // Two tensors of one shape are not alike.
  EXPECT_FALSE(bits::equal(values(base, "encoder.bias_ih_l0"), values(base, "encoder.bias_hh_l0")));
  EXPECT_FALSE(bits::equal(values(base, "encoder.weight_hh_l0"), values(base, "decoder.weight_hh_l0")));
}

}  // namespace
