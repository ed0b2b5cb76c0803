// One step of attention by hand: the worked example with four annotations and a dot product, every score against a
// plain computation of its formula, masks, energies of thousands, and what is refused.

#include "lookback/by_hand.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "json.h"
#include "lookback/random.h"
#include "refusal.h"

namespace {

using lookback::attention_by_hand;
using lookback::AttentionKind;
using lookback::HandInput;
using lookback::HandResult;

using Row = std::vector<double>;
using Rows = std::vector<Row>;

constexpr double four_places = 5e-5;

void expect_near(const Row& got, const Row& expected, double tolerance) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], tolerance) << "element " << i;
}

// Four words read, and the state that is about to write the fourth.
HandInput four_words() {
  HandInput input;
  input.score = AttentionKind::dot;
  input.query = {2, 1};
  input.annotations = {{1, 0}, {0, 1}, {1, 1}, {2, 1}};
  return input;
}

TEST(ByHand, FourWords) {
  const HandResult result = attention_by_hand(four_words());
  EXPECT_EQ(result.energies, (Row{2, 1, 3, 5}));
  EXPECT_EQ(result.shift, 0);
  expect_near(result.exponentials, {7.38905609893065, 2.718281828459045, 20.085536923187668, 148.4131591025766}, 1e-12);
  EXPECT_NEAR(result.sum, 178.606033953153928, 1e-12);
  expect_near(result.weights, {0.0414, 0.0152, 0.1125, 0.8310}, four_places);
  expect_near(result.context, {1.8157, 0.9586}, four_places);
  for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(result.weights[j], result.exponentials[j] / result.sum, 1e-15);
  EXPECT_EQ(result.keys, four_words().annotations);
  EXPECT_TRUE(result.hidden.empty());
  EXPECT_TRUE(result.projected_query.empty());
}

// Carrying weights of two places gives [1.81, 0.96] where the exact context is [1.8157, 0.9586].
TEST(ByHand, FourWordsWithRoundedWeights) {
  const HandResult result = attention_by_hand(four_words());
  Row rounded, context = {0, 0};
  for (std::size_t j = 0; j < 4; ++j) {
    rounded.push_back(std::round(100 * result.weights[j]));
    for (std::size_t c = 0; c < 2; ++c) context[c] += rounded[j] * four_words().annotations[j][c];
  }
  EXPECT_EQ(rounded, (Row{4, 2, 11, 83}));
  EXPECT_EQ(std::accumulate(rounded.begin(), rounded.end(), 0.0), 100);
  EXPECT_EQ(context, (Row{181, 96}));
}

TEST(ByHand, FourWordsWithTheLastOneAtZero) {
  HandInput input = four_words();
  input.annotations[3] = {0, 0};
  const HandResult result = attention_by_hand(input);
  EXPECT_EQ(result.energies, (Row{2, 1, 3, 0}));
  const double total = std::exp(2) + std::exp(1) + std::exp(3) + 1;
  EXPECT_NEAR(result.sum, total, 1e-12);
  expect_near(result.weights, {std::exp(2) / total, std::exp(1) / total, std::exp(3) / total, 1 / total}, 1e-15);
  expect_near(result.context, {(std::exp(2) + std::exp(3)) / total, (std::exp(1) + std::exp(3)) / total}, 1e-15);
}

// Plain loops over the formulas of the papers.

double inner(const Row& a, const Row& b) {
  double total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) total += a[i] * b[i];
  return total;
}

Row times(const Rows& m, const Row& x) {
  Row out;
  for (const Row& row : m) out.push_back(inner(row, x));
  return out;
}

Row tanh_of_sum(Row a, const Row& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = std::tanh(a[i] + b[i]);
  return a;
}

