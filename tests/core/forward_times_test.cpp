// Times by part, by a clock that moves on by one whenever it is read: what is counted to which part, and what is refused.
#include "lookback/forward_times.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "models.h"
#include "refusal.h"

namespace {

using lookback::ForwardTimes;
using lookback::Model;
using lookback::Vocabulary;

double ticks = 0;
double tick() { return ticks += 1; }

Vocabulary digits() { return {{"0", "1", "2", "3", "<bos>", "<eos>"}, 4, 5, -1}; }

lookback::Pair pair(std::vector<int> source) {
  lookback::Pair made;
  made.source = std::move(source);
  made.target = {0};
  return made;
}

Model<float> model(const std::string& attention) {
  return {models::config(R"({"embedding": 4, "hidden": 6, "encoder": "forward", "attention": ")" + attention + R"("})"), digits(), digits()};
}

TEST(ForwardTimes, TheEncoderIsOneStretchAndAttentionTwo) {
  const ForwardTimes times = lookback::forward_times(model("additive"), pair({0, 1, 2, 3}), 10, tick);
  EXPECT_EQ(times.encoder, 1);
  EXPECT_EQ(times.attention, 2);  // the keys once, then the step
}

TEST(ForwardTimes, AModelWithoutWeightsLooksForNoTime) {
  const ForwardTimes times = lookback::forward_times(model("none"), pair({0, 1, 2, 3}), 10, tick);
  EXPECT_EQ(times.encoder, 1);
  EXPECT_EQ(times.attention, 0);
}

TEST(ForwardTimes, RefusesNoSourceAndAnUnknownId) {
  const Model<float> looking = model("additive");
  expect_refusal([&] { lookback::forward_times(looking, pair({}), 1, tick); }, "bad-input", {"no tokens"});
  expect_refusal([&] { lookback::forward_times(looking, pair({6}), 1, tick); }, "bad-input", {"unknown token id"});
}

}  // namespace
