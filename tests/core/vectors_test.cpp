// tests/golden/vectors.json replayed whole through the core's own layers, in double: recurrent cells, attentions,
// softmax, a tiny encoder-decoder, Adam and clipping, each with every gradient that is stored. PyTorch made the
// numbers, and not through this project's reference model, so that an error of both would show.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "golden.h"
#include "lookback/attention.h"
#include "lookback/decode.h"
#include "lookback/loss.h"
#include "lookback/math.h"
#include "lookback/recurrent.h"
#include "lookback/trainer.h"

namespace {

using golden::Value;
using lookback::Arena;
using lookback::AttentionKind;
using lookback::CellKind;
using lookback::Gradients;
using lookback::Index;
using lookback::Contributions;
using lookback::Parameters;
using lookback::View;

constexpr double tolerance = 1e-9;  // of each element, relative where it is larger than one

using Numbers = std::vector<double>;

const rapidjson::Document& vectors() {
  static const rapidjson::Document document = golden::read("vectors.json");
  return document;
}

// Nested lists as one.
Numbers flat(const Value& value) {
  if (value.IsNumber()) return {value.GetDouble()};
  Numbers out;
  for (const Value& part : value.GetArray()) {
    const Numbers numbers = flat(part);
    out.insert(out.end(), numbers.begin(), numbers.end());
  }
  return out;
}

std::vector<Index> shape(const Value& value) {
  std::vector<Index> out;
  for (const Value* v = &value; v->IsArray(); v = &(*v)[0]) out.push_back(static_cast<Index>(v->Size()));
  return out;
}

void expect_close(const std::string& what, const Numbers& got, const Numbers& expected) {
  ASSERT_EQ(got.size(), expected.size()) << what;
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_NEAR(got[i], expected[i], tolerance * std::max(1.0, std::abs(expected[i]))) << what << ", element " << i;
  }
}

Numbers values(View<const double> m) {
  Numbers out;
  for (Index r = 0; r < m.rows(); ++r) out.insert(out.end(), m.row(r), m.row(r) + m.cols());
  return out;
}

void copy_to(View<double> m, const Numbers& numbers) {
  ASSERT_EQ(static_cast<std::size_t>(m.size()), numbers.size());
  for (Index r = 0; r < m.rows(); ++r) {
    std::copy_n(numbers.begin() + r * m.cols(), m.cols(), m.row(r));
  }
}

// [B, T, n] as the file has it to the rows t·B + b of a pass, and back.
Numbers time_major(const Numbers& numbers, Index B, Index T) {
  Numbers out;
  const Index n = static_cast<Index>(numbers.size()) / (B * T);
  for (Index t = 0; t < T; ++t) {
    for (Index b = 0; b < B; ++b) {
      const auto from = numbers.begin() + (b * T + t) * n;
      out.insert(out.end(), from, from + n);
    }
  }
  return out;
}

Numbers batch_major(const Numbers& numbers, Index B, Index T) { return time_major(numbers, T, B); }

void set(Parameters<double>& parameters, const std::string& name, const Numbers& numbers) {
  const Index place = parameters.find(name);
  ASSERT_GE(place, 0) << name;
  copy_to(parameters.view(place), numbers);
}

Numbers gradient_of(const Parameters<double>& parameters, Gradients<double>& gradients, const std::string& name) {
  return values(gradients.view(parameters.find(name)));
}

double sum_of_products(const Numbers& a, const Numbers& b) {
  double total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) total += a[i] * b[i];
  return total;
}

// Cells. The loss is Σ y · loss_weights.

const std::map<std::string, std::string> cell_parameters = {
    {"Wi", "cell.weight_ih_l0"}, {"Wh", "cell.weight_hh_l0"}, {"bi", "cell.bias_ih_l0"}, {"bh", "cell.bias_hh_l0"}};

