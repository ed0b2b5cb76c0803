// The trace of a pass: which tensors it names and their shapes for every cell, score, order, direction and depth, and
// that they hold together: each number is computed anew by plain loops from the tensors that a page would show beside
// it.

#include "lookback/trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bits.h"
#include "models.h"
#include "refusal.h"

namespace {

using lookback::AttentionKind;
using lookback::CellKind;
using lookback::Direction;
using lookback::Index;
using lookback::Model;
using lookback::ModelConfig;
using lookback::Pass;
using lookback::QueryOrder;
using lookback::TraceTensor;
using lookback::View;
using lookback::Vocabulary;

constexpr double tolerance = 1e-12;

using Row = std::vector<double>;

const std::vector<int> source = {3, 0, 5, 5}, target = {4, 2, 6};
constexpr Index Ts = 4, Tt = 4;  // EOS follows the target

// The tensors of a trace by name.
class Traced {
public:
  explicit Traced(const Model<double>& model) : model_(&model), tensors_(lookback::trace(model, source, target)) {
    for (const TraceTensor<double>& tensor : tensors_) by_name_[tensor.name] = &tensor;
    EXPECT_EQ(by_name_.size(), tensors_.size());  // no name twice
  }

  const std::vector<TraceTensor<double>>& tensors() const { return tensors_; }
  bool has(const std::string& name) const { return by_name_.contains(name); }
  const TraceTensor<double>& at(const std::string& name) const { return *by_name_.at(name); }
  Index rows(const std::string& name) const { return at(name).shape[0]; }
  Row row(const std::string& name, Index r) const {
    const TraceTensor<double>& tensor = at(name);
    const Index size = static_cast<Index>(tensor.data.size()) / tensor.shape[0];
    return {tensor.data.begin() + r * size, tensor.data.begin() + (r + 1) * size};
  }

  // W x (+ b) with parameters of the model.
  Row linear(const std::string& weight, const std::string& bias, const Row& x) const {
    const auto& parameters = model_->parameters();
    const View<const double> W = parameters.view(parameters.find(weight));
    EXPECT_EQ(W.cols(), static_cast<Index>(x.size())) << weight;
    Row out;
    for (Index r = 0; r < W.rows(); ++r) {
      double total = bias.empty() ? 0 : parameters.view(parameters.find(bias))(0, r);
      for (Index c = 0; c < W.cols(); ++c) total += W(r, c) * x[static_cast<std::size_t>(c)];
      out.push_back(total);
    }
    return out;
  }
  Row vector(const std::string& name) const {
    const View<const double> v = model_->parameters().view(model_->parameters().find(name));
    return {v.row(0), v.row(0) + v.cols()};
  }
  const Model<double>& model() const { return *model_; }

private:
  const Model<double>* model_;
  std::vector<TraceTensor<double>> tensors_;
  std::map<std::string, const TraceTensor<double>*> by_name_;
};

void expect_close(const Row& got, const Row& expected, const std::string& what) {
  ASSERT_EQ(got.size(), expected.size()) << what;
  for (std::size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], expected[i], tolerance) << what << ", element " << i;
}

