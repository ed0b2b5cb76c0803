// Tasks of given pairs: what is held out, what training takes, and what is refused.

#include "lookback/given.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "lookback/source.h"
#include "refusal.h"

namespace {

using lookback::GivenTask;
using lookback::Index;
using lookback::Pair;
using lookback::Vocabulary;

Vocabulary vocabulary(bool target) {
  Vocabulary out;
  if (target) {
    out.tokens = {"<bos>", "<eos>"};
    out.bos = 0;
    out.eos = 1;
  }
  out.unk = out.size();
  out.tokens.push_back("<unk>");
  for (char c = 'a'; c <= 'z'; ++c) out.tokens.push_back(std::string(1, c));
  return out;
}

// 26 · 26 pairs: two letters, and the same two turned round.
std::shared_ptr<GivenTask> letters() {
  auto task = std::make_shared<GivenTask>("letters", vocabulary(false), vocabulary(true), 5);
  for (int i = 0; i < 26; ++i) {
    for (int j = 0; j < 26; ++j) task->add({1 + i, 1 + j}, {3 + j, 3 + i});
  }
  task->finish();
  return task;
}

std::set<int> places(const std::vector<Pair>& pairs) {
  std::set<int> out;
  for (const Pair& pair : pairs) out.insert(pair.place);
  return out;
}

TEST(GivenTask, HoldsOutByTheHouseRule) {
  const auto task = letters();
  EXPECT_EQ(task->size(), 676);
  const std::vector<Pair> held = task->held_out_pairs(1000, 0), trained = task->training_pairs(1000, 0);
  EXPECT_EQ(static_cast<Index>(held.size()), task->held_out_size());
  EXPECT_EQ(held.size() + trained.size(), 676u);
  EXPECT_NEAR(static_cast<double>(held.size()), 67.6, 25);
  for (const Pair& pair : held) EXPECT_TRUE(task->held_out(pair));
  for (const Pair& pair : trained) EXPECT_FALSE(task->held_out(pair));
  std::set<int> all = places(held);
  all.merge(places(trained));
  EXPECT_EQ(all.size(), 676u);  // each once
}

TEST(GivenTask, DrawsDifferentPairsBySeed) {
  const auto task = letters();
  const std::vector<Pair> one = task->training_pairs(50, 1), again = task->training_pairs(50, 1), other = task->training_pairs(50, 2);
  EXPECT_EQ(places(one).size(), 50u);
  EXPECT_EQ(places(one), places(again));
  EXPECT_NE(places(one), places(other));
  EXPECT_EQ(places(task->held_out_pairs(20, 3)).size(), 20u);
  lookback::Random random(1);
  EXPECT_EQ(task->draw(random, 2).source.size(), 2u);
  EXPECT_GE(task->draw(random, 0).place, 0);
  expect_refusal([&] { task->draw(random, 3); }, "bad-input", {"'letters'", "3 tokens", "2 to 2"});
  expect_refusal([&] { task->held_out_pairs(20, 3, 7); }, "bad-input", {"held out", "7 tokens", "give more pairs"});
}

TEST(GivenTask, FindsAPairByItsSource) {
  const auto task = letters();
  for (const std::vector<Pair>& pairs : {task->training_pairs(50, 1), task->held_out_pairs(20, 3)}) {
    for (const Pair& pair : pairs) {
      const std::optional<Pair> found = task->find(pair.source);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->place, pair.place);
      EXPECT_EQ(found->target, pair.target);
    }
  }
  EXPECT_FALSE(task->find({1, 2, 1}));
}

TEST(GivenTask, TrainingTakesEachOnceAnEpoch) {
  const auto task = letters();
  const lookback::Source source = lookback::from_task(task)(1);
  const Index all = task->size() - task->held_out_size();
  for (int epoch = 0; epoch < 2; ++epoch) {
    std::set<int> seen;
    std::vector<Pair> batch;
    for (Index taken = 0; taken < all;) {
      const Index rows = source(32, batch);
      for (Index i = 0; i < rows; ++i) {
        EXPECT_TRUE(seen.insert(batch[static_cast<std::size_t>(i)].place).second);
        EXPECT_FALSE(task->held_out(batch[static_cast<std::size_t>(i)]));
      }
      taken += rows;
    }
    EXPECT_EQ(static_cast<Index>(seen.size()), all);
  }
}

TEST(GivenTask, TakesTheCallersWordForWhatIsHeldOut) {
  GivenTask task("rare", vocabulary(false), vocabulary(true), 0);
  for (int i = 0; i < 20; ++i) task.add({0, 0}, {3}, i % 4 == 0);  // all read as <unk> <unk>
  task.finish();
  EXPECT_EQ(task.held_out_size(), 5);
  EXPECT_EQ(places(task.held_out_pairs(20, 0)), (std::set<int>{0, 4, 8, 12, 16}));
  for (const Pair& pair : task.training_pairs(20, 0)) EXPECT_FALSE(task.held_out(pair));
}

TEST(GivenTask, KnowsItsLengths) {
  GivenTask task("few", vocabulary(false), vocabulary(true), 0);
  task.add({1, 2, 3}, {3});
  task.add({1, 2}, {3, 4, 5, 6});
  task.add({4}, {3, 4});
  task.finish();
  EXPECT_EQ(task.options.min_length, 1);
  EXPECT_EQ(task.options.max_length, 3);
  EXPECT_EQ(task.longest().source.size(), 3u);
  EXPECT_EQ(task.longest().target.size(), 4u);
  EXPECT_GE(task.bytes(), 3 * sizeof(Pair));
}

TEST(GivenTask, RefusesWhatNoModelTakes) {
  GivenTask task("bad", vocabulary(false), vocabulary(true), 0);
  task.add({1}, {3});
  for (const std::vector<int>& ids : {std::vector<int>{}, std::vector<int>(61, 1), std::vector<int>{27}, std::vector<int>{-1}}) {
    expect_refusal([&] { task.add(ids, {3}); }, "bad-data", {"source", "pair 2", "60"});
  }
  expect_refusal([&] { task.add({1}, {99}); }, "bad-data", {"target", "pair 2"});
}

TEST(GivenTask, NeedsAPairToTrainOn) {
  GivenTask none("none", vocabulary(false), vocabulary(true), 0);
  expect_refusal([&] { none.finish(); }, "bad-data", {"no pair to train on", "0"});
  const auto task = letters();
  GivenTask held("held", vocabulary(false), vocabulary(true), 0);
  for (const Pair& pair : task->held_out_pairs(3, 0)) held.add(pair.source, pair.target);
  expect_refusal([&] { held.finish(); }, "bad-data", {"no pair to train on", "3"});
}

}  // namespace