struct CellRun {
  Numbers y, final_memory;
  double loss = 0;
  std::map<std::string, Numbers> gradients;  // by the file's names
};

CellRun run_cell(CellKind kind, const Value& stored) {
  const Value& inputs = stored["inputs"];
  const Index B = shape(inputs["x"])[0], T = shape(inputs["x"])[1], size = shape(inputs["x"])[2];
  const Index H = shape(inputs["h0"])[1];
  const Numbers loss_weights = time_major(flat(stored["loss_weights"]), B, T);

  Parameters<double> parameters;
  lookback::Recurrent<double> layer(parameters, kind, "cell", "l0", {size}, H);
  for (const auto& [theirs, ours] : cell_parameters) set(parameters, ours, flat(inputs[theirs.c_str()]));
  lookback::prepare(layer, parameters);

  Arena<double> arena;
  const View<double> x = arena.matrix(T * B, size);
  copy_to(x, time_major(flat(inputs["x"]), B, T));
  lookback::RecurrentKept<double> kept;
  layer.begin(kept, arena, T, B, false);
  copy_to(kept.start(), flat(inputs["h0"]));
  if (layer.cell().has_memory()) copy_to(kept.start_memory(), flat(inputs["c0"]));
  layer.input().forward(x, kept.gates);
  for (Index t = 0; t < T; ++t) layer.forward(kept, t, B);

  CellRun run;
  run.y = values(kept.all_after());
  run.loss = sum_of_products(run.y, loss_weights);
  run.y = batch_major(run.y, B, T);
  if (layer.cell().has_memory()) run.final_memory = values(kept.memory_after(T - 1));

  Gradients<double> gradients(parameters);
  Contributions<double> contributions;
  const View<double> d_y = arena.matrix(T * B, H), d_state = arena.zeros(B, H);
  const View<double> d_memory = layer.cell().has_memory() ? arena.zeros(B, H) : View<double>();
  copy_to(d_y, loss_weights);
  for (Index t = T; t-- > 0;) {
    d_state.map() += d_y.block(t, B).map();
    layer.backward(kept, t, B, d_state, d_memory);
  }
  layer.backward_weights(kept, {x}, contributions);
  gradients.add(contributions);
  const View<double> d_x = arena.matrix(T * B, size);
  layer.input().backward(kept.gates, d_x);

  for (const auto& [theirs, ours] : cell_parameters) run.gradients[theirs] = gradient_of(parameters, gradients, ours);
  run.gradients["x"] = batch_major(values(d_x), B, T);
  run.gradients["h0"] = values(d_state);
  if (layer.cell().has_memory()) run.gradients["c0"] = values(d_memory);
  return run;
}

void expect_cell(CellKind kind, const std::string& name) {
  SCOPED_TRACE(name);
  const Value& stored = vectors()["cells"][name.c_str()];
  const CellRun run = run_cell(kind, stored);
  expect_close("y", run.y, flat(stored["y"]));
  expect_close("loss", {run.loss}, flat(stored["loss"]));
  EXPECT_EQ(run.final_memory.empty(), stored["final_c"].IsNull());
  if (!stored["final_c"].IsNull()) expect_close("final c", run.final_memory, flat(stored["final_c"]));
  ASSERT_EQ(run.gradients.size(), stored["grads"].MemberCount());
  for (const auto& [part, numbers] : run.gradients)
    expect_close("d" + part, numbers, flat(stored["grads"][part.c_str()]));
}