Row joined(const std::vector<Row>& parts) {
  Row out;
  for (const Row& part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

Row part(const Row& row, Index first, Index count) { return {row.begin() + first, row.begin() + first + count}; }

double inner(const Row& a, const Row& b) {
  double total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) total += a[i] * b[i];
  return total;
}

// Names and shapes.

using Shapes = std::vector<std::pair<std::string, std::vector<Index>>>;

// A recurrent layer of H units over T steps.
void add_recurrent(Shapes& shapes, const std::string& name, CellKind cell, Index T, Index H) {
  const std::map<CellKind, std::vector<std::string>> gates = {
      {CellKind::rnn, {"candidate"}},
      {CellKind::gru, {"reset", "update", "candidate"}},
      {CellKind::lstm, {"input", "forget", "candidate", "output"}}};
  for (const std::string& gate : gates.at(cell)) {
    shapes.push_back({name + "." + gate + ".from_input", {T, H}});
    shapes.push_back({name + "." + gate + ".from_state", {T, H}});
  }
  if (cell == CellKind::gru) shapes.push_back({name + ".candidate.let_through", {T, H}});
  if (cell != CellKind::rnn) {
    for (const std::string& gate : gates.at(cell)) shapes.push_back({name + "." + gate, {T, H}});
  }
  if (cell == CellKind::lstm) shapes.push_back({name + ".squashed", {T, H}});
  shapes.push_back({name + ".start", {1, H}});
  shapes.push_back({name + ".state", {T, H}});
  if (cell != CellKind::lstm) return;
  shapes.push_back({name + ".start_memory", {1, H}});
  shapes.push_back({name + ".memory", {T, H}});
}

void add_softmax(Shapes& shapes, const std::string& name, Index n) {
  shapes.push_back({name + ".shift", {Tt, 1}});
  shapes.push_back({name + ".exponential", {Tt, n}});
  shapes.push_back({name + ".sum", {Tt, 1}});
}

Shapes expected_shapes(const ModelConfig& c, Index target_vocabulary) {
  const Index C = c.annotation(), H = c.hidden, A = c.attention_size, E = c.embedding;
  Shapes shapes = {{"source.embedding", {Ts, E}}};
  for (Index l = 0; l < c.layers; ++l) {
    const std::string name = "encoder.l" + std::to_string(l);
    if (c.encoder != Direction::backward) add_recurrent(shapes, name + ".forward", c.cell, Ts, c.encoder_hidden);
    if (c.encoder != Direction::forward) add_recurrent(shapes, name + ".backward", c.cell, Ts, c.encoder_hidden);
    shapes.push_back({name + ".final_state", {1, C}});
    if (c.cell == CellKind::lstm) shapes.push_back({name + ".final_memory", {1, C}});
  }
  shapes.push_back({"annotations", {Ts, C}});
  if (c.bridge == lookback::BridgeKind::tanh) {
    for (Index l = 0; l < c.layers; ++l) {
      shapes.push_back({"bridge.l" + std::to_string(l) + ".state", {1, H}});
      if (c.cell == CellKind::lstm) shapes.push_back({"bridge.l" + std::to_string(l) + ".memory", {1, H}});
    }
  }
  shapes.push_back({"target.embedding", {Tt, E}});
  for (Index l = 0; l < c.layers; ++l) add_recurrent(shapes, "decoder.l" + std::to_string(l), c.cell, Tt, H);
  if (c.has_score()) {
    const bool network = c.attention == AttentionKind::additive || c.attention == AttentionKind::concat;
    shapes.push_back({"queries", {Tt, H}});
    shapes.push_back({"keys", {Ts, network ? A : H}});
    if (network) {
      shapes.push_back({"projected_queries", {Tt, A}});
      shapes.push_back({"hidden", {Tt, Ts, A}});
    }
    if (c.attention == AttentionKind::scaled_dot) shapes.push_back({"products", {Tt, Ts}});
    shapes.push_back({"energies", {Tt, Ts}});
    add_softmax(shapes, "energies", Ts);
    shapes.push_back({"weights", {Tt, Ts}});
  }
  if (c.has_context()) shapes.push_back({"contexts", {Tt, C}});
  Index features = H;
  if (c.query == QueryOrder::current) {
    shapes.push_back({"attentional.joined", {Tt, H}});
    shapes.push_back({"attentional", {Tt, H}});
  } else if (c.has_context()) {
    features += C;
  }
  if (c.output == lookback::OutputKind::state_context_embedding) features += E;
  shapes.push_back({"features", {Tt, features}});
  shapes.push_back({"logits", {Tt, target_vocabulary}});
  add_softmax(shapes, "logits", target_vocabulary);
  shapes.push_back({"probabilities", {Tt, target_vocabulary}});
  shapes.push_back({"logits.log_sum", {Tt, 1}});
  shapes.push_back({"losses", {Tt, 1}});
  return shapes;
}

void check_shapes(const Traced& traced) {
  Shapes got;
  for (const TraceTensor<double>& tensor : traced.tensors()) {
    got.push_back({tensor.name, tensor.shape});
    Index size = 1;
    for (const Index n : tensor.shape) size *= n;
    EXPECT_EQ(size, static_cast<Index>(tensor.data.size())) << tensor.name;
    for (const double x : tensor.data) ASSERT_TRUE(std::isfinite(x)) << tensor.name;
  }
  EXPECT_EQ(got, expected_shapes(traced.model().config(), traced.model().target_vocabulary().size()));
}

// The arithmetic.

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// Gates from their two shares, states and memories from the gates; and the shares from input and state by the weights.
void check_recurrent(const Traced& traced, const std::string& name, const std::string& weights, bool reversed,
                     const std::vector<Row>& inputs) {
  const CellKind cell = traced.model().config().cell;
  const Index T = static_cast<Index>(inputs.size()), H = traced.at(name + ".state").shape[1];
  const std::size_t space = weights.find(' ');  // "encoder l0_reverse"
  const auto parameter = [&](const std::string& kind) {
    return weights.substr(0, space) + "." + kind + "_" + weights.substr(space + 1);
  };
  const std::vector<std::string> gates = cell == CellKind::rnn ? std::vector<std::string>{"candidate"}
                                         : cell == CellKind::gru
                                             ? std::vector<std::string>{"reset", "update", "candidate"}
                                             : std::vector<std::string>{"input", "forget", "candidate", "output"};
  for (Index p = 0; p < T; ++p) {
    const Index t = reversed ? T - 1 - p : p, last = reversed ? t + 1 : t - 1;
    const std::string where = name + ", step " + std::to_string(t);
    const Row before = p == 0 ? traced.row(name + ".start", 0) : traced.row(name + ".state", last);
    const Row from_input =
        traced.linear(parameter("weight_ih"), parameter("bias_ih"), inputs[static_cast<std::size_t>(t)]);
    const Row from_state = traced.linear(parameter("weight_hh"), parameter("bias_hh"), before);
    std::map<std::string, Row> of_input, of_state, expected;
    for (std::size_t g = 0; g < gates.size(); ++g) {
      const Index first = static_cast<Index>(g) * H;
      of_input[gates[g]] = part(from_input, first, H);
      of_state[gates[g]] = part(from_state, first, H);
      expect_close(traced.row(name + "." + gates[g] + ".from_input", t), of_input[gates[g]],
                   where + " " + gates[g] + " from input");
      expect_close(traced.row(name + "." + gates[g] + ".from_state", t), of_state[gates[g]],
                   where + " " + gates[g] + " from state");
    }
    for (std::size_t u = 0; u < static_cast<std::size_t>(H); ++u) {
      const auto sum = [&](const std::string& gate) { return of_input[gate][u] + of_state[gate][u]; };
      if (cell == CellKind::rnn) {
        expected["state"].push_back(std::tanh(sum("candidate")));
      } else if (cell == CellKind::gru) {
        const double r = sigmoid(sum("reset")), z = sigmoid(sum("update"));
        expected["candidate.let_through"].push_back(r * of_state["candidate"][u]);
        const double n = std::tanh(of_input["candidate"][u] + expected["candidate.let_through"].back());
        expected["reset"].push_back(r);
        expected["update"].push_back(z);
        expected["candidate"].push_back(n);
        expected["state"].push_back((1 - z) * n + z * before[u]);
      } else {
        const Row memory = p == 0 ? traced.row(name + ".start_memory", 0) : traced.row(name + ".memory", last);
        const double i = sigmoid(sum("input")), f = sigmoid(sum("forget")), g = std::tanh(sum("candidate"));
        const double o = sigmoid(sum("output")), c = f * memory[u] + i * g;
        expected["input"].push_back(i);
        expected["forget"].push_back(f);
        expected["candidate"].push_back(g);
        expected["output"].push_back(o);
        expected["memory"].push_back(c);
        expected["squashed"].push_back(std::tanh(c));
        expected["state"].push_back(o * std::tanh(c));
      }
    }
    for (const auto& [what, row] : expected) expect_close(traced.row(name + "." + what, t), row, where + " " + what);
  }
}

std::vector<Row> all_rows(const Traced& traced, const std::string& name) {
  std::vector<Row> out;
  for (Index r = 0; r < traced.rows(name); ++r) out.push_back(traced.row(name, r));
  return out;
}

void check_encoder(const Traced& traced) {
  const ModelConfig& c = traced.model().config();
  const bool forward = c.encoder != Direction::backward, backward = c.encoder != Direction::forward;
  for (Index j = 0; j < Ts; ++j) {
    const View<const double> table =
        traced.model().parameters().view(traced.model().parameters().find("source.embedding"));
    const double* row = table.row(source[static_cast<std::size_t>(j)]);
    EXPECT_EQ(traced.row("source.embedding", j), Row(row, row + table.cols()));
  }
  std::vector<Row> inputs = all_rows(traced, "source.embedding");
  for (Index l = 0; l < c.layers; ++l) {
    const std::string name = "encoder.l" + std::to_string(l), weights = "encoder l" + std::to_string(l);
    if (forward) check_recurrent(traced, name + ".forward", weights, false, inputs);
    if (backward) check_recurrent(traced, name + ".backward", weights + (forward ? "_reverse" : ""), true, inputs);
    std::vector<Row> output(static_cast<std::size_t>(Ts));
    std::vector<Row> last;
    for (const auto& [runs, direction, end] :
         {std::tuple{forward, ".forward", Ts - 1}, {backward, ".backward", Index(0)}}) {
      if (!runs) continue;
      EXPECT_EQ(traced.row(name + direction + ".start", 0), Row(static_cast<std::size_t>(c.encoder_hidden), 0));
      for (Index j = 0; j < Ts; ++j) {
        Row& h = output[static_cast<std::size_t>(j)];
        h = joined({h, traced.row(name + direction + ".state", j)});
      }
      last.push_back(traced.row(name + direction + ".state", end));
    }
    EXPECT_EQ(traced.row(name + ".final_state", 0), joined(last));
    inputs = output;
  }
  EXPECT_EQ(all_rows(traced, "annotations"), inputs);
}

void check_decoder(const Traced& traced) {
  const ModelConfig& c = traced.model().config();
  const bool current = c.query == QueryOrder::current;
  std::vector<int> fed = {traced.model().target_vocabulary().bos};
  fed.insert(fed.end(), target.begin(), target.end());
  std::vector<Row> inputs;
  for (Index i = 0; i < Tt; ++i) {
    const View<const double> table =
        traced.model().parameters().view(traced.model().parameters().find("target.embedding"));
    const double* row = table.row(fed[static_cast<std::size_t>(i)]);
    EXPECT_EQ(traced.row("target.embedding", i), Row(row, row + table.cols()));
    std::vector<Row> parts = {traced.row("target.embedding", i)};
    if (current && c.input_feeding) {
      parts.push_back(i == 0 ? Row(static_cast<std::size_t>(c.hidden), 0) : traced.row("attentional", i - 1));
    }
    if (!current && c.has_context()) parts.push_back(traced.row("contexts", i));
    inputs.push_back(joined(parts));
  }
  for (Index l = 0; l < c.layers; ++l) {
    const std::string name = "decoder.l" + std::to_string(l), n = std::to_string(l);
    check_recurrent(traced, name, "decoder l" + n, false, inputs);
    inputs = all_rows(traced, name + ".state");
    const auto check_start = [&](const std::string& start, const Row& final, const std::string& part_of_bridge) {
      if (c.bridge == lookback::BridgeKind::state) {
        EXPECT_EQ(traced.row(start, 0), final);
      } else if (c.bridge == lookback::BridgeKind::zero) {
        EXPECT_EQ(traced.row(start, 0), Row(static_cast<std::size_t>(c.hidden), 0));
      } else {
        Row expected = traced.linear("bridge." + part_of_bridge + "weight_l" + n,
                                     "bridge." + part_of_bridge + "bias_l" + n, final);
        expect_close(traced.row("bridge.l" + n + (part_of_bridge.empty() ? ".state" : ".memory"), 0), expected, start);
        for (double& x : expected) x = std::tanh(x);
        expect_close(traced.row(start, 0), expected, start);
      }
    };
    check_start(name + ".start", traced.row("encoder.l" + n + ".final_state", 0), "");
    if (c.cell != CellKind::lstm) continue;
    std::vector<Row> memories;
    if (c.encoder != Direction::backward) memories.push_back(traced.row("encoder.l" + n + ".forward.memory", Ts - 1));
    if (c.encoder != Direction::forward) memories.push_back(traced.row("encoder.l" + n + ".backward.memory", 0));
    EXPECT_EQ(traced.row("encoder.l" + n + ".final_memory", 0), joined(memories));
    check_start(name + ".start_memory", joined(memories), "cell_");
  }
}

// The largest, exp of the differences to it, and their sum.
void check_softmax(const Traced& traced, const std::string& name, Index i) {
  const Row values = traced.row(name, i), exponentials = traced.row(name + ".exponential", i);
  const double shift = traced.row(name + ".shift", i)[0];
  EXPECT_EQ(shift, *std::max_element(values.begin(), values.end()));
  double sum = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    EXPECT_NEAR(exponentials[k], std::exp(values[k] - shift), tolerance);
    sum += exponentials[k];
  }
  EXPECT_NEAR(traced.row(name + ".sum", i)[0], sum, tolerance);
}