Row joined(Row a, const Row& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

double plain_energy(const HandInput& in, const Row& h) {
  const auto& p = in.parameters;
  switch (in.score) {
    case AttentionKind::dot:
      return inner(in.query, h);
    case AttentionKind::scaled_dot:
      return inner(in.query, h) / std::sqrt(static_cast<double>(in.query.size()));
    case AttentionKind::general:
      return inner(in.query, times(p.at("W_a"), h));
    case AttentionKind::additive:
      return inner(p.at("v_a")[0], tanh_of_sum(times(p.at("W_a"), in.query), times(p.at("U_a"), h)));
    case AttentionKind::concat: {
      const Row sum = times(p.at("W_a"), joined(in.query, h));
      return inner(p.at("v_a")[0], tanh_of_sum(sum, Row(sum.size(), 0)));
    }
    default:
      return std::nan("");
  }
}

class Draw {
public:
  Row row(std::size_t size) {
    Row out(size);
    for (double& x : out) x = random_.uniform(-1.5, 1.5);
    return out;
  }
  Rows rows(std::size_t count, std::size_t size) {
    Rows out;
    for (std::size_t i = 0; i < count; ++i) out.push_back(row(size));
    return out;
  }

private:
  lookback::Random random_{3, "by hand"};
};

// A query of H, five annotations of C (H for the products), a scoring layer of A.
HandInput drawn(AttentionKind score, Draw& draw) {
  constexpr std::size_t H = 3, A = 5;
  const bool product = score == AttentionKind::dot || score == AttentionKind::scaled_dot;
  const std::size_t C = product ? H : 4;
  HandInput input;
  input.score = score;
  input.query = draw.row(H);
  input.annotations = draw.rows(5, C);
  if (score == AttentionKind::general) input.parameters = {{"W_a", draw.rows(H, C)}};
  if (score == AttentionKind::additive) {
    input.parameters = {{"W_a", draw.rows(A, H)}, {"U_a", draw.rows(A, C)}, {"v_a", draw.rows(1, A)}};
  }
  if (score == AttentionKind::concat) input.parameters = {{"W_a", draw.rows(A, H + C)}, {"v_a", draw.rows(1, A)}};
  return input;
}

const std::vector<AttentionKind> scores = {AttentionKind::additive, AttentionKind::dot, AttentionKind::general,
                                           AttentionKind::concat, AttentionKind::scaled_dot};

bool seen(const HandInput& input, std::size_t j) { return input.mask.empty() || input.mask[j]; }

void expect_plain(const HandInput& input, const HandResult& result) {
  const std::size_t n = input.annotations.size(), C = input.annotations[0].size();
  Row energies(n, 0), weights(n, 0), context(C, 0);
  double sum = 0;
  for (std::size_t j = 0; j < n; ++j) {
    if (!seen(input, j)) continue;
    energies[j] = plain_energy(input, input.annotations[j]);
    sum += std::exp(energies[j]);
  }
  for (std::size_t j = 0; j < n; ++j) {
    if (!seen(input, j)) continue;
    weights[j] = std::exp(energies[j]) / sum;
    for (std::size_t c = 0; c < C; ++c) {
      context[c] += weights[j] * input.annotations[j][c];
      EXPECT_NEAR(result.weighted[j][c], weights[j] * input.annotations[j][c], 1e-14);
    }
  }
  expect_near(result.energies, energies, 1e-13);
  EXPECT_NEAR(result.sum, sum, 1e-12);
  expect_near(result.weights, weights, 1e-14);
  expect_near(result.context, context, 1e-14);
}

TEST(ByHand, EveryScoreByItsFormula) {
  Draw draw;
  for (const AttentionKind score : scores) {
    for (int i = 0; i < 10; ++i) {
      const HandInput input = drawn(score, draw);
      const HandResult result = attention_by_hand(input);
      expect_plain(input, result);
      // What lies between is the same score's: keys, projected query, and the energy from them.
      const bool network = score == AttentionKind::additive || score == AttentionKind::concat;
      ASSERT_EQ(result.keys.size(), 5u);
      EXPECT_EQ(result.hidden.empty(), !network);
      for (std::size_t j = 0; j < 5; ++j) {
        if (network) {
          expect_near(result.hidden[j], tanh_of_sum(result.projected_query, result.keys[j]), 1e-15);
          EXPECT_NEAR(result.energies[j], inner(input.parameters.at("v_a")[0], result.hidden[j]), 1e-14);
        } else {
          EXPECT_EQ(result.products.empty(), score != AttentionKind::scaled_dot);
          if (!result.products.empty()) {
            EXPECT_NEAR(result.products[j], inner(input.query, result.keys[j]), 1e-14);
          }
          const double scale = score == AttentionKind::scaled_dot ? 1 / std::sqrt(3.0) : 1;
          EXPECT_NEAR(result.energies[j], scale * inner(input.query, result.keys[j]), 1e-14);
        }
      }
    }
  }
}

TEST(ByHand, AMaskedAnnotationIsAsIfItWereNotThere) {
  Draw draw;
  for (const AttentionKind score : scores) {
    HandInput input = drawn(score, draw);
    for (const std::vector<bool>& mask : {std::vector<bool>{true, true, true, true, false},
                                          {false, true, false, true, true},
                                          {false, false, true, false, false}}) {
      input.mask = mask;
      const HandResult result = attention_by_hand(input);
      expect_plain(input, result);

      HandInput shorter = input;
      shorter.mask.clear();
      shorter.annotations.clear();
      for (std::size_t j = 0; j < mask.size(); ++j) {
        if (mask[j]) shorter.annotations.push_back(input.annotations[j]);
      }
      EXPECT_EQ(attention_by_hand(shorter).context, result.context);
      for (std::size_t j = 0; j < mask.size(); ++j) {
        if (mask[j]) continue;
        EXPECT_EQ(result.weights[j], 0);
        EXPECT_EQ(result.energies[j], 0);
        EXPECT_EQ(result.exponentials[j], 0);
      }
    }
    input.mask.assign(5, true);
    const HandResult open = attention_by_hand(input);
    input.mask.clear();
    EXPECT_EQ(open.weights, attention_by_hand(input).weights);
  }
}

HandInput with_energies(const Row& energies) {
  HandInput input;
  input.query = {1};
  for (const double e : energies) input.annotations.push_back({e});
  return input;
}

// e^8000 is no double: the exponentials are those of the distances to the largest, and say so.
TEST(ByHand, EnergiesOfThousands) {
  const HandResult result = attention_by_hand(with_energies({7999.99, 8000, 2, 1}));
  EXPECT_EQ(result.energies, (Row{7999.99, 8000, 2, 1}));
  EXPECT_EQ(result.shift, 8000);
  const double near = std::exp(7999.99 - 8000);
  expect_near(result.exponentials, {near, 1, 0, 0}, 1e-15);
  EXPECT_NEAR(result.sum, 1 + near, 1e-15);
  expect_near(result.weights, {near / (1 + near), 1 / (1 + near), 0, 0}, 1e-15);
  expect_near(result.weights, {0.49750002083307043, 0.5024999791669296, 0, 0}, 1e-12);
  EXPECT_NEAR(result.context[0], 7999.99 * result.weights[0] + 8000 * result.weights[1], 1e-9);
}

TEST(ByHand, EnergiesFarBelowZero) {
  const HandResult result = attention_by_hand(with_energies({-8000, -8001}));
  EXPECT_EQ(result.shift, -8000);
  expect_near(result.exponentials, {1, std::exp(-1)}, 1e-15);
  expect_near(result.weights, {1 / (1 + std::exp(-1)), std::exp(-1) / (1 + std::exp(-1))}, 1e-15);
}

// As long as the exponentials can be written down they are the plain ones.
TEST(ByHand, TheShiftIsZeroWhereItCanBe) {
  for (const double largest : {700.0, -700.0}) {
    const HandResult result = attention_by_hand(with_energies({largest, largest - 1}));
    EXPECT_EQ(result.shift, 0);
    EXPECT_TRUE(std::isfinite(result.sum));
    EXPECT_GT(result.sum, 0);
    EXPECT_NEAR(result.exponentials[0] / result.sum, result.weights[0], 1e-12);
  }
  EXPECT_EQ(attention_by_hand(with_energies({701, 0})).shift, 701);
}

// In JSON, as a page asks.

Row numbers(const rapidjson::Value& list) {
  Row out;
  for (const auto& x : list.GetArray()) out.push_back(x.GetDouble());
  return out;
}

TEST(ByHand, JsonInAndOut) {
  const std::string text = attention_by_hand(std::string(R"({"score": "additive", "query": [0.5, -1],
      "annotations": [[1, 2, 0.5], [0, 1, -1], [2, 0, 1]], "W_a": [[1, 0.5], [0, -2]], "U_a": [[0.1, 0.2, 0.3], [-1, 1, 0]],
      "v_a": [1, -0.5], "mask": [true, false, true]})"));
  HandInput input;
  input.score = AttentionKind::additive;
  input.query = {0.5, -1};
  input.annotations = {{1, 2, 0.5}, {0, 1, -1}, {2, 0, 1}};
  input.parameters = {{"W_a", {{1, 0.5}, {0, -2}}}, {"U_a", {{0.1, 0.2, 0.3}, {-1, 1, 0}}}, {"v_a", {{1, -0.5}}}};
  input.mask = {true, false, true};
  const HandResult result = attention_by_hand(input);

  const rapidjson::Document out = lookback::json::object(text, "bad-input", "The answer");
  ASSERT_EQ(out.MemberCount(), 10u);
  EXPECT_EQ(numbers(out["energies"]), result.energies);
  EXPECT_EQ(numbers(out["exponentials"]), result.exponentials);
  EXPECT_EQ(numbers(out["weights"]), result.weights);
  EXPECT_EQ(numbers(out["context"]), result.context);
  EXPECT_EQ(numbers(out["projectedQuery"]), result.projected_query);
  EXPECT_EQ(out["sum"].GetDouble(), result.sum);
  EXPECT_EQ(out["shift"].GetDouble(), result.shift);
  for (rapidjson::SizeType j = 0; j < 3; ++j) {
    EXPECT_EQ(numbers(out["keys"][j]), result.keys[j]);
    EXPECT_EQ(numbers(out["hidden"][j]), result.hidden[j]);
    EXPECT_EQ(numbers(out["weighted"][j]), result.weighted[j]);
  }
}

TEST(ByHand, JsonNamesEveryScore) {
  const std::string body = R"(, "query": [2, 1], "annotations": [[1, 0], [0, 1]], )";
  for (const char* text : {R"({"score": "dot", "query": [2, 1], "annotations": [[1, 0], [0, 1]]})",
                           R"({"score": "scaled-dot", "query": [2, 1], "annotations": [[1, 0], [0, 1]]})"}) {
    EXPECT_NO_THROW(attention_by_hand(std::string(text)));
  }
  EXPECT_NO_THROW(attention_by_hand(R"({"score": "general")" + body + R"("W_a": [[1, 0], [0, 1]]})"));
  EXPECT_NO_THROW(attention_by_hand(R"({"score": "concat")" + body + R"("W_a": [[1, 0, 0, 1]], "v_a": [1]})"));
  EXPECT_NO_THROW(
      attention_by_hand(R"({"score": "additive")" + body + R"("W_a": [[1, 0]], "U_a": [[0, 1]], "v_a": [1]})"));
}

void refused(const HandInput& input, const std::vector<std::string>& mentions) {
  expect_refusal([&] { attention_by_hand(input); }, "bad-input", mentions);
}

void refused(const std::string& json, const std::vector<std::string>& mentions) {
  SCOPED_TRACE(json.substr(0, 200));
  expect_refusal([&] { attention_by_hand(json); }, "bad-input", mentions);
}

TEST(ByHand, SizesThatDoNotFitAreRefused) {
  HandInput input = four_words();
  input.query = {};
  refused(input, {"`query`"});
  input.query = Row(513, 1);
  refused(input, {"`query`"});
  input.query = {1, 2, 3};
  refused(input, {"3 and 2"});
  input = four_words();
  input.annotations = {};
  refused(input, {"`annotations`"});
  input.annotations = {{1, 0}, {1}};
  refused(input, {"`annotations`"});
  input.annotations = {{}, {}};
  refused(input, {"`annotations`"});
  input.annotations = Rows(513, {1, 2});
  refused(input, {"`annotations`"});
  input = four_words();
  input.mask = {true, true, true};
  refused(input, {"`mask`"});
}

TEST(ByHand, AMaskThatHidesEverythingIsRefused) {
  HandInput input = four_words();
  input.mask.assign(4, false);
  refused(input, {"`mask`", "every annotation"});
}

TEST(ByHand, ParametersThatAreMissingOrDoNotFitAreRefused) {
  Draw draw;
  for (const AttentionKind score : scores) {
    const HandInput good = drawn(score, draw);
    for (const auto& [name, rows] : good.parameters) {
      HandInput input = good;
      input.parameters.erase(name);
      refused(input, {"needs", "`" + name + "`"});
      input.parameters[name] = {};
      refused(input, {"`" + name + "`"});
      input.parameters[name] = {{}};
      refused(input, {"`" + name + "`"});
      input.parameters[name] = rows;
      input.parameters[name].back().push_back(0);
      refused(input, {"This score needs `"});
      input.parameters[name] = rows;
      input.parameters[name].push_back(rows.back());
      refused(input, {"`" + name + "`", std::to_string(rows.size()) + " × " + std::to_string(rows[0].size())});
    }
    HandInput input = good;
    input.parameters["W_c"] = {{1}};
    refused(input, {"`W_c`"});
  }
  HandInput input = four_words();
  input.parameters["v_a"] = {{1, 1}};
  refused(input, {"no parameter", "`v_a`"});
}

TEST(ByHand, ModelsWithoutAScoreAreRefused) {
  for (const AttentionKind kind : {AttentionKind::none, AttentionKind::fixed}) {
    HandInput input = four_words();
    input.score = kind;
    refused(input, {"`score`", "'dot'"});
  }
}

TEST(ByHand, NumbersThatAreNotFiniteAreRefused) {
  Draw draw;
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    HandInput input = four_words();
    input.query[1] = bad;
    refused(input, {"`query`", "not finite"});
    for (std::size_t j = 0; j < 4; ++j) {
      input = four_words();
      input.annotations[j][1] = bad;
      refused(input, {"`annotations`", "not finite"});
    }
    for (const AttentionKind score : scores) {
      const HandInput good = drawn(score, draw);
      for (const auto& [name, rows] : good.parameters) {
        input = good;
        input.parameters[name].back().back() = bad;
        refused(input, {"`" + name + "`", "not finite"});
      }
    }
  }
  HandInput input = four_words();
  input.query = {1e200, 1e200};
  input.annotations[0] = {1e200, 1};
  refused(input, {"too large"});
  input.annotations[0] = {0, 0};
  input.annotations[3] = {1e200, -1e200};  // ∞ − ∞
  refused(input, {"too large"});
}