TEST(Vectors, Rnn) { expect_cell(CellKind::rnn, "rnn"); }
TEST(Vectors, Gru) { expect_cell(CellKind::gru, "gru"); }
TEST(Vectors, Lstm) { expect_cell(CellKind::lstm, "lstm"); }

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// The states of a GRU by plain loops: with the reset gate after W_hn h + b_hn, as PyTorch has it, or before, as in Cho
// et al. 2014: n = tanh(W_in x + b_in + W_hn (r ⊙ h) + b_hn).
Numbers plain_gru(const Value& inputs, bool reset_after) {
  const auto at = [](const Value& m, Index r, Index c) {
    return m[static_cast<rapidjson::SizeType>(r)][static_cast<rapidjson::SizeType>(c)].GetDouble();
  };
  const Index B = shape(inputs["x"])[0], T = shape(inputs["x"])[1], H = shape(inputs["h0"])[1];
  const Numbers bi = flat(inputs["bi"]), bh = flat(inputs["bh"]);
  Numbers y;
  for (rapidjson::SizeType b = 0; b < static_cast<rapidjson::SizeType>(B); ++b) {
    Numbers h = flat(inputs["h0"][b]);
    for (rapidjson::SizeType t = 0; t < static_cast<rapidjson::SizeType>(T); ++t) {
      const Numbers x = flat(inputs["x"][b][t]);
      const auto of_input = [&](Index row) {
        double total = bi[static_cast<std::size_t>(row)];
        for (std::size_t k = 0; k < x.size(); ++k) total += at(inputs["Wi"], row, static_cast<Index>(k)) * x[k];
        return total;
      };
      const auto of_state = [&](Index row, const Numbers& state) {
        double total = bh[static_cast<std::size_t>(row)];
        for (std::size_t k = 0; k < state.size(); ++k) total += at(inputs["Wh"], row, static_cast<Index>(k)) * state[k];
        return total;
      };
      Numbers r, reset, next;
      for (Index u = 0; u < H; ++u) {
        r.push_back(sigmoid(of_input(u) + of_state(u, h)));
        reset.push_back(r.back() * h[static_cast<std::size_t>(u)]);
      }
      for (Index u = 0; u < H; ++u) {
        const double z = sigmoid(of_input(H + u) + of_state(H + u, h));
        const double from_state =
            reset_after ? r[static_cast<std::size_t>(u)] * of_state(2 * H + u, h) : of_state(2 * H + u, reset);
        const double n = std::tanh(of_input(2 * H + u) + from_state);
        next.push_back((1 - z) * n + z * h[static_cast<std::size_t>(u)]);
      }
      h = next;
      y.insert(y.end(), h.begin(), h.end());
    }
  }
  return y;
}