void check_attention(const Traced& traced) {
  const ModelConfig& c = traced.model().config();
  const std::string top = "decoder.l" + std::to_string(c.layers - 1);
  if (c.attention == AttentionKind::fixed) {
    for (Index i = 0; i < Tt; ++i) {
      EXPECT_EQ(traced.row("contexts", i), traced.row("encoder.l" + std::to_string(c.layers - 1) + ".final_state", 0));
    }
  }
  if (!c.has_score()) return;
  const std::vector<Row> annotations = all_rows(traced, "annotations");
  for (Index i = 0; i < Tt; ++i) {
    const std::string where = "step " + std::to_string(i);
    const Row s = traced.row("queries", i);
    EXPECT_EQ(s, c.query == QueryOrder::current ? traced.row(top + ".state", i)
                 : i == 0                       ? traced.row(top + ".start", 0)
                                                : traced.row(top + ".state", i - 1));
    Row energies;
    for (Index j = 0; j < Ts; ++j) {
      const Row &h = annotations[static_cast<std::size_t>(j)], key = traced.row("keys", j);
      if (c.attention == AttentionKind::dot || c.attention == AttentionKind::scaled_dot) {
        EXPECT_EQ(key, h);
        if (c.attention == AttentionKind::scaled_dot) {
          EXPECT_NEAR(traced.row("products", i)[static_cast<std::size_t>(j)], inner(s, key), tolerance);
        }
        energies.push_back(inner(s, key) /
                           (c.attention == AttentionKind::dot ? 1 : std::sqrt(static_cast<double>(c.hidden))));
      } else if (c.attention == AttentionKind::general) {
        expect_close(key, traced.linear("attention.W_a", "", h), "key");
        energies.push_back(inner(s, key));
      } else {
        const Row projected = traced.row("projected_queries", i);
        if (c.attention == AttentionKind::additive) {
          expect_close(key, traced.linear("attention.U_a", "", h), "key");
          expect_close(projected, traced.linear("attention.W_a", "", s), "projected query");
        } else {
          const Row nothing_of_s(s.size(), 0), nothing_of_h(h.size(), 0);
          expect_close(key, traced.linear("attention.W_a", "", joined({nothing_of_s, h})), "key");
          expect_close(projected, traced.linear("attention.W_a", "", joined({s, nothing_of_h})), "projected query");
        }
        Row hidden;
        for (std::size_t a = 0; a < key.size(); ++a) hidden.push_back(std::tanh(projected[a] + key[a]));
        const Index A = c.attention_size;
        expect_close(part(traced.row("hidden", i), j * A, A), hidden, where + " hidden");
        energies.push_back(inner(traced.vector("attention.v_a"), hidden));
      }
    }
    expect_close(traced.row("energies", i), energies, where + " energies");
    check_softmax(traced, "energies", i);

    const Row weights = traced.row("weights", i);
    double total = 0, sum = 0;
    for (const double e : energies) total += std::exp(e);
    Row expected, context(annotations[0].size(), 0);
    for (std::size_t j = 0; j < weights.size(); ++j) {
      sum += weights[j];
      EXPECT_GT(weights[j], 0);
      expected.push_back(std::exp(energies[j]) / total);
      for (std::size_t k = 0; k < context.size(); ++k) context[k] += weights[j] * annotations[j][k];
    }
    EXPECT_NEAR(sum, 1, 1e-14);
    expect_close(weights, expected, where + " weights");
    expect_close(traced.row("contexts", i), context, where + " context");
  }
}

