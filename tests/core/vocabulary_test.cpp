// Vocabularies: tokens to ids and back, what an unknown token becomes, JSON there and back, and what is refused.

#include "lookback/vocabulary.h"

#include <gtest/gtest.h>

#include "refusal.h"

namespace {

using lookback::parse_vocabulary;
using lookback::Vocabulary;

Vocabulary words() {
  Vocabulary out;
  out.tokens = {"<bos>", "<eos>", "<unk>", "the", "red", "猫", "the red"};
  out.bos = 0;
  out.eos = 1;
  out.unk = 2;
  return out;
}

TEST(Vocabulary, TokensAndIds) {
  const Vocabulary v = words();
  EXPECT_EQ(v.size(), 7);
  EXPECT_EQ(v.ids({"red", "猫", "the", "the red"}), (std::vector<int>{4, 5, 3, 6}));
  EXPECT_EQ(v.text({4, 5, 3, 1}), (std::vector<std::string>{"red", "猫", "the", "<eos>"}));
  EXPECT_TRUE(v.ids({}).empty());
  EXPECT_TRUE(v.text({}).empty());
  EXPECT_THROW(v.text({7}), std::exception);
  EXPECT_THROW(v.text({-1}), std::exception);
}

TEST(Vocabulary, AnUnknownTokenIsReadAsUnk) {
  EXPECT_EQ(words().ids({"the", "blue", "", "Red"}), (std::vector<int>{3, 2, 2, 2}));
}

// The language of its words goes along, and a vocabulary without one is written as it always was.
TEST(Vocabulary, TheLanguageComesBack) {
  Vocabulary v = words();
  EXPECT_THAT(to_json(v), testing::Not(testing::HasSubstr("language")));
  EXPECT_EQ(parse_vocabulary(to_json(v), "bad-model", "It").language, "");
  v.language = "zh-Hans";
  EXPECT_EQ(parse_vocabulary(to_json(v), "bad-model", "It").language, "zh-Hans");
  for (const char* tag : {"\"\"", "7", "\"f r\"", "\"français\"", "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\""}) {
    const std::string text = "{\"tokens\":[\"a\"],\"language\":" + std::string(tag) + "}";
    expect_refusal([&] { parse_vocabulary(text, "bad-model", "It"); }, "bad-model", {"language"});
  }
}

// A reader who types "<eos>" has typed a word that is not known, not the end of the sentence.
TEST(Vocabulary, SpecialTokensCannotBeTyped) {
  EXPECT_EQ(words().ids({"<bos>", "<eos>", "<unk>"}), (std::vector<int>{2, 2, 2}));
  Vocabulary strict = words();
  strict.unk = -1;
  for (const char* token : {"<bos>", "<eos>"}) {
    expect_refusal([&] { strict.ids({token}); }, "bad-input", {token});
  }
}

TEST(Vocabulary, WithoutUnkAnUnknownTokenIsRefused) {
  Vocabulary digits;
  for (int i = 0; i < 10; ++i) digits.tokens.push_back(std::to_string(i));
  expect_refusal([&] { digits.ids({"4", "x", "3"}); }, "bad-input", {"“x”", "0 1 2 3 4 5 6 7 8 9"});
  expect_refusal([&] { digits.ids({"12"}); }, "bad-input", {"“12”"});
  expect_refusal([&] { digits.ids({""}); }, "bad-input", {"“”"});
  expect_refusal([&] { digits.ids({std::string(100000, 'x')}); }, "bad-input", {"“xxx"});
  Vocabulary many = digits;
  for (int i = 10; i < 40; ++i) many.tokens.push_back(std::to_string(i));
  expect_refusal([&] { many.ids({"x"}); }, "bad-input", {"10 11 …"});
}

// The tutorial's vocabulary: id 0 also starts the target, and nothing ends it.
TEST(Vocabulary, AStartSymbolThatIsADigitCanBeTyped) {
  Vocabulary digits;
  for (int i = 0; i < 10; ++i) digits.tokens.push_back(std::to_string(i));
  digits.bos = 0;
  EXPECT_EQ(digits.ids({"0", "9"}), (std::vector<int>{0, 9}));
}

void expect_equal(const Vocabulary& a, const Vocabulary& b) {
  EXPECT_EQ(a.tokens, b.tokens);
  EXPECT_EQ(a.bos, b.bos);
  EXPECT_EQ(a.eos, b.eos);
  EXPECT_EQ(a.unk, b.unk);
}

TEST(Vocabulary, JsonRoundTrip) {
  Vocabulary odd;
  odd.tokens = {"\"", "\\", "\n", std::string("\0", 1), "é", "注意力", "🙂", "", " "};
  odd.eos = 8;
  for (const Vocabulary& v : {words(), odd}) {
    const Vocabulary back = parse_vocabulary(to_json(v), "bad-model", "The source's vocabulary");
    expect_equal(back, v);
    EXPECT_EQ(to_json(back), to_json(v));
  }
}

TEST(Vocabulary, SpecialTokensThatAreNotNamedAreNone) {
  Vocabulary expected;
  expected.tokens = {"a", "b"};
  expect_equal(parse_vocabulary(R"({"tokens": ["a", "b"]})", "bad-model", "A vocabulary"), expected);
}

TEST(Vocabulary, WhatIsRefused) {
  const auto refused = [](const std::string& text, const std::vector<std::string>& mentions) {
    SCOPED_TRACE(text);
    std::vector<std::string> all = mentions;
    all.push_back("The target's vocabulary");
    expect_refusal([&] { parse_vocabulary(text, "bad-model", "The target's vocabulary"); }, "bad-model", all);
  };
  refused("", {"not JSON"});
  refused("[\"a\"]", {"JSON object"});
  refused("{}", {"`tokens`"});
  refused(R"({"tokens": []})", {"`tokens`"});
  refused(R"({"tokens": "abc"})", {"`tokens`"});
  refused(R"({"tokens": null})", {"`tokens`"});
  refused(R"({"tokens": ["a", 1]})", {"`tokens`"});
  refused(R"({"tokens": ["a", null]})", {"`tokens`"});
  refused(R"({"tokens": ["a", ["b"]]})", {"`tokens`"});
  refused(R"({"tokens": ["a", "b", "a"]})", {"\"a\"", "twice"});
  refused("{\"tokens\": [\"\xff\"]}", {"not JSON"});
  for (const char* name : {"bos", "eos", "unk"}) {
    for (const char* value : {"2", "-2", "0.5", "1e9", "null", "\"a\"", "true", "[0]", "NaN"}) {
      refused(std::string(R"({"tokens": ["a", "b"], ")") + name + "\": " + value + "}",
              {std::string("`") + name + "`"});
    }
  }
}

}  // namespace