double largest_difference(const Numbers& a, const Numbers& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

// `gru_reset_before` is Cho et al.'s recurrence, which PyTorch and Lookback do not have: there the reset gate scales
// the state before W_hn, here it scales W_hn h + b_hn. The two are different functions of the same weights, and our
// cell must not be the other one. That the stored numbers are what this says is checked by plain loops.
TEST(Vectors, TheGruIsTheOneThatResetsAfterTheProduct) {
  const Value& after = vectors()["cells"]["gru"];
  const Value& before = vectors()["cells"]["gru_reset_before"];
  expect_close("reset after, by plain loops", plain_gru(after["inputs"], true), flat(after["y"]));
  expect_close("reset before, by plain loops", plain_gru(before["inputs"], false), flat(before["y"]));

  const CellRun ours = run_cell(CellKind::gru, before);
  expect_close("our cell on those inputs", ours.y, plain_gru(before["inputs"], true));
  EXPECT_GT(largest_difference(ours.y, flat(before["y"])), 1e-3);
  EXPECT_GT(largest_difference(ours.gradients.at("Wh"), flat(before["grads"]["Wh"])), 1e-3);
  EXPECT_GT(std::abs(ours.loss - before["loss"].GetDouble()), 1e-3);
}

TEST(Vectors, EveryStoredCellIsReplayed) {
  std::set<std::string> names;
  for (const auto& member : vectors()["cells"].GetObject()) names.insert(member.name.GetString());
  EXPECT_EQ(names, (std::set<std::string>{"_about", "rnn", "gru", "gru_reset_before", "lstm"}));
}

// Attention. The loss is Σ c · loss_weights. The stored additive score has a bias inside its tanh, which Lookback's has
// not: it is a column of U_a beside a last annotation component that is always 1, whose share of the context no loss
// sees.

struct AttentionCase {
  std::string name;
  AttentionKind kind;
  bool constant;                                    // a component of 1 at the end of each annotation
  std::map<std::string, std::string> of_our_names;  // a tensor of ours, and the one of the file that it is
};

class VectorsOfAttention : public testing::TestWithParam<AttentionCase> {
protected:
  static constexpr const char* joined = "Wk and b";  // U_a of the additive score

  const Value& stored() const { return vectors()["attention"][GetParam().name.c_str()]; }

  // The file's tensor for one of ours.
  Numbers tensor(const Value& tensors, const std::string& theirs) const {
    if (theirs != joined) return flat(tensors[theirs.c_str()]);
    Numbers out;
    for (rapidjson::SizeType a = 0; a < tensors["Wk"].Size(); ++a) {
      const Numbers row = flat(tensors["Wk"][a]);
      out.insert(out.end(), row.begin(), row.end());
      out.push_back(tensors["b"][a].GetDouble());
    }
    return out;
  }
};

TEST_P(VectorsOfAttention, ForwardAndBackward) {
  const Value& v = stored();
  const Index B = shape(v["k"])[0], T = shape(v["k"])[1], size = shape(v["k"])[2], H = shape(v["q"])[1];
  const Index C = size + (GetParam().constant ? 1 : 0);
  lookback::ModelConfig config;
  config.attention = GetParam().kind;
  config.encoder = lookback::Direction::forward;
  config.hidden = H;
  config.encoder_hidden = C;
  if (v["params"].HasMember("v")) config.attention_size = shape(v["params"]["v"])[0];

  Parameters<double> parameters;
  lookback::Attention<double> attention(parameters, config);
  ASSERT_EQ(parameters.tensors().size(), GetParam().of_our_names.size());
  for (const auto& [ours, theirs] : GetParam().of_our_names) set(parameters, ours, tensor(v["params"], theirs));
  lookback::prepare(attention, parameters);

  // The stored masks hide ends, as padding does.
  lookback::Batch batch;
  batch.rows = B;
  batch.source_steps = T;
  for (rapidjson::SizeType b = 0; b < static_cast<rapidjson::SizeType>(B); ++b) {
    const Numbers mask = flat(v["mask"][b]);
    const auto real = std::count(mask.begin(), mask.end(), 1.0);
    ASSERT_TRUE(std::all_of(mask.begin(), mask.begin() + real, [](double x) { return x == 1; }));
    batch.source_lengths.push_back(static_cast<int>(real));
  }

  Arena<double> arena;
  const View<double> annotations = arena.matrix(T * B, C), queries = arena.matrix(B, H);
  copy_to(annotations.cols_from(0, size), time_major(flat(v["k"]), B, T));
  if (GetParam().constant) annotations.cols_from(size, 1).map().setOnes();
  copy_to(queries, flat(v["q"]));
  lookback::AttentionKept<double> kept;

  // All energies are stored, those of hidden positions too: first without the mask.
  lookback::Batch open = batch;
  open.source_lengths.assign(static_cast<std::size_t>(B), static_cast<int>(T));
  attention.begin(kept, arena, annotations, open, 1);
  attention.forward(kept, 0, 1, queries);
  expect_close("energies", values(kept.energies), flat(v["scores"]));

  attention.begin(kept, arena, annotations, batch, 1);
  attention.forward(kept, 0, 1, queries);
  for (Index b = 0; b < B; ++b) {
    const Index length = batch.source_lengths[static_cast<std::size_t>(b)];
    const Numbers scores = flat(v["scores"][static_cast<rapidjson::SizeType>(b)]);
    expect_close("energies with the mask", values(kept.energies.rows_from(b, 1).cols_from(0, length)),
                 {scores.begin(), scores.begin() + length});
  }
  expect_close("weights", values(kept.weights), flat(v["alpha"]));
  const View<double> contexts = kept.contexts.cols_from(0, size);
  expect_close("contexts", values(contexts), flat(v["context"]));
  const Numbers loss_weights = flat(v["loss_weights"]);
  expect_close("loss", {sum_of_products(values(contexts), loss_weights)}, flat(v["loss"]));

  Gradients<double> gradients(parameters);
  Contributions<double> contributions;
  const View<double> d_annotations = arena.zeros(T * B, C), d_queries = arena.zeros(B, H);
  const View<double> d_contexts = arena.zeros(B, C);
  copy_to(d_contexts.cols_from(0, size), loss_weights);
  attention.begin_backward(kept, arena, d_annotations);
  attention.backward(kept, 0, 1, d_contexts, queries, d_queries);
  attention.finish_backward(kept, d_contexts, queries, contributions);
  gradients.add(contributions);
  expect_close("dq", values(d_queries), flat(v["grads"]["q"]));
  expect_close("dk", batch_major(values(d_annotations.cols_from(0, size)), B, T), flat(v["grads"]["k"]));
  std::size_t compared = 2;
  for (const auto& [ours, theirs] : GetParam().of_our_names) {
    expect_close("d" + theirs, gradient_of(parameters, gradients, ours), tensor(v["grads"], theirs));
    compared += theirs == joined ? 2 : 1;
  }
  EXPECT_EQ(compared, v["grads"].MemberCount());
}

const std::vector<AttentionCase> attention_cases = {
    {"additive",
     AttentionKind::additive,
     true,
     {{"attention.W_a", "Wq"}, {"attention.U_a", "Wk and b"}, {"attention.v_a", "v"}}},
    {"dot", AttentionKind::dot, false, {}},
    {"scaled_dot", AttentionKind::scaled_dot, false, {}},
    {"general", AttentionKind::general, false, {{"attention.W_a", "W"}}},
    {"concat", AttentionKind::concat, false, {{"attention.W_a", "W"}, {"attention.v_a", "v"}}},
};

INSTANTIATE_TEST_SUITE_P(Scores, VectorsOfAttention, testing::ValuesIn(attention_cases),
                         [](const auto& c) { return c.param.name; });

TEST(Vectors, EveryStoredAttentionIsReplayed) {
  std::set<std::string> names, replayed = {"_about"};
  for (const auto& member : vectors()["attention"].GetObject()) names.insert(member.name.GetString());
  for (const AttentionCase& c : attention_cases) replayed.insert(c.name);
  EXPECT_EQ(names, replayed);
}

// [7999.99, 8000, 2, 1] is among them.
TEST(Vectors, SoftmaxAndItsLogarithm) {
  ASSERT_EQ(vectors()["softmax"].Size(), 6u);
  for (const Value& stored : vectors()["softmax"].GetArray()) {
    const Numbers x = flat(stored["x"]), expected = flat(stored["logsoftmax"]);
    const Index n = static_cast<Index>(x.size());
    Numbers y(x.size());
    lookback::softmax(n, x.data(), y.data());
    expect_close("softmax", y, flat(stored["y"]));

    const double total = lookback::log_sum_exp(x.data(), n);
    Numbers logs;
    for (const double e : x) logs.push_back(e - total);
    expect_close("log softmax", logs, expected);

    // The loss of each target is the same number.
    Numbers losses, scratch(x.size()), logits = x;
    for (Index k = 0; k < n; ++k) {
      lookback::cross_entropy<double>({logits.data(), 1, n}, {static_cast<int>(k)}, 0, 0, losses, scratch.data());
      expect_close("cross-entropy", losses, {-expected[static_cast<std::size_t>(k)]});
    }
  }
}

// A whole encoder-decoder in Bahdanau's order, two sentences of 4 and 3 tokens.
class VectorsOfTinyModel : public testing::Test {
protected:
  const Value& v = vectors()["seq2seq_tiny"];
  const std::map<std::string, std::string> names = {
      {"source.embedding", "emb_s"},   {"target.embedding", "emb_t"},   {"encoder.weight_ih_l0", "eWi"},
      {"encoder.weight_hh_l0", "eWh"}, {"encoder.bias_ih_l0", "ebi"},   {"encoder.bias_hh_l0", "ebh"},
      {"decoder.weight_ih_l0", "dWi"}, {"decoder.weight_hh_l0", "dWh"}, {"decoder.bias_ih_l0", "dbi"},
      {"decoder.bias_hh_l0", "dbh"},   {"attention.W_a", "Wq"},         {"attention.U_a", "Wk"},
      {"attention.v_a", "v"},          {"output.weight", "Wo"},         {"output.bias", "bo"}};

  static lookback::Vocabulary vocabulary(int bos, int eos) {
    lookback::Vocabulary out{{"0", "1", "2", "3", "4", "5"}, bos, eos, -1};
    return out;
  }

  lookback::Model<double> model() const {
    lookback::Model<double> out(lookback::parse_model_config(R"({"encoder": "forward", "embedding": 3, "hidden": 4,
        "attentionSize": 3, "output": "state+context+embedding"})"),
                                vocabulary(-1, -1), vocabulary(1, 2));
    EXPECT_EQ(out.parameters().tensors().size(), v["params"].MemberCount());
    out.update([&](Parameters<double>& parameters) {
      for (const auto& [ours, theirs] : names) set(parameters, ours, flat(v["params"][theirs.c_str()]));
    });
    return out;
  }

  // What the file pads with 0 goes; EOS at a target's end is the model's own.
  std::vector<lookback::Pair> pairs() const {
    std::vector<lookback::Pair> out;
    for (rapidjson::SizeType b = 0; b < v["src"].Size(); ++b) {
      lookback::Pair pair;
      pair.source = golden::numbers<int>(v["src"][b]);
      pair.target = golden::numbers<int>(v["tgt_out"][b]);
      while (pair.source.back() == 0) pair.source.pop_back();
      while (pair.target.back() == 0) pair.target.pop_back();
      EXPECT_EQ(pair.target.back(), 2);
      pair.target.pop_back();
      out.push_back(std::move(pair));
    }
    return out;
  }
};