void check_output(const Traced& traced) {
  const ModelConfig& c = traced.model().config();
  for (Index i = 0; i < Tt; ++i) {
    const std::string where = "step " + std::to_string(i);
    const Row state = traced.row("decoder.l" + std::to_string(c.layers - 1) + ".state", i);
    std::vector<Row> parts;
    if (c.query == QueryOrder::current) {
      Row h_tilde = traced.linear("attention.W_c", "", joined({traced.row("contexts", i), state}));
      expect_close(traced.row("attentional.joined", i), h_tilde, where + " before h̃'s tanh");
      for (double& x : h_tilde) x = std::tanh(x);
      expect_close(traced.row("attentional", i), h_tilde, where + " attentional");
      parts.push_back(traced.row("attentional", i));
    } else {
      parts.push_back(state);
      if (c.has_context()) parts.push_back(traced.row("contexts", i));
    }
    if (c.output == lookback::OutputKind::state_context_embedding) parts.push_back(traced.row("target.embedding", i));
    EXPECT_EQ(traced.row("features", i), joined(parts));
    const Row logits = traced.linear("output.weight", "output.bias", traced.row("features", i));
    expect_close(traced.row("logits", i), logits, where + " logits");
    double total = 0;
    for (const double x : logits) total += std::exp(x);
    Row probabilities;
    for (const double x : logits) probabilities.push_back(std::exp(x) / total);
    expect_close(traced.row("probabilities", i), probabilities, where + " probabilities");
    check_softmax(traced, "logits", i);
    EXPECT_NEAR(traced.row("logits.log_sum", i)[0], std::log(total), tolerance);
    const Vocabulary& vocabulary = traced.model().target_vocabulary();
    const int next = i + 1 < Tt ? target[static_cast<std::size_t>(i)] : vocabulary.eos;
    EXPECT_NEAR(traced.row("losses", i)[0], -std::log(probabilities[static_cast<std::size_t>(next)]), tolerance);
  }
}

