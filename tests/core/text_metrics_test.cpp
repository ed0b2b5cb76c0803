// Corpus BLEU and chrF against sacreBLEU's scores (tests/golden/metrics.json), and what is refused.

#include "lookback/text_metrics.h"

#include <gtest/gtest.h>

#include "golden.h"
#include "refusal.h"

namespace {

using golden::Value;
using lookback::Tokens;

constexpr double tolerance = 1e-9;  // of scores from 0 to 100

const rapidjson::Document& stored() {
  static const rapidjson::Document document = golden::read("metrics.json");
  return document;
}

std::vector<std::string> texts(const Value& list) {
  std::vector<std::string> out;
  for (const Value& text : list.GetArray()) out.emplace_back(lookback::json::string(text));
  return out;
}

// Tokens stand between single spaces.
std::vector<Tokens> tokens(const Value& list) {
  std::vector<Tokens> out;
  for (const std::string& text : texts(list)) {
    Tokens sentence;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      sentence.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    out.push_back(std::move(sentence));
  }
  return out;
}

TEST(TextMetrics, TheStoredScoresAreOfSacreBleu2WithTheseSettings) {
  EXPECT_STREQ(stored()["sacrebleu"].GetString(), "2.6.0");
  EXPECT_STREQ(stored()["bleu"].GetString(), "nrefs:1|case:mixed|eff:no|tok:none|smooth:exp|version:2.6.0");
  EXPECT_STREQ(stored()["chrf"].GetString(), "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0");
}

TEST(TextMetrics, BleuEqualsSacreBleu) {
  int compared = 0;
  for (const Value& c : stored()["cases"].GetArray()) {
    if (!c.HasMember("bleu")) continue;
    SCOPED_TRACE(c["name"].GetString());
    EXPECT_NEAR(lookback::corpus_bleu(tokens(c["hypotheses"]), tokens(c["references"])), c["bleu"].GetDouble(),
                tolerance);
    ++compared;
  }
  EXPECT_GE(compared, 50);
}

TEST(TextMetrics, ChrfEqualsSacreBleu) {
  int compared = 0;
  for (const Value& c : stored()["cases"].GetArray()) {
    SCOPED_TRACE(c["name"].GetString());
    EXPECT_NEAR(lookback::corpus_chrf(tokens(c["hypotheses"]), tokens(c["references"])), c["chrf"].GetDouble(),
                tolerance);
    ++compared;
  }
  EXPECT_GE(compared, 50);
}

// A token that holds a space is still one token.
TEST(TextMetrics, BleuIsOverTheTokensThatAreGiven) {
  const std::vector<Tokens> joined = {{"New York", "is", "far", "away"}},
                            split = {{"New", "York", "is", "far", "away"}};
  EXPECT_NEAR(lookback::corpus_bleu(joined, joined), 100, tolerance);
  EXPECT_LT(lookback::corpus_bleu(joined, split), 100);
}

// Text that is no UTF-8 is scored somehow, and read no further than its end.
TEST(TextMetrics, BrokenTextIsScoredToo) {
  for (const std::string text : {"\xff\xfe", "\xe4\xb8", "\xf0\x9f\x98", "\x80\x80\x80", "ab\xc3"}) {
    EXPECT_EQ(lookback::corpus_chrf({{text}}, {{text}}), 100);
    const double score = lookback::corpus_chrf({{text}}, {{"中文 ab"}});
    EXPECT_GE(score, 0);
    EXPECT_LT(score, 100);
  }
}

TEST(TextMetrics, OneReferenceForEachHypothesis) {
  expect_refusal([] { lookback::corpus_bleu({}, {}); }, "bad-input", {"at least one"});
  expect_refusal([] { lookback::corpus_chrf({}, {}); }, "bad-input", {"at least one"});
  expect_refusal([] { lookback::corpus_bleu({{"a"}, {"b"}}, {{"a"}}); }, "bad-input", {"one reference"});
  expect_refusal([] { lookback::corpus_chrf({{"a"}}, {{"a"}, {"b"}}); }, "bad-input", {"one reference"});
}

}  // namespace