TEST_F(VectorsOfTinyModel, Forward) {
  const lookback::Model<double> tiny = model();
  const Index B = 2, U = 4;
  lookback::Pass<double> pass;
  const std::vector<int> order = {0, 1};
  pass.batch.fill(pairs(), order, 0, B, tiny.source_vocabulary(), tiny.target_vocabulary());
  const auto ids = [&](const std::vector<int>& numbers) {
    return batch_major(Numbers(numbers.begin(), numbers.end()), B, U);
  };
  EXPECT_EQ(ids(pass.batch.source), flat(v["src"]));
  EXPECT_EQ(ids(pass.batch.target_in), flat(v["tgt_in"]));

  tiny.forward(pass);
  // Padded steps too: both sides feed them token 0.
  expect_close("logits", batch_major(values(pass.decoder.logits), B, U), flat(v["logits"]));
  expect_close("weights", batch_major(values(pass.decoder.attention.weights), B, U), flat(v["alphas"]));
  Numbers scratch(6);
  lookback::cross_entropy(pass.decoder.logits, pass.batch.target_out, 0, 0, pass.losses, scratch.data());
  expect_close("loss of each token", batch_major(pass.losses, B, U), flat(v["token_nll"]));
}

TEST_F(VectorsOfTinyModel, Gradients) {
  const lookback::Model<double> tiny = model();
  lookback::BatchGradient<double> batch(tiny);
  const double loss = batch.compute(pairs()).loss;
  expect_close("loss", {loss}, flat(v["loss"]));
  expect_close("perplexity", {std::exp(loss)}, flat(v["perplexity"]));
  ASSERT_EQ(names.size(), v["grads"].MemberCount());
  for (const auto& [ours, theirs] : names) {
    const lookback::Tensor& tensor =
        tiny.parameters().tensors()[static_cast<std::size_t>(tiny.parameters().find(ours))];
    const double* from = batch.gradient() + tensor.offset;
    expect_close("d" + theirs, {from, from + tensor.size()}, flat(v["grads"][theirs.c_str()]));
  }
  expect_close("norm", {lookback::global_norm(tiny.parameters().size(), batch.gradient())}, flat(v["grad_l2_norm"]));
}

