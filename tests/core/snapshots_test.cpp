// Snapshots of a training run: which steps they fall on, what they hold, and that they stay within their memory.

#include "lookback/snapshots.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bits.h"
#include "lookback/source.h"
#include "models.h"

namespace {

using lookback::Index;
using lookback::Snapshot;
using lookback::Snapshots;

std::vector<Index> steps_of(const Snapshots& snapshots) {
  std::vector<Index> out;
  for (const Snapshot& s : snapshots.all()) out.push_back(s.step);
  return out;
}

std::size_t bytes_of(const Snapshots& snapshots) {
  std::size_t bytes = 0;
  for (const Snapshot& s : snapshots.all()) bytes += s.weights.size() * sizeof(float);
  return bytes;
}

// A run of `steps` updates over `size` weights, the first three of which say the step.
void run(Snapshots& snapshots, Index steps, Index size) {
  std::vector<float> weights(static_cast<std::size_t>(size));
  for (Index step = 0; step <= steps; ++step) {
    std::fill_n(weights.begin(), std::min<Index>(size, 3), static_cast<float>(step));
    snapshots.see(step, 1.0 / static_cast<double>(step + 1), weights.data(), size);
  }
}

// 0, 1, and then each a fifth further than the one before, by one step at least.
TEST(Snapshots, FallOnAGeometricGrid) {
  std::vector<Index> expected = {0, 1};
  while (expected.back() < 5000) expected.push_back(std::max(expected.back() + 1, (6 * expected.back() + 4) / 5));
  expected.pop_back();
  Snapshots snapshots;
  run(snapshots, 5000, 3);
  EXPECT_EQ(steps_of(snapshots), expected);
  EXPECT_EQ(std::vector<Index>(expected.begin(), expected.begin() + 14),
            (std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27}));
  for (const Snapshot& s : snapshots.all()) {
    EXPECT_EQ(s.weights, std::vector<float>(3, static_cast<float>(s.step)));
    EXPECT_EQ(s.loss, 1.0 / static_cast<double>(s.step + 1));
  }
}

TEST(Snapshots, AreFloatsOfAModelInDoubleToo) {
  Snapshots snapshots;
  const double weights[] = {0.1, -2.5};
  snapshots.see(0, 0, weights, 2);
  EXPECT_EQ(snapshots.all()[0].weights, (std::vector<float>{0.1f, -2.5f}));
}

TEST(Snapshots, StayWithinTheirMemory) {
  // Room for 1000, 31, 5, 4, 3 and 2 snapshots.
  for (const std::size_t room : {1000, 31, 5, 4, 3, 2}) {
    SCOPED_TRACE(room);
    const Index size = static_cast<Index>(Snapshots::most_bytes / sizeof(float) / room);
    Snapshots snapshots;
    std::vector<float> weights(static_cast<std::size_t>(size));
    Index newest = 0, before_it = 0;
    for (Index step = 0; step <= 400; ++step) {
      const std::size_t before = snapshots.all().size();
      weights[0] = static_cast<float>(step);
      snapshots.see(step, 0, weights.data(), size);
      if (snapshots.all().back().step == step) {
        before_it = newest;
        newest = step;
      }
      ASSERT_LE(bytes_of(snapshots), Snapshots::most_bytes) << "after step " << step;
      ASSERT_GE(snapshots.all().size() + 1, std::min<std::size_t>(room, before) / 2) << "after step " << step;
      // The start and the newest moments stay, in order.
      const std::vector<Index> steps = steps_of(snapshots);
      ASSERT_EQ(steps.front(), 0);
      ASSERT_EQ(steps.back(), newest);
      if (room > 2) {
        ASSERT_EQ(std::count(steps.begin(), steps.end(), before_it), 1);
      }
      ASSERT_TRUE(std::is_sorted(steps.begin(), steps.end()));
    }
    EXPECT_GE(snapshots.all().size(), std::max<std::size_t>(2, std::min<std::size_t>(room, 26) / 2));
    for (const Snapshot& s : snapshots.all()) EXPECT_EQ(s.weights[0], static_cast<float>(s.step));
  }
}

// Where two do not fit there is the newest; where none does, none.
TEST(Snapshots, OfVeryLargeModels) {
  const Index most = static_cast<Index>(Snapshots::most_bytes / sizeof(float));
  Snapshots one, none;
  const std::vector<float> weights(static_cast<std::size_t>(most) + 1);
  for (const Index step : {0, 1, 2}) {
    one.see(step, 0, weights.data(), most);
    EXPECT_EQ(steps_of(one), (std::vector<Index>{step}));
    none.see(step, 0, weights.data(), most + 1);
    EXPECT_TRUE(none.all().empty());
  }
}

// After every thinning the grid is wider, so that a long run is not thinned at every step.
TEST(Snapshots, ThinningWidensTheGrid) {
  Snapshots snapshots;
  run(snapshots, 2000, static_cast<Index>(Snapshots::most_bytes / sizeof(float) / 16));
  const std::vector<Index> steps = steps_of(snapshots);
  ASSERT_GE(steps.size(), 8u);
  ASSERT_LE(steps.size(), 16u);
  // Two snapshots are at least the widened ratio apart, 1.44, except where the thinning kept the then newest.
  int closer = 0;
  for (std::size_t i = 4; i + 1 < steps.size(); ++i) {
    closer += static_cast<double>(steps[i + 1]) < 1.4 * static_cast<double>(steps[i]);
  }
  EXPECT_LE(closer, 2);
}

TEST(Snapshots, StartAnewAfterClear) {
  Snapshots snapshots, fresh;
  run(snapshots, 500, static_cast<Index>(Snapshots::most_bytes / sizeof(float) / 8));
  snapshots.clear();
  EXPECT_TRUE(snapshots.all().empty());
  run(snapshots, 100, 3);
  run(fresh, 100, 3);
  EXPECT_EQ(steps_of(snapshots), steps_of(fresh));
}

// A trainer records its run: the start, then the weights that each update left.
TEST(Snapshots, OfATrainer) {
  lookback::Model<float> model = models::model<float>(models::config(R"({"hidden": 6, "embedding": 3})"));
  lookback::Random random(4, "snapshots");
  std::vector<lookback::Pair> pairs;
  for (int i = 0; i < 8; ++i) pairs.push_back(models::random_pair(random, 3, 3));
  lookback::TrainingConfig config;
  config.batch_size = 8;
  lookback::Trainer<float> trainer(model, config, lookback::from_pairs(pairs));
  const auto weights = [&] {
    const float* data = model.parameters().data();
    return std::vector<float>(data, data + model.parameters().size());
  };
  std::vector<std::vector<float>> after = {weights()};
  std::vector<double> losses = {0};
  for (int step = 1; step <= 12; ++step) {
    losses.push_back(trainer.step().loss);
    after.push_back(weights());
  }
  EXPECT_EQ(steps_of(trainer.snapshots()), (std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 8, 10, 12}));
  for (const Snapshot& s : trainer.snapshots().all()) {
    EXPECT_TRUE(bits::equal(s.weights, after[static_cast<std::size_t>(s.step)])) << s.step;
    EXPECT_EQ(s.loss, losses[static_cast<std::size_t>(s.step)]);
  }

  trainer.reset();
  EXPECT_EQ(steps_of(trainer.snapshots()), (std::vector<Index>{0}));
  EXPECT_TRUE(bits::equal(trainer.snapshots().all()[0].weights, after[0]));
  trainer.step();
  EXPECT_TRUE(bits::equal(trainer.snapshots().all()[1].weights, after[1]));
}

}  // namespace
