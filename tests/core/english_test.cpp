// The English of the generated languages is right by a checker of its own (english.h), which catches what is planted.
#include "english.h"

#include <gtest/gtest.h>

#include <map>

#include "lookback/task.h"
#include "planted.h"

namespace {

using lookback::make_task;
using lookback::Random;
using lookback::Task;
using planted::joined;
using planted::Plant;
using planted::swapped;
using planted::tokens;
using planted::Tokens;

// What the tasks draw: English that is read, and English that is written.
std::vector<Tokens> sentences(int count) {
  std::vector<Tokens> out;
  for (const char* name : {"translate-en-fr", "translate-zh-en"}) {
    const std::unique_ptr<Task> task = make_task(name, "{}");
    const bool read = task->source.language == "en";
    Random random(1, "test");
    for (int i = 0; i < count; ++i) {
      const lookback::Pair pair = task->draw(random, 0);
      out.push_back(read ? task->source.text(pair.source) : task->target.text(pair.target));
    }
  }
  return out;
}

TEST(English, RightSentencesHaveNoFaults) {
  for (const char* sentence :
       {"I see an old man", "she does not eat any apples", "the European Economic Area is beautiful", "he goes to an American school", "we look for these dogs of my friend",
        "dogs hit me", "I love eating apples", "do you love her", "does her cat chase him", "they are chasing two birds", "my teacher wants to buy an egg in the shop today",
        "the Apple company is not big", "he hit the dog", "I am not tired", "the child eats bread every day", "you have a house near the church"}) {
    EXPECT_EQ(english::faults(tokens(sentence)), std::set<std::string>{}) << sentence;
  }
}

TEST(English, WrongSentencesAreNamed) {
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"I see a old man", "article"},        {"I see an man", "article"},          {"I see man", "bare"},                {"dog hits me", "bare"},
      {"I eat a bread", "mass"},             {"we buy two milk", "mass"},          {"I sees a man", "agreement"},        {"the man see a dog", "agreement"},
      {"the men sees a dog", "agreement"},   {"he are tired", "agreement"},        {"I is tired", "agreement"},          {"he do not see us", "agreement"},
      {"do he see us", "agreement"},         {"we see a dogs", "agreement"},       {"we see this dogs", "agreement"},    {"we see these dog", "agreement"},
      {"we see two dog", "agreement"},       {"he does not sees us", "form"},      {"he wants to buys a car", "form"},   {"I love eat apples", "form"},
      {"he is eat apples", "form"},          {"he eating apples", "form"},         {"me see dogs", "case"},              {"dogs hit I", "case"},
      {"I see any dogs", "negation"},        {"I do not see some dogs", "negation"}, {"I look a dog", "order"},          {"the dog", "order"},
      {"I see the dog the cat", "order"},    {"I want eat apples", "order"},       {"the old loves us", "order"},        {"I see an elephant", "word"}};
  for (const auto& [sentence, fault] : wrong) EXPECT_TRUE(english::faults(tokens(sentence)).count(fault)) << sentence << " must have the fault " << fault;
}

// Faults planted in sentences that the tasks draw: each must be found, under its name.
TEST(English, PlantedFaultsAreFound) {
  const auto behind = [](std::set<std::string> first, std::map<std::string, std::string> by) {
    return [=](Tokens& all, std::size_t i) {
      if (i == 0 || !first.count(all[i - 1]) || !by.count(all[i]) || all[0] == "do" || all[0] == "does") return false;
      all[i] = by.at(all[i]);
      return true;
    };
  };
  const std::map<std::string, std::string> finite = {{"see", "sees"}, {"love", "loves"}, {"eat", "eats"}, {"buy", "buys"}, {"look", "looks"}, {"chase", "chases"}};
  const std::vector<std::pair<const char*, Plant>> plants = {
      {"article", swapped({{"a", "an"}, {"an", "a"}})},
      {"agreement", swapped({{"these", "a"}, {"two", "this"}})},
      {"agreement", swapped({{"am", "is"}, {"is", "are"}, {"are", "am"}})},
      {"agreement", swapped({{"does", "do"}})},
      {"agreement", behind({"I", "we", "they"}, finite)},
      {"agreement", behind({"he", "she"}, {{"sees", "see"}, {"loves", "love"}, {"eats", "eat"}, {"buys", "buy"}, {"chases", "chase"}, {"wants", "want"}})},
      {"agreement", behind({"a", "an", "this"}, {{"dog", "dogs"}, {"cat", "cats"}, {"book", "books"}, {"apple", "apples"}})},
      {"agreement", behind({"some", "any", "two", "three"}, {{"dogs", "dog"}, {"cats", "cat"}, {"books", "book"}, {"apples", "apple"}})},
      {"mass", behind({"a", "an", "two", "three", "these"}, {{"dog", "bread"}, {"cats", "milk"}, {"apple", "fruit"}, {"dogs", "water"}, {"books", "bread"}})},
      {"form", behind({"not", "to"}, finite)},
      {"form", behind({"love", "like", "loves", "likes"}, {{"eating", "eat"}, {"buying", "buy"}, {"chasing", "chase"}})},
      {"form", behind({"am", "is", "are"}, {{"eating", "eats"}, {"buying", "buy"}, {"chasing", "chased"}, {"looking", "look"}})},
      {"negation", swapped({{"any", "some"}})},
      {"negation", [](Tokens& all, std::size_t i) {
         if (all[i] != "some") return false;
         all[i] = "any";
         return true;
       }},
      {"case", swapped({{"I", "me"}, {"he", "him"}, {"we", "us"}, {"they", "them"}})},
      {"case", swapped({{"me", "I"}, {"him", "he"}, {"us", "we"}, {"them", "they"}})},
      {"bare", [](Tokens& all, std::size_t i) {
         if (all[i] != "a" && all[i] != "this" && all[i] != "an") return false;
         all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
         return true;
       }},
      {"order", [](Tokens& all, std::size_t i) {
         if (all[i] != "for" && all[i] != "to") return false;
         all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
         return true;
       }},
  };
  const std::vector<Tokens> drawn = sentences(10000);
  planted::expect_noticed(plants, drawn, english::faults);
}

TEST(English, EverySentenceIsRight) {
  for (const Tokens& sentence : sentences(20000)) ASSERT_EQ(english::faults(sentence), std::set<std::string>{}) << joined(sentence);
}

}  // namespace