// On Σ w², whose gradient is 2 w, with a learning rate of 0.1.
TEST(Vectors, AdamTrajectory) {
  const Value& trajectory = vectors()["adam"]["trajectory"];
  ASSERT_EQ(trajectory.Size(), 4u);
  lookback::TrainingConfig config;
  config.optimizer = lookback::OptimizerKind::adam;
  Numbers w = flat(trajectory[0]), gradient(w.size());
  lookback::Optimizer<double> optimizer(config, static_cast<Index>(w.size()));
  for (rapidjson::SizeType step = 1; step < trajectory.Size(); ++step) {
    std::transform(w.begin(), w.end(), gradient.begin(), [](double x) { return 2 * x; });
    optimizer.step(w.data(), gradient.data(), 0.1);
    expect_close("weights after update " + std::to_string(step), w, flat(trajectory[step]));
  }
}

// The stored numbers fix the rule (norm, then maxNorm / (norm + 1e-6)); a trainer's update is held to that rule: plain
// descent at rate 1 takes the clipped gradient off the weights.
TEST(Vectors, ClippingByTheGlobalNorm) {
  const Value& stored = vectors()["clip_grad_norm"];
  const Numbers grad = flat(stored["grad"]);
  const double norm = lookback::global_norm(static_cast<Index>(grad.size()), grad.data());
  expect_close("norm", {norm}, flat(stored["total_norm"]));
  const auto clipped = [](Numbers g, double max_norm, double total) {
    for (double& x : g) x *= max_norm / (total + 1e-6);
    return g;
  };
  expect_close("clipped", clipped(grad, stored["max_norm"].GetDouble(), norm), flat(stored["clipped"]));

  lookback::Vocabulary words{{"0", "1", "2"}, 0, -1, -1};
  lookback::Model<double> model(lookback::parse_model_config(R"({"embedding": 2, "hidden": 4})"), words, words);
  const std::vector<lookback::Pair> pairs = {{{1, 2}, {2, 1}, {}}, {{2, 2}, {1, 2}, {}}};
  lookback::BatchGradient<double> batch(model);
  batch.compute(pairs);
  const Index size = model.parameters().size();
  const Numbers gradient(batch.gradient(), batch.gradient() + size);
  const Numbers start(model.parameters().data(), model.parameters().data() + size);
  const double total = lookback::global_norm(size, gradient.data());
  for (const double max_norm : {total / 50, total * 2}) {
    lookback::TrainingConfig config;
    config.optimizer = lookback::OptimizerKind::sgd;
    config.learning_rate = 1;
    config.clip_norm = max_norm;
    lookback::Trainer<double> trainer(model, config, [&](std::uint64_t) {
      return [&](Index, std::vector<lookback::Pair>& given) {
        given = pairs;
        return static_cast<Index>(pairs.size());
      };
    });
    EXPECT_NEAR(trainer.step().gradient_norm, total, tolerance);
    Numbers taken(start);
    for (std::size_t i = 0; i < taken.size(); ++i) taken[i] -= model.parameters().data()[i];
    expect_close("update", taken, max_norm < total ? clipped(gradient, max_norm, total) : gradient);
    trainer.reset();
  }
}

}  // namespace
