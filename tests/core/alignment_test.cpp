// The alignment error rate by hand, in both forms of gold; what counts as inverted; and how evaluation uses them.
#include "lookback/alignment.h"

#include <gtest/gtest.h>

#include "lookback/metrics.h"
#include "models.h"

namespace {

using lookback::AlignmentErrors;
using lookback::inverted;
using lookback::link_kind;
using lookback::LinkKind;
using lookback::Pair;

// Four target tokens, three source tokens. Sure: 0-0, 1-1, 1-2. Possible: 2-1, 2-2. Token 3 has no link at all.
Pair example() { return {{1, 1, 1}, {1, 1, 1, 1}, {}, {{0, 0}, {1, 1}, {1, 2}}, {{2, 1}, {2, 2}}}; }

TEST(Alignment, KindsOfLinks) {
  const Pair pair = example();
  EXPECT_EQ(link_kind(pair, 0, 0), LinkKind::sure);
  EXPECT_EQ(link_kind(pair, 1, 2), LinkKind::sure);
  EXPECT_EQ(link_kind(pair, 2, 1), LinkKind::possible);
  EXPECT_EQ(link_kind(pair, 2, 0), LinkKind::wrong);
  EXPECT_EQ(link_kind(pair, 3, 0), LinkKind::wrong);
  const Pair one_each = {{1, 1}, {1, 1, 1}, {1, -1, 0}};
  EXPECT_EQ(link_kind(one_each, 0, 1), LinkKind::sure);
  EXPECT_EQ(link_kind(one_each, 0, 0), LinkKind::wrong);
  EXPECT_EQ(link_kind(one_each, 1, -1), LinkKind::wrong);
  EXPECT_TRUE(lookback::alignment_known(one_each, 0));
  EXPECT_FALSE(lookback::alignment_known(one_each, 1));
}

// |S| = 3. A = {0-0, 1-1, 2-0, 3-0}: A ∩ S = 2, A ∩ P = 2, so AER = 1 − 4 / (4 + 3).
TEST(Alignment, ErrorRateByHand) {
  const Pair pair = example();
  AlignmentErrors errors;
  errors.add(pair, std::vector<int>{0, 1, 0, 0});
  EXPECT_DOUBLE_EQ(errors.rate(), 1 - 4.0 / 7);
  EXPECT_EQ(errors.tokens(), 4);
  // The best: 0-0, 1-1 (one of its two), 2-1, and whatever for 3. A ∩ S = 2, A ∩ P = 3: 1 − 5 / 7.
  EXPECT_DOUBLE_EQ(errors.best(), 1 - 5.0 / 7);
  AlignmentErrors best;
  best.add(pair, std::vector<int>{0, 2, 2, 1});
  EXPECT_DOUBLE_EQ(best.rate(), best.best());
  // A token without a link is not in A: {0-0, 1-1}, 1 − 4 / 5.
  AlignmentErrors fewer;
  fewer.add(pair, std::vector<int>{0, 1, -1, -1});
  EXPECT_DOUBLE_EQ(fewer.rate(), 1 - 4.0 / 5);
  // Sums come before the division: 1 − (4 + 4) / (7 + 5).
  errors.add(pair, std::vector<int>{0, 1, -1, -1});
  EXPECT_DOUBLE_EQ(errors.rate(), 1 - 8.0 / 12);
}

TEST(Alignment, WithOneSureLinkEachItIsTheShareOfWrongLinks) {
  const Pair pair = {{1, 1, 1}, {1, 1, 1, 1}, {2, 1, -1, 0}};
  AlignmentErrors errors;
  EXPECT_EQ(errors.rate(), 0);
  errors.add(pair, std::vector<int>{2, 0, 0, 0});
  EXPECT_DOUBLE_EQ(errors.rate(), 1.0 / 3);
  EXPECT_EQ(errors.best(), 0);
  EXPECT_EQ(errors.tokens(), 3);
}

TEST(Alignment, Inversion) {
  // the black cat → le chat noir
  const Pair bend = {{1, 1, 1}, {1, 1, 1}, {}, {{0, 0}, {1, 2}, {2, 1}}, {{0, 2}}};
  EXPECT_FALSE(inverted(bend, 0));
  EXPECT_TRUE(inverted(bend, 1));
  EXPECT_TRUE(inverted(bend, 2));
  // Between links that enclose it nothing is inverted: ne … pas, both to "not"; "see" lies after them.
  const Pair enclosed = {{1, 1, 1, 1}, {1, 1, 1}, {}, {{0, 0}, {0, 2}, {1, 1}, {2, 3}}, {}};
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(inverted(enclosed, i));
  const Pair reversal = {{1, 1, 1}, {1, 1, 1}, {2, 1, 0}};
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(inverted(reversal, i));
  const Pair copy = {{1, 1, 1}, {1, 1, 1}, {0, 1, 2}};
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(inverted(copy, i));
}

// What evaluation says of a model's weights is what they say themselves.
TEST(Alignment, EvaluationCountsTheLargestWeights) {
  const lookback::Model<double> model = models::model<double>({});
  lookback::Random random(6, "alignment");
  std::vector<Pair> pairs;
  for (int k = 0; k < 90; ++k) {
    const lookback::Index length = 1 + static_cast<lookback::Index>(random.below(6));
    Pair pair = models::random_pair(random, length, 1 + static_cast<lookback::Index>(random.below(6)));
    pair.gold.clear();
    for (int i = 0; i < static_cast<int>(pair.target.size()); ++i) {
      for (int j = 0; j < static_cast<int>(length); ++j) {
        const std::uint32_t kind = random.below(4);
        if (kind == 0) pair.sure.push_back({i, j});
        if (kind == 1) pair.possible.push_back({i, j});
      }
    }
    pairs.push_back(std::move(pair));
  }
  pairs.push_back(models::random_pair(random, 3, 3));  // of this one nothing is known
  AlignmentErrors errors;
  lookback::Index steps = 0, hits = 0, turned = 0, turned_hits = 0;
  double weight = 0;
  for (const Pair& pair : pairs) {
    lookback::Pass<double> pass;
    pass.batch.fill(pair, model.source_vocabulary(), model.target_vocabulary());
    model.forward(pass);
    std::vector<int> found;
    for (int i = 0; i < static_cast<int>(pair.target.size()); ++i) {
      const double* row = pass.decoder.attention.weights.row(i);
      const int peak = static_cast<int>(std::max_element(row, row + pair.source.size()) - row);
      found.push_back(peak);
      bool any = false;
      for (const lookback::Link& link : pair.sure) {
        if (link.target != i) continue;
        any = true;
        weight += row[link.source];
        hits += link.source == peak;
        turned_hits += link.source == peak && inverted(pair, i);
      }
      steps += any;
      turned += inverted(pair, i);
    }
    errors.add(pair, found);
  }
  const lookback::Evaluation result = lookback::evaluate(model, pairs);
  ASSERT_TRUE(result.alignment.has_value());
  EXPECT_EQ(result.alignment->steps, steps);
  EXPECT_DOUBLE_EQ(result.alignment->hit, static_cast<double>(hits) / static_cast<double>(steps));
  EXPECT_NEAR(result.alignment->gold_weight, weight / static_cast<double>(steps), 1e-12);
  EXPECT_GT(turned, 10);
  EXPECT_EQ(result.alignment->inverted_steps, turned);
  EXPECT_DOUBLE_EQ(result.alignment->inverted_hit, static_cast<double>(turned_hits) / static_cast<double>(turned));
  EXPECT_DOUBLE_EQ(result.alignment->error_rate, errors.rate());
  EXPECT_DOUBLE_EQ(result.alignment->best_error_rate, errors.best());
}

}  // namespace
