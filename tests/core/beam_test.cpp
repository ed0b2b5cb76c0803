// Beam search: with a beam of one it is greedy decoding to the bit, wide enough it is an exhaustive search, and
// whatever it returns has the score that the model gives to it as a reference. Then the order of hypotheses, the tree,
// forced weights, vocabularies without EOS, and what is refused.

#include "lookback/beam.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "bits.h"
#include "models.h"
#include "refusal.h"

namespace {

using lookback::beam_search;
using lookback::BeamNode;
using lookback::BeamOptions;
using lookback::BeamResult;
using lookback::Decoded;
using lookback::Hypothesis;
using lookback::Index;
using lookback::Model;
using lookback::ModelConfig;
using lookback::Parameters;
using lookback::Pass;
using lookback::View;
using lookback::Vocabulary;

using Row = std::vector<double>;
using Tokens = std::vector<int>;

// Larger weights than a model starts from: what is most probable changes from step to step.
template <class T>
void enlarge(Model<T>& model, T factor) {
  model.update([&](Parameters<T>& parameters) {
    for (Index i = 0; i < parameters.size(); ++i) parameters.data()[i] *= factor;
  });
}

template <class T>
Model<T> lively(const ModelConfig& config) {
  Model<T> model = models::model<T>(config);
  enlarge(model, T(2.5));
  return model;
}

// Every cell with every attention in every order, direction and depth; and input feeding.
std::vector<models::Member> whole_family() {
  std::vector<models::Member> out;
  for (const std::string& cell : models::cells) {
    for (const std::string& attention : models::attentions) {
      for (const models::Member& member : models::family(cell, attention)) out.push_back(member);
      if (!models::has_score(attention)) continue;
      for (const int layers : {1, 2}) {
        out.push_back(
            models::member(cell, attention, "current", "bidirectional", layers, "tanh", R"("inputFeeding": true)"));
      }
    }
  }
  return out;
}

// One of each kind of path through the decoder, with and without EOS's step.
std::vector<models::Member> each_path(const std::string& cell) {
  return {models::member(cell, "none", "previous", "backward", 1, "state"),
          models::member(cell, "fixed", "previous", "forward", 2, "tanh"),
          models::member(cell, "additive", "previous", "bidirectional", 2, "tanh"),
          models::member(cell, "dot", "current", "forward", 1, "state"),
          models::member(cell, "general", "current", "backward", 2, "zero", R"("inputFeeding": true)"),
          models::member(cell, "concat", "previous", "forward", 1, "zero", R"("output": "state+context+embedding")")};
}

std::vector<Tokens> sources() { return {{3}, {0, 1, 2}, {5, 5, 4, 1, 0}}; }

template <class T>
void expect_greedy(const Model<T>& model) {
  for (const Tokens& source : sources()) {
    const Decoded expected = lookback::greedy(model, {source}).front();
    const BeamResult result = beam_search(model, source, {});
    ASSERT_EQ(result.best.size(), 1u);
    const Hypothesis& got = result.best.front();
    ASSERT_EQ(got.tokens, expected.tokens);
    ASSERT_EQ(got.ended, expected.ended);
    ASSERT_TRUE(bits::equal(got.log_probabilities, expected.log_probabilities));
    ASSERT_EQ(got.weights.size(), expected.weights.size());
    for (std::size_t i = 0; i < got.weights.size(); ++i) ASSERT_TRUE(bits::equal(got.weights[i], expected.weights[i]));
    ASSERT_EQ(result.tree.size(), expected.log_probabilities.size());
  }
}

TEST(Beam, OfOneIsGreedyToTheBit) {
  std::set<std::size_t> lengths;
  for (const models::Member& member : whole_family()) {
    SCOPED_TRACE(member.name);
    expect_greedy(lively<float>(member.config));
    expect_greedy(lively<double>(member.config));
    lengths.insert(lookback::greedy(lively<float>(member.config), {{0, 1, 2}}).front().tokens.size());
  }
  EXPECT_GT(lengths.size(), 5u);  // some end early, some at the limit
}

// Exhaustive search.

double log_softmax(View<const double> logits, Index row, int token) {
  double total = 0;
  for (Index v = 0; v < logits.cols(); ++v) total += std::exp(logits(row, v) - logits(row, token));
  return -std::log(total);
}

// What the model gives each token of `written` (its EOS included, where it has one) as a reference. A lone EOS is read
// off the first step of any target.
struct Scored {
  Tokens written;
  Row log_probabilities;
  std::vector<Row> weights;
  double score = 0;
};

Scored score(const Model<double>& model, const Tokens& source, const Tokens& written) {
  const Vocabulary& vocabulary = model.target_vocabulary();
  Tokens target = written;
  if (target.back() == vocabulary.eos) target.pop_back();
  if (target.empty()) target.push_back(vocabulary.size() - 1);
  Pass<double> pass;
  pass.batch.fill({source, target, {}}, model.source_vocabulary(), vocabulary);
  model.forward(pass);
  Scored scored{written, {}, {}, 0};
  for (std::size_t t = 0; t < written.size(); ++t) {
    scored.log_probabilities.push_back(log_softmax(pass.decoder.logits, static_cast<Index>(t), written[t]));
    scored.score += scored.log_probabilities.back();
    if (!model.config().has_score()) continue;
    const double* weights = pass.decoder.attention.weights.row(static_cast<Index>(t));
    scored.weights.emplace_back(weights, weights + source.size());
  }
  return scored;
}

// All that can be written within `limit` tokens.
void extend(const Model<double>& model, const Tokens& source, Index limit, Tokens& written, std::vector<Scored>& all) {
  for (int v = 0; v < model.target_vocabulary().size(); ++v) {
    written.push_back(v);
    if (v == model.target_vocabulary().eos || static_cast<Index>(written.size()) == limit) {
      all.push_back(score(model, source, written));
    } else {
      extend(model, source, limit, written, all);
    }
    written.pop_back();
  }
}

double normalized(const Scored& s, double power) {
  return s.score / std::pow(static_cast<double>(s.written.size()), power);
}

Tokens written(const Hypothesis& h, const Vocabulary& vocabulary) {
  Tokens out = h.tokens;
  if (vocabulary.eos >= 0 && h.ended) out.push_back(vocabulary.eos);
  return out;
}

// Returns true where the best is not what greedy decoding finds.
bool expect_exhaustive(const Model<double>& model, const Tokens& source, Index limit, std::size_t count) {
  std::vector<Scored> all;
  Tokens start;
  extend(model, source, limit, start, all);
  EXPECT_EQ(all.size(), count);
  BeamOptions options;
  options.beam = options.n_best = static_cast<Index>(count);
  options.limit = limit;
  bool better = false;
  for (const double power : {0.0, 0.6, 1.0, 2.0}) {
    options.length_normalization = power;
    std::sort(all.begin(), all.end(),
              [&](const Scored& a, const Scored& b) { return normalized(a, power) > normalized(b, power); });
    const BeamResult result = beam_search(model, source, options);
    EXPECT_EQ(result.best.size(), count);
    for (std::size_t k = 0; k < std::min(count, result.best.size()); ++k) {
      const Hypothesis& h = result.best[k];
      EXPECT_EQ(written(h, model.target_vocabulary()), all[k].written) << "place " << k << ", power " << power;
      EXPECT_NEAR(h.score, all[k].score, 1e-12);
      EXPECT_NEAR(h.normalized_score, normalized(all[k], power), 1e-12);
      EXPECT_EQ(h.ended, model.target_vocabulary().eos < 0 || all[k].written.back() == model.target_vocabulary().eos);
    }
    options.beam = options.n_best = 1;
    const BeamResult narrow = beam_search(model, source, options);
    better = better || written(narrow.best[0], model.target_vocabulary()) != all[0].written;
    options.beam = options.n_best = static_cast<Index>(count);
  }
  return better;
}

TEST(Beam, WideEnoughItFindsAllThereIs) {
  // Three tokens, at most four: 1 + 2 + 4 that end early and 24 of four tokens.
  const Vocabulary three{{"<bos>", "<eos>", "A"}, 0, 1, -1};
  int better = 0;
  for (const std::string& cell : models::cells) {
    for (const models::Member& member : each_path(cell)) {
      SCOPED_TRACE(member.name);
      Model<double> model(member.config, models::source_vocabulary(), three);
      enlarge(model, 3.0);
      better += expect_exhaustive(model, {4, 0, 2}, 4, 31);
    }
  }
  EXPECT_GT(better, 0);  // greedy decoding does not
}

TEST(Beam, WithoutEosEverythingHasTheSourcesLength) {
  const Vocabulary two{{"A", "B"}, 0, -1, -1};
  int better = 0;
  for (const std::string& cell : models::cells) {
    for (const models::Member& member : each_path(cell)) {
      SCOPED_TRACE(member.name);
      Model<double> model(member.config, models::source_vocabulary(), two);
      enlarge(model, 3.0);
      better += expect_exhaustive(model, {1, 0, 2, 5, 3}, 5, 32);

      BeamOptions options;
      options.beam = options.n_best = 4;
      for (const Hypothesis& h : beam_search(model, {1, 0, 2, 5, 3}, options).best) {
        EXPECT_TRUE(h.ended);
        EXPECT_EQ(h.tokens.size(), 5u);
        EXPECT_EQ(h.log_probabilities.size(), 5u);
      }
      expect_greedy(model);
    }
  }
  EXPECT_GT(better, 0);
}

// Every hypothesis, scored anew as a reference: its states went along when the beam was reordered.
TEST(Beam, HypothesesHaveTheScoresOfTheModel) {
  BeamOptions options;
  options.beam = options.n_best = 6;
  for (const std::string& cell : models::cells) {
    for (const models::Member& member : each_path(cell)) {
      SCOPED_TRACE(member.name);
      const Model<double> model = lively<double>(member.config);
      for (const Tokens& source : sources()) {
        const BeamResult result = beam_search(model, source, options);
        ASSERT_EQ(result.best.size(), 6u);
        std::set<Tokens> different;
        for (std::size_t k = 0; k < 6; ++k) {
          const Hypothesis& h = result.best[k];
          const Scored expected = score(model, source, written(h, model.target_vocabulary()));
          different.insert(expected.written);
          ASSERT_EQ(h.log_probabilities.size(), expected.log_probabilities.size());
          for (std::size_t t = 0; t < h.log_probabilities.size(); ++t) {
            EXPECT_NEAR(h.log_probabilities[t], expected.log_probabilities[t], 1e-12);
          }
          ASSERT_EQ(h.weights.size(), expected.weights.size());
          for (std::size_t t = 0; t < h.weights.size(); ++t)
            EXPECT_TRUE(bits::equal(h.weights[t], expected.weights[t]));
          EXPECT_NEAR(h.score, expected.score, 1e-12);
          EXPECT_NEAR(h.normalized_score, normalized(expected, 1), 1e-12);
          if (k > 0) {
            EXPECT_LE(h.normalized_score, result.best[k - 1].normalized_score);
          }
        }
        EXPECT_EQ(different.size(), 6u);
      }
    }
  }
}

TEST(Beam, NBestIsTheBeginningOfTheList) {
  const Model<float> model = lively<float>(models::config(R"({"hidden": 8})"));
  BeamOptions options;
  options.beam = options.n_best = 5;
  const BeamResult all = beam_search(model, {2, 4, 1}, options);
  for (Index n = 1; n < 5; ++n) {
    options.n_best = n;
    const BeamResult some = beam_search(model, {2, 4, 1}, options);
    ASSERT_EQ(some.best.size(), static_cast<std::size_t>(n));
    for (std::size_t k = 0; k < some.best.size(); ++k) EXPECT_EQ(some.best[k].tokens, all.best[k].tokens);
  }
}

TEST(Beam, TheLimitIsKept) {
  const Model<float> model = lively<float>(models::config(R"({"hidden": 8})"));
  BeamOptions options;
  options.beam = options.n_best = 4;
  for (Index limit = 1; limit < 6; ++limit) {
    options.limit = limit;
    for (const Hypothesis& h : beam_search(model, {2, 4, 1}, options).best) {
      EXPECT_LE(static_cast<Index>(h.log_probabilities.size()), limit);
      EXPECT_EQ(h.tokens.size() + (h.ended ? 1 : 0), h.log_probabilities.size());
      if (!h.ended) {
        EXPECT_EQ(static_cast<Index>(h.tokens.size()), limit);
      }
    }
  }
  options.limit = 0;  // 2 · 3 + 10
  for (const Hypothesis& h : beam_search(model, {2, 4, 1}, options).best) EXPECT_LE(h.log_probabilities.size(), 16u);
}

// A model that writes EOS with probability 0.4 and A with 0.6, whatever came before: with three hypotheses of at most
// three tokens it finds EOS (ln 0.4), A EOS (ln 0.24) and A A A (ln 0.216).
TEST(Beam, LengthNormalizationOrdersAsByHand) {
  Model<double> model(models::config(R"({"attention": "none", "hidden": 3})"), models::source_vocabulary(),
                      {{"<bos>", "<eos>", "A"}, 0, 1, -1});
  model.update([](Parameters<double>& parameters) {
    std::fill_n(parameters.data(), parameters.size(), 0.0);
    double* bias = parameters.view(parameters.find("output.bias")).data();
    bias[0] = -1000;
    bias[1] = std::log(0.4);
    bias[2] = std::log(0.6);
  });
  const Tokens nothing = {}, A = {2}, AAA = {2, 2, 2};
  // −0.916, −1.427, −1.532 as they are; by length^0.3: −0.916, −1.159, −1.102; ^0.5: −0.916, −1.009, −0.885; by length:
  // −0.916, −0.714, −0.511.
  const std::vector<std::pair<double, std::vector<Tokens>>> expected = {
      {0, {nothing, A, AAA}}, {0.3, {nothing, AAA, A}}, {0.5, {AAA, nothing, A}}, {1, {AAA, A, nothing}}};
  for (const auto& [power, order] : expected) {
    SCOPED_TRACE(power);
    BeamOptions options;
    options.beam = options.n_best = options.limit = 3;
    options.length_normalization = power;
    const BeamResult result = beam_search(model, {1, 2, 3, 4}, options);
    ASSERT_EQ(result.best.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k) {
      const Hypothesis& h = result.best[k];
      EXPECT_EQ(h.tokens, order[k]);
      EXPECT_EQ(h.ended, h.tokens != AAA);
      const double score = h.tokens == nothing ? std::log(0.4) : h.tokens == A ? std::log(0.24) : std::log(0.216);
      EXPECT_NEAR(h.score, score, 1e-12);
      EXPECT_NEAR(h.normalized_score, score / std::pow(h.tokens == nothing ? 1 : h.tokens == A ? 2 : 3, power), 1e-12);
    }
  }
}

TEST(Beam, TheTreeHoldsTogether) {
  BeamOptions options;
  options.beam = options.n_best = 5;
  for (const std::string& cell : models::cells) {
    for (const models::Member& member : each_path(cell)) {
      SCOPED_TRACE(member.name);
      const Model<float> model = lively<float>(member.config);
      const int eos = model.target_vocabulary().eos;
      const Tokens source = {0, 5, 2, 2};
      const Index limit = lookback::decode_limit(model.target_vocabulary(), 4);
      const BeamResult result = beam_search(model, source, options);
      const std::vector<BeamNode>& tree = result.tree;
      std::vector<Index> at_step(static_cast<std::size_t>(limit), 0), ended_by(static_cast<std::size_t>(limit) + 1, 0);
      std::set<std::tuple<int, int>> seen;
      for (std::size_t i = 0; i < tree.size(); ++i) {
        const BeamNode& node = tree[i];
        ASSERT_LT(node.parent, static_cast<int>(i));
        ASSERT_LT(node.step, limit);
        if (node.parent < 0) {
          EXPECT_EQ(node.step, 0);
          EXPECT_EQ(node.score, node.log_probability);
        } else {
          const BeamNode& parent = tree[static_cast<std::size_t>(node.parent)];
          EXPECT_EQ(node.step, parent.step + 1);
          EXPECT_EQ(node.score, parent.score + node.log_probability);
          EXPECT_TRUE(parent.kept);
        }
        EXPECT_LE(node.log_probability, 0);
        EXPECT_EQ(node.ended, node.token == eos);
        EXPECT_EQ(node.kept, !node.ended && node.step + 1 < limit);
        EXPECT_TRUE(seen.insert({node.parent, node.token}).second);
        ++at_step[static_cast<std::size_t>(node.step)];
        ended_by[static_cast<std::size_t>(node.step) + 1] += node.ended;
      }
      // The beam is as wide as what has not ended.
      Index ended = 0;
      for (std::size_t t = 0; t < at_step.size(); ++t) {
        ended += ended_by[t];
        EXPECT_EQ(at_step[t], options.beam - ended) << "step " << t;
      }
      // Each hypothesis is a path from a leaf to the root, and there is one a leaf.
      EXPECT_EQ(std::count_if(tree.begin(), tree.end(), [](const BeamNode& n) { return !n.kept; }), 5);
      for (const Hypothesis& h : result.best) {
        const auto leaf =
            std::find_if(tree.begin(), tree.end(), [&](const BeamNode& n) { return !n.kept && n.score == h.score; });
        ASSERT_NE(leaf, tree.end());
        Row log_probabilities;
        Tokens path;
        for (int at = static_cast<int>(leaf - tree.begin()); at >= 0; at = tree[static_cast<std::size_t>(at)].parent) {
          log_probabilities.insert(log_probabilities.begin(), tree[static_cast<std::size_t>(at)].log_probability);
          path.insert(path.begin(), tree[static_cast<std::size_t>(at)].token);
        }
        EXPECT_EQ(log_probabilities, h.log_probabilities);
        EXPECT_EQ(path, written(h, model.target_vocabulary()));
      }
    }
  }
}

// Forced weights.

std::vector<models::Member> with_scores(const std::string& cell) {
  std::vector<models::Member> out;
  for (const std::string& attention : models::attentions) {
    if (!models::has_score(attention)) continue;
    out.push_back(models::member(cell, attention, "previous", "bidirectional", 2, "tanh"));
    out.push_back(models::member(cell, attention, "current", "backward", 1, "state"));
    out.push_back(models::member(cell, attention, "current", "forward", 2, "zero",
                                 R"("inputFeeding": true, "output": "state+context+embedding")"));
  }
  return out;
}

template <class T>
void expect_own_weights_change_nothing(const Model<T>& model, double tolerance) {
  const Tokens source = {0, 5, 2, 2};
  const Hypothesis free = beam_search(model, source, {}).best[0];
  BeamOptions options;
  for (std::size_t i = 0; i < free.weights.size(); ++i)
    options.forced.push_back({static_cast<Index>(i), free.weights[i]});
  const Hypothesis forced = beam_search(model, source, options).best[0];
  EXPECT_EQ(forced.tokens, free.tokens);
  ASSERT_EQ(forced.log_probabilities.size(), free.log_probabilities.size());
  for (std::size_t i = 0; i < free.weights.size(); ++i) {
    EXPECT_NEAR(forced.log_probabilities[i], free.log_probabilities[i], tolerance);
    for (std::size_t j = 0; j < source.size(); ++j) EXPECT_NEAR(forced.weights[i][j], free.weights[i][j], tolerance);
  }
}

TEST(Beam, ForcingTheModelsOwnWeightsChangesNothing) {
  for (const std::string& cell : models::cells) {
    for (const models::Member& member : with_scores(cell)) {
      SCOPED_TRACE(member.name);
      expect_own_weights_change_nothing(models::model<double>(member.config), 1e-13);
      expect_own_weights_change_nothing(models::model<float>(member.config), 1e-5);
    }
  }
}

// The logits of step t by plain loops, with `context` in the place of Σ α h.
Row plain_logits(const Model<double>& model, const Pass<double>& pass, Index t, const double* context) {
  const ModelConfig& config = model.config();
  const View<const double> s = pass.decoder.layers.back().after(t);
  Row state(s.row(0), s.row(0) + s.cols()), c(context, context + config.annotation()), features;
  if (config.query == lookback::QueryOrder::current) {
    const View<const double> W = model.parameters().view(model.parameters().find("attention.W_c"));
    Row joined = c;
    joined.insert(joined.end(), state.begin(), state.end());
    for (Index r = 0; r < W.rows(); ++r) {
      double total = 0;
      for (Index k = 0; k < W.cols(); ++k) total += W(r, k) * joined[static_cast<std::size_t>(k)];
      features.push_back(std::tanh(total));
    }
  } else {
    features = state;
    features.insert(features.end(), c.begin(), c.end());
  }
  if (config.output == lookback::OutputKind::state_context_embedding) {
    const double* e = pass.decoder.embedded.row(t);
    features.insert(features.end(), e, e + config.embedding);
  }
  const View<const double> W = model.parameters().view(model.parameters().find("output.weight"));
  const View<const double> b = model.parameters().view(model.parameters().find("output.bias"));
  Row logits;
  for (Index v = 0; v < W.rows(); ++v) {
    double total = b(0, v);
    for (Index k = 0; k < W.cols(); ++k) total += W(v, k) * features[static_cast<std::size_t>(k)];
    logits.push_back(total);
  }
  return logits;
}

// All weight on one position: the context is that annotation, and the output is computed from it. What was written
// before stays, to the bit.
TEST(Beam, ForcingOnePositionMakesItsAnnotationTheContext) {
  const Tokens source = {0, 5, 2, 3};
  int changed = 0;
  for (const std::string& cell : models::cells) {
    for (const models::Member& member : with_scores(cell)) {
      SCOPED_TRACE(member.name);
      const Model<double> model = lively<double>(member.config);
      const Hypothesis free = beam_search(model, source, {}).best[0];
      for (const Index step : {Index(0), Index(1)}) {
        for (std::size_t j = 0; j < source.size(); ++j) {
          BeamOptions options;
          Row one(source.size(), 0);
          one[j] = 3;  // is scaled to 1
          options.forced.push_back({step, one});
          const Hypothesis h = beam_search(model, source, options).best[0];
          const std::size_t at = static_cast<std::size_t>(step);
          if (h.weights.size() <= at) continue;  // EOS came first
          one[j] = 1;
          EXPECT_EQ(h.weights[at], one);
          for (std::size_t t = 0; t < at; ++t) {
            EXPECT_TRUE(bits::equal(h.weights[t], free.weights[t]));
            EXPECT_EQ(h.log_probabilities[t], free.log_probabilities[t]);
          }

          // The decoder by itself, forced alike.
          Pass<double> pass;
          pass.batch.fill({source, {2}, {}}, model.source_vocabulary(), model.target_vocabulary());
          model.encode(pass);
          model.decoder().begin(pass.decoder, pass.arena, pass.batch, pass.encoder, step + 1, {});
          pass.decoder.attention.forced.push_back({step, one});
          int previous = model.target_vocabulary().bos;
          for (Index t = 0; t <= step; ++t) {
            model.decoder().step(pass.decoder, t, &previous);
            if (t < step) previous = h.tokens[static_cast<std::size_t>(t)];
          }
          const double *annotation = pass.encoder.annotations().row(static_cast<Index>(j)),
                       *context = pass.decoder.contexts.row(step);
          for (Index c = 0; c < model.config().annotation(); ++c) ASSERT_EQ(context[c], annotation[c]);
          const Row logits = plain_logits(model, pass, step, annotation);
          const int token = at < h.tokens.size() ? h.tokens[at] : model.target_vocabulary().eos;
          double total = 0;
          for (const double x : logits) total += std::exp(x - logits[static_cast<std::size_t>(token)]);
          EXPECT_NEAR(h.log_probabilities[at], -std::log(total), 1e-12);
          changed += h.tokens != free.tokens;
        }
      }
    }
  }
  EXPECT_GT(changed, 20);  // looking elsewhere, it often writes something else
}

TEST(Beam, EveryHypothesisIsForced) {
  const Model<float> model = lively<float>(models::config(R"({"hidden": 8})"));
  BeamOptions options;
  options.beam = options.n_best = 6;
  options.forced = {{1, {0, 2, 6}}};
  for (const Hypothesis& h : beam_search(model, {2, 4, 1}, options).best) {
    if (h.weights.size() > 1) {
      EXPECT_EQ(h.weights[1], (Row{0, 0.25, 0.75}));
    }
  }
}

TEST(Beam, Refusals) {
  const Model<float> model = models::model<float>(models::config(R"({"hidden": 8})"));
  const auto refused = [](const Model<float>& m, const BeamOptions& options, const std::vector<std::string>& mentions) {
    expect_refusal([&] { beam_search(m, {2, 4, 1}, options); }, "bad-input", mentions);
  };
  BeamOptions options;
  for (const Index beam : {Index(0), Index(-1), Index(33)}) {
    options.beam = beam;
    refused(model, options, {"`beam`", "1 to 32"});
  }
  options = {};
  options.beam = 4;
  for (const Index n : {Index(0), Index(-1), Index(5)}) {
    options.n_best = n;
    refused(model, options, {"`nBest`", "4"});
  }
  options = {};
  for (const double power : {-0.1, 2.1, std::nan("")}) {
    options.length_normalization = power;
    refused(model, options, {"`lengthNormalization`"});
  }
  options = {};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const Row& weights : {Row{}, Row{1, 0}, Row{1, 0, 0, 0}, Row{0, 0, 0}, Row{2, -1, 0}, Row{std::nan(""), 1, 0},
                             Row{infinity, 1, 0}, Row{1e308, 1e308, 0}}) {
    options.forced = {{0, weights}};
    refused(model, options, {"Forced weights", "3 source tokens"});
  }
  options.forced = {{-1, {1, 0, 0}}};
  refused(model, options, {"Forced weights"});
  options.forced = {{0, {1, 0, 0}}};
  for (const std::string attention : {"none", "fixed"}) {
    refused(models::model<float>(models::config(R"({"hidden": 8, "attention": ")" + attention + "\"}")), options,
            {"no weights to force"});
  }
  expect_refusal([&] { beam_search(model, {}, {}); }, "bad-input", {"source"});
  expect_refusal([&] { beam_search(model, {1, 6}, {}); }, "bad-input", {"source"});
}

}  // namespace