void check(const models::Member& member) {
  SCOPED_TRACE(member.name);
  Model<double> model = models::model<double>(member.config);
  model.update([](lookback::Parameters<double>& parameters) {
    for (Index i = 0; i < parameters.size(); ++i) parameters.data()[i] *= 2;
  });
  const Traced traced(model);
  check_shapes(traced);
  check_encoder(traced);
  check_decoder(traced);
  check_attention(traced);
  check_output(traced);
}

class TraceFamily : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(TraceFamily, NamesShapesAndArithmetic) {
  const auto& [cell, attention] = GetParam();
  for (const models::Member& member : models::family(cell, attention)) check(member);
  for (const std::string& query : models::orders(attention)) {
    const std::string embedding = R"("output": "state+context+embedding")";
    check(models::member(cell, attention, query, "backward", 1, "state", embedding));
    check(models::member(cell, attention, query, "bidirectional", 2, "state", embedding));
    if (attention != "none") check(models::member(cell, attention, query, "forward", 2, "zero"));
    if (query == "current")
      check(models::member(cell, attention, query, "bidirectional", 2, "tanh", R"("inputFeeding": true)"));
  }
}

std::string family_name(const testing::TestParamInfo<TraceFamily::ParamType>& info) {
  std::string out = std::get<0>(info.param) + "_" + std::get<1>(info.param);
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, TraceFamily,
                         testing::Combine(testing::ValuesIn(models::cells), testing::ValuesIn(models::attentions)),
                         family_name);

