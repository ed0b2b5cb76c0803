// Tasks: what is held out and never trained on, lengths that are uniform, gold positions that are right, draws that a
// seed repeats, and every option that is refused. And the two sources of batches made of them.

#include "lookback/task.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "lookback/model.h"
#include "lookback/source.h"
#include "refusal.h"

namespace {

using lookback::Index;
using lookback::make_task;
using lookback::Pair;
using lookback::Random;
using lookback::Task;

const std::vector<std::string> digit_tasks = {"reverse", "copy", "sort"};

std::vector<std::string> source_text(const Task& task, const Pair& pair) { return task.source.text(pair.source); }

std::string joined(const std::vector<std::string>& tokens) {
  std::string out;
  for (const std::string& token : tokens) out += (out.empty() ? "" : " ") + token;
  return out;
}

// The ids of pairs, as something that can be compared.
std::vector<std::vector<std::vector<int>>> ids(const std::vector<Pair>& pairs) {
  std::vector<std::vector<std::vector<int>>> out;
  for (const Pair& pair : pairs) out.push_back({pair.source, pair.target, pair.gold});
  return out;
}

std::vector<Pair> training_pairs(const Task& task, std::uint64_t seed, int count) {
  Random random(seed, "training");
  std::vector<Pair> out;
  for (int i = 0; i < count; ++i) out.push_back(task.training_pair(random));
  return out;
}

TEST(Task, NamesAreThere) {
  const std::vector<std::string> names = lookback::task_names();
  for (const std::string& name : digit_tasks) EXPECT_THAT(names, testing::Contains(name));
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  for (const std::string& name : names) EXPECT_EQ(make_task(name, "{}")->name, name);
}

// A sentence that a reader thinks of: its pair is found by its source, whether it is held out or not.
TEST(Task, FindsThePairOfASource) {
  for (const std::string& name : lookback::task_names()) {
    SCOPED_TRACE(name);
    const std::unique_ptr<Task> task = make_task(name, "{}");
    Random random(4, "find");
    int different = 0;
    for (int i = 0; i < (name == "dates" ? 20 : 200); ++i) {
      const Pair drawn = task->training_pair(random);
      const std::optional<Pair> found = task->find(drawn.source);
      ASSERT_TRUE(found) << joined(source_text(*task, drawn));
      EXPECT_EQ(found->source, drawn.source);
      EXPECT_EQ(found->target, drawn.target) << joined(source_text(*task, drawn));
      EXPECT_EQ(found->gold, drawn.gold);
      different += found->sure != drawn.sure || found->possible != drawn.possible;
    }
    EXPECT_EQ(different, 0);
    const std::vector<int> none(9, task->source.size() - 1);
    EXPECT_EQ(task->find(none).has_value(), name == "reverse" || name == "copy" || name == "sort");
    EXPECT_FALSE(task->find({}));
  }
}

// What every task promises.
TEST(Task, DrawsAreTokensOfItsVocabularies) {
  for (const std::string& name : lookback::task_names()) {
    SCOPED_TRACE(name);
    const std::unique_ptr<Task> task = make_task(name, "{}");
    EXPECT_GE(task->target.bos, 0);
    for (const Pair& pair : training_pairs(*task, 1, 300)) {
      ASSERT_FALSE(pair.source.empty());
      ASSERT_FALSE(pair.target.empty());
      for (const int id : pair.source) {
        ASSERT_GE(id, 0);
        ASSERT_LT(id, task->source.size());
      }
      for (const int id : pair.target) {
        ASSERT_GE(id, 0);
        ASSERT_LT(id, task->target.size());
        ASSERT_NE(id, task->target.eos);
        if (task->target.eos >= 0) {
          ASSERT_NE(id, task->target.bos);
        }
      }
      ASSERT_TRUE(pair.gold.empty() || pair.gold.size() == pair.target.size());
      for (const int place : pair.gold) {
        ASSERT_GE(place, -1);
        ASSERT_LT(place, static_cast<int>(pair.source.size()));
      }
      // What is typed is read as the same ids.
      ASSERT_EQ(task->source.ids(source_text(*task, pair)), pair.source);
    }
  }
}

TEST(Task, DefaultsMakeAModel) {
  for (const std::string& name : lookback::task_names()) {
    SCOPED_TRACE(name);
    const std::unique_ptr<Task> task = make_task(name, R"({"seed": 5})");
    EXPECT_EQ(task->training.seed, 5u);
    EXPECT_EQ(to_json(lookback::parse_model_config("{}", task->model)), to_json(task->model));
    EXPECT_EQ(to_json(lookback::parse_model_config(to_json(task->model))), to_json(task->model));
    EXPECT_EQ(to_json(lookback::parse_training_config(to_json(task->training))), to_json(task->training));
    EXPECT_NO_THROW(lookback::Model<float>(task->model, task->source, task->target));
  }
}

TEST(Task, WhatIsHeldOutIsNeverTrainedOn) {
  for (const std::string& name : lookback::task_names()) {
    SCOPED_TRACE(name);
    const std::unique_ptr<Task> task = make_task(name, "{}");
    std::set<std::string> trained;
    for (const std::uint64_t seed : {0u, 1u, 2u}) {
      for (const Pair& pair : training_pairs(*task, seed, 2000)) {
        ASSERT_TRUE(task->exempt(pair) || !task->held_out(pair));
        if (!task->exempt(pair)) trained.insert(joined(source_text(*task, pair)));
      }
    }
    for (const Pair& pair : task->held_out_pairs(1000, 3)) {
      if (task->exempt(pair)) continue;
      ASSERT_TRUE(task->held_out(pair));
      ASSERT_EQ(trained.count(joined(source_text(*task, pair))), 0u);
    }
  }
}

TEST(Task, HeldOutIsTheHashOfTheTokensModuloTen) {
  const std::unique_ptr<Task> task = make_task("reverse", "{}");
  Random random(4);
  int held_out = 0;
  for (int i = 0; i < 10000; ++i) {
    const Pair pair = task->draw(random, 6);
    const bool expected = lookback::fnv1a(joined(source_text(*task, pair))) % 10 == 0;
    ASSERT_EQ(task->held_out(pair), expected);
    held_out += expected;
  }
  EXPECT_NEAR(held_out, 1000, 4 * 30);
  // The rule knows neither the seed nor the task.
  Pair pair;
  pair.source = {4, 9, 3, 0, 3, 9};
  for (const std::string& name : digit_tasks) {
    EXPECT_EQ(make_task(name, R"({"seed": 77})")->held_out(pair), 0x15d6b61bu % 10 == 0);
  }
}

// There are only 1,110 sequences of three digits or fewer: all of them are trained on, and reported apart.
TEST(Task, ShortSequencesAreExempt) {
  for (const std::string& name : digit_tasks) {
    const std::unique_ptr<Task> task = make_task(name, R"({"minLength": 1, "maxLength": 4})");
    std::map<std::size_t, int> trained, hashed;
    for (const Pair& pair : training_pairs(*task, 0, 4000)) {
      EXPECT_EQ(task->exempt(pair), pair.source.size() <= 3);
      ++trained[pair.source.size()];
      hashed[pair.source.size()] += task->held_out(pair);
    }
    for (const std::size_t length : {1u, 2u, 3u})
      EXPECT_NEAR(hashed[length], trained[length] / 10.0, trained[length] / 10.0);
    EXPECT_GT(hashed[3], 0);
    EXPECT_EQ(hashed[4], 0);
  }
}

// χ² with a bound that uniform lengths pass with probability 0.999.
TEST(Task, LengthsAreUniform) {
  const std::unique_ptr<Task> task = make_task("reverse", R"({"minLength": 1, "maxLength": 12})");
  const auto check = [](const std::vector<Pair>& pairs) {
    std::map<std::size_t, int> counts;
    for (const Pair& pair : pairs) ++counts[pair.source.size()];
    ASSERT_EQ(counts.begin()->first, 1u);
    ASSERT_EQ(counts.rbegin()->first, 12u);
    double total = 0;
    const double expected = static_cast<double>(pairs.size()) / 12;
    for (const auto& [length, count] : counts) total += (count - expected) * (count - expected) / expected;
    EXPECT_LT(total, 31.3);
  };
  check(training_pairs(*task, 5, 12000));
  check(task->held_out_pairs(12000, 6));
}

TEST(Task, DigitsAreUniform) {
  const std::unique_ptr<Task> task = make_task("reverse", R"({"minLength": 6})");
  std::vector<int> counts(10);
  for (const Pair& pair : training_pairs(*task, 7, 5000)) {
    for (const int id : pair.source) ++counts[static_cast<std::size_t>(id)];
  }
  double total = 0;
  for (const int count : counts) total += (count - 3000) * (count - 3000) / 3000.0;
  EXPECT_LT(total, 27.9);
}

TEST(Task, HeldOutPairsOfOneLength) {
  const std::unique_ptr<Task> task = make_task("copy", R"({"minLength": 2, "maxLength": 12})");
  for (const Index length : {1, 2, 5, 12, 30}) {
    const std::vector<Pair> pairs = task->held_out_pairs(50, 8, length);
    ASSERT_EQ(pairs.size(), 50u);
    for (const Pair& pair : pairs) {
      EXPECT_EQ(static_cast<Index>(pair.source.size()), length);
      EXPECT_TRUE(task->exempt(pair) || task->held_out(pair));
    }
  }
  EXPECT_TRUE(task->held_out_pairs(0, 8).empty());
}

TEST(Task, ASeedRepeatsItsDraws) {
  for (const std::string& name : lookback::task_names()) {
    const std::unique_ptr<Task> task = make_task(name, "{}"), again = make_task(name, R"({"seed": 3})");
    EXPECT_EQ(ids(task->held_out_pairs(50, 1)), ids(again->held_out_pairs(50, 1))) << name;
    EXPECT_NE(ids(task->held_out_pairs(50, 1)), ids(task->held_out_pairs(50, 2))) << name;
    EXPECT_EQ(ids(training_pairs(*task, 1, 50)), ids(training_pairs(*again, 1, 50))) << name;
    EXPECT_NE(ids(training_pairs(*task, 1, 50)), ids(training_pairs(*task, 2, 50))) << name;
  }
}

TEST(Task, TargetsOfDigitTasksAreTheDigitsAtTheirGoldPositions) {
  for (const std::string& name : digit_tasks) {
    const std::unique_ptr<Task> task = make_task(name, R"({"minLength": 1, "maxLength": 12})");
    for (const Pair& pair : training_pairs(*task, 9, 1000)) {
      const std::vector<std::string> source = source_text(*task, pair), target = task->target.text(pair.target);
      ASSERT_EQ(source.size(), target.size());
      ASSERT_EQ(pair.gold.size(), target.size());
      std::set<int> places(pair.gold.begin(), pair.gold.end());
      ASSERT_EQ(places.size(), target.size()) << "each position is looked at once";
      for (std::size_t i = 0; i < target.size(); ++i)
        ASSERT_EQ(target[i], source[static_cast<std::size_t>(pair.gold[i])]);

      std::vector<std::string> expected = source;
      if (name == "reverse") std::reverse(expected.begin(), expected.end());
      if (name == "sort") std::sort(expected.begin(), expected.end());
      ASSERT_EQ(target, expected) << name << " of " << joined(source);
    }
  }
}

TEST(Task, OfEqualDigitsTheFirstIsSortedFirst) {
  const std::unique_ptr<Task> task = make_task("sort", R"({"minLength": 12})");
  for (const Pair& pair : training_pairs(*task, 10, 200)) {
    for (std::size_t i = 1; i < pair.gold.size(); ++i) {
      if (pair.target[i] == pair.target[i - 1]) {
        ASSERT_LT(pair.gold[i - 1], pair.gold[i]);
      }
    }
  }
}

TEST(Task, OneLengthGivenBringsTheOtherAlong) {
  const auto lengths = [](const std::string& options) {
    const std::unique_ptr<Task> task = make_task("reverse", options);
    return std::pair(task->options.min_length, task->options.max_length);
  };
  using Lengths = std::pair<Index, Index>;
  EXPECT_EQ(lengths("{}"), Lengths(6, 6));
  EXPECT_EQ(lengths(R"({"minLength": 8})"), Lengths(8, 8));
  EXPECT_EQ(lengths(R"({"maxLength": 4})"), Lengths(4, 4));
  EXPECT_EQ(lengths(R"({"minLength": 4})"), Lengths(4, 6));
  EXPECT_EQ(lengths(R"({"minLength": 1, "maxLength": 60})"), Lengths(1, 60));
}

TEST(TaskRefusal, Options) {
  for (const char* option : {"minLength", "maxLength"}) {
    for (const char* value : {"0", "-1", "61", "1e9", "1.5", "\"6\"", "null", "true", "[6]", "{}", "NaN", "Infinity"}) {
      const std::string text = std::string("{\"") + option + "\": " + value + "}";
      SCOPED_TRACE(text);
      expect_refusal([&] { make_task("reverse", text); }, "bad-task", {std::string("`") + option + "`", "1 to 60"});
    }
  }
  for (const char* value : {"-1", "0.5", "1e300", "\"1\"", "null"}) {
    const std::string text = std::string("{\"seed\": ") + value + "}";
    SCOPED_TRACE(text);
    expect_refusal([&] { make_task("reverse", text); }, "bad-task", {"`seed`"});
  }
  expect_refusal([] { make_task("reverse", R"({"minLength": 9, "maxLength": 3})"); }, "bad-task",
                 {"`minLength`", "9", "`maxLength`", "3"});
  expect_refusal([] { make_task("reverse", R"({"length": 3})"); }, "bad-task",
                 {"\"length\"", "minLength, maxLength, seed"});
  for (const char* text : {"", "[]", "null", "six", "{\"minLength\"}"}) {
    SCOPED_TRACE(text);
    expect_refusal([&] { make_task("reverse", text); }, "bad-task", {"The task's options"});
  }
}

TEST(TaskRefusal, UnknownNames) {
  for (const std::string& name :
       {std::string(), std::string("Reverse"), std::string("translate"), std::string(100000, 'x')}) {
    expect_refusal([&] { make_task(name, "{}"); }, "bad-task",
                   {"'" + name.substr(0, 30), "'reverse'", "'copy'", "'sort'"});
  }
}

// The next batch of a source, written over a longer one.
std::vector<Pair> next(const lookback::Source& source, Index count) {
  std::vector<Pair> batch(3, {{99, 98, 97}, {99}, {99}});
  const Index rows = source(count, batch);
  batch.resize(static_cast<std::size_t>(rows));
  return batch;
}

TEST(Source, FromATaskDrawsItsTrainingPairs) {
  const std::shared_ptr<const Task> task = make_task("reverse", "{}");
  const auto make = lookback::from_task(task);
  lookback::Source source = make(4), again = make(4);
  std::vector<Pair> drawn = next(source, 20);
  for (Pair& pair : next(source, 13)) drawn.push_back(std::move(pair));
  EXPECT_EQ(ids(drawn), ids(training_pairs(*task, 4, 33)));
  EXPECT_EQ(ids(next(again, 33)), ids(drawn));
}

TEST(Source, FromPairsTakesEachOnceAnEpoch) {
  std::vector<Pair> pairs;
  for (int i = 0; i < 10; ++i) pairs.push_back({{i}, {i}, {}});
  const auto numbers = [](const std::vector<Pair>& batch) {
    std::vector<int> out;
    for (const Pair& pair : batch) out.push_back(pair.source.front());
    return out;
  };
  lookback::Source source = lookback::from_pairs(pairs)(1);
  std::vector<std::vector<int>> epochs;
  for (int epoch = 0; epoch < 3; ++epoch) {
    std::vector<int> seen;
    for (const std::size_t size : {4u, 4u, 2u}) {
      const std::vector<int> batch = numbers(next(source, 4));
      EXPECT_EQ(batch.size(), size);
      seen.insert(seen.end(), batch.begin(), batch.end());
    }
    epochs.push_back(seen);
    std::sort(seen.begin(), seen.end());
    EXPECT_THAT(seen, testing::ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  }
  EXPECT_NE(epochs[0], epochs[1]);
  EXPECT_EQ(numbers(next(lookback::from_pairs(pairs)(1), 4)), (std::vector<int>(epochs[0].begin(), epochs[0].begin() + 4)));
  // One batch that takes them all leaves their order.
  EXPECT_EQ(ids(next(lookback::from_pairs(pairs)(1), 10)), ids(pairs));
  EXPECT_EQ(ids(next(lookback::from_pairs(pairs)(1), 64)), ids(pairs));
  expect_refusal([] { lookback::from_pairs({}); }, "bad-input", {"at least one pair"});
}

}  // namespace