TEST(ByHand, JsonThatDoesNotFitIsRefused) {
  refused(std::string("{"), {"not JSON"});
  refused(std::string("[1, 2]"), {"must be a JSON object"});
  refused(std::string("{}"), {"`query`"});
  const std::string rest = R"("query": [2, 1], "annotations": [[1, 0]])";
  refused(R"({"score": "cosine", )" + rest + "}", {"`score`", "'dot'"});
  refused(R"({"score": "none", )" + rest + "}", {"`score`"});
  refused(R"({"score": 3, )" + rest + "}", {"`score`"});
  refused(R"({"W_c": [[1]], )" + rest + "}", {"`W_c`"});
  refused(R"({"annotation": [[1]], )" + rest + "}", {"`annotation`"});
  refused(R"({"mask": [1], )" + rest + "}", {"`mask`"});
  refused(R"({"mask": true, )" + rest + "}", {"`mask`"});
  refused(std::string(R"({"query": "2, 1", "annotations": [[1, 0]]})"), {"`query`"});
  refused(std::string(R"({"query": [2, "1"], "annotations": [[1, 0]]})"), {"`query`", "\"1\""});
  refused(std::string(R"({"query": [2, NaN], "annotations": [[1, 0]]})"), {"`query`", "NaN"});
  refused(std::string(R"({"query": [2, 1], "annotations": [[1, -Infinity]]})"), {"`annotations`", "-Inf"});
  refused(std::string(R"({"query": [2, 1], "annotations": [[1, 1000001]]})"), {"`annotations`", "1000001"});
  refused(std::string(R"({"query": [2, 1], "annotations": [[1, 0], 3]})"), {"`annotations`"});
  refused(std::string(R"({"query": [2, 1], "annotations": {}})"), {"`annotations`"});
  // Of any depth or size.
  refused(R"({"query": )" + std::string(200000, '[') + std::string(200000, ']') + "}", {"`query`", "a list"});
  refused(R"({"query": [")" + std::string(200000, 'x') + R"("]})", {"`query`", "…"});
}

}  // namespace