// In float, which a page shows, the numbers are the pass's own, to the bit.
TEST(Trace, HoldsThePassItself) {
  const Model<float> model = models::model<float>(models::config(R"({"cell": "lstm", "encoder": "bidirectional"})"));
  Pass<float> pass;
  pass.batch.fill({source, target, {}}, model.source_vocabulary(), model.target_vocabulary());
  model.forward(pass);
  std::map<std::string, std::vector<float>> tensors;
  for (TraceTensor<float>& tensor : lookback::trace(model, source, target))
    tensors[tensor.name] = std::move(tensor.data);
  const auto same = [&](const std::string& name, View<float> m) {
    std::vector<float> data;
    for (Index r = 0; r < m.rows(); ++r) data.insert(data.end(), m.row(r), m.row(r) + m.cols());
    return bits::equal(tensors.at(name), data);
  };
  EXPECT_TRUE(same("annotations", pass.encoder.annotations()));
  EXPECT_TRUE(same("energies", pass.decoder.attention.energies));
  EXPECT_TRUE(same("weights", pass.decoder.attention.weights));
  EXPECT_TRUE(same("contexts", pass.decoder.contexts));
  EXPECT_TRUE(same("logits", pass.decoder.logits));
}

// At a forced step the weights are those given, scaled, and the pass goes on from their context; before it nothing changes.
TEST(Trace, ForcedWeights) {
  const Model<double> model = models::model<double>(models::config(R"({"encoder": "bidirectional"})"));
  const auto by_name = [&](const std::vector<lookback::ForcedWeights>& forced) {
    std::map<std::string, TraceTensor<double>> out;
    for (TraceTensor<double>& tensor : lookback::trace(model, source, target, forced)) out[tensor.name] = std::move(tensor);
    return out;
  };
  const auto row = [](const TraceTensor<double>& tensor, Index r) { return part(tensor.data, r * tensor.shape[1], tensor.shape[1]); };
  auto plain = by_name({}), forced = by_name({{1, {0, 0, 3, 0}}});
  EXPECT_EQ(row(forced["weights"], 1), (Row{0, 0, 1, 0}));
  EXPECT_EQ(row(forced["contexts"], 1), row(forced["annotations"], 2));
  EXPECT_EQ(row(forced["energies"], 1), row(plain["energies"], 1));
  EXPECT_EQ(row(forced["logits"], 0), row(plain["logits"], 0));
  EXPECT_NE(row(forced["logits"], 1), row(plain["logits"], 1));
  EXPECT_NE(row(forced["logits"], 2), row(plain["logits"], 2));
  expect_refusal([&] { lookback::trace(model, source, target, {{0, {1, 1}}}); }, "bad-input", {"4 source tokens"});
  const Model<double> without = models::model<double>(models::config(R"({"attention": "none"})"));
  expect_refusal([&] { lookback::trace(without, source, target, {{0, {1, 0, 0, 0}}}); }, "bad-input", {"no weights"});
}

// One token on each side, and no EOS.
TEST(Trace, OfOneToken) {
  const lookback::Vocabulary words{{"a", "b", "c"}, 0, -1, -1};
  const Model<double> model(models::config(R"({"hidden": 4})"), words, words);
  for (const TraceTensor<double>& tensor : lookback::trace(model, {1}, {2})) {
    EXPECT_EQ(tensor.shape[0], 1) << tensor.name;
    if (tensor.name == "weights") {
      EXPECT_EQ(tensor.data, (Row{1}));
    }
  }
}

TEST(Trace, TokensThatAreNotThereAreRefused) {
  const Model<float> model = models::model<float>(models::config("{}"));
  expect_refusal([&] { lookback::trace(model, {}, {2}); }, "bad-input", {"source"});
  expect_refusal([&] { lookback::trace(model, {1}, {}); }, "bad-input", {"target"});
  expect_refusal([&] { lookback::trace(model, {6}, {2}); }, "bad-input", {"source"});
  expect_refusal([&] { lookback::trace(model, {1}, {-1}); }, "bad-input", {"target"});
}

}  // namespace
