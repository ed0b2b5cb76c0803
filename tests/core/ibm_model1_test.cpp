// IBM Model 1 against iterations worked by hand, and what expectation–maximisation promises: probabilities that sum to one, and a
// loss that never grows.
#include "lookback/ibm_model1.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lookback/alignment.h"
#include "lookback/task.h"
#include "refusal.h"

namespace {

using lookback::IbmModel1;
using lookback::Pair;

// Three sentences, from German to English:
//   das Haus → the house,   das Buch → the book,   ein Buch → a book.
enum Source { das, Haus, Buch, ein };
enum Target { the, house, book, a };
constexpr int null_word = IbmModel1::null_word;
const std::vector<Pair> corpus = {{{das, Haus}, {the, house}, {}}, {{das, Buch}, {the, book}, {}}, {{ein, Buch}, {a, book}, {}}};

// By hand. t starts at 1/4 for all.
//
// First iteration. Every English word divides its one count evenly among the null word (N) and the two German words, 1/3 each:
//   N     the 2/3, house 1/3, book 2/3, a 1/3   total 2     t: the 1/3, house 1/6, book 1/3, a 1/6
//   das   the 2/3, house 1/3, book 1/3          total 4/3   t: the 1/2, house 1/4, book 1/4
//   Haus  the 1/3, house 1/3                    total 2/3   t: the 1/2, house 1/2
//   Buch  the 1/3, book 2/3, a 1/3              total 4/3   t: the 1/4, book 1/2, a 1/4
//   ein   a 1/3, book 1/3                       total 2/3   t: a 1/2, book 1/2
//
// Second iteration. The divisions, in proportion to t:
//   das Haus:  the    N 1/3, das 1/2, Haus 1/2, sum 4/3     →  N 1/4,  das 3/8,  Haus 3/8
//              house  N 1/6, das 1/4, Haus 1/2, sum 11/12   →  N 2/11, das 3/11, Haus 6/11
//   das Buch:  the    N 1/3, das 1/2, Buch 1/4, sum 13/12   →  N 4/13, das 6/13, Buch 3/13
//              book   N 1/3, das 1/4, Buch 1/2, sum 13/12   →  N 4/13, das 3/13, Buch 6/13
//   ein Buch:  a      N 1/6, ein 1/2, Buch 1/4, sum 11/12   →  N 2/11, ein 6/11, Buch 3/11
//              book   N 1/3, ein 1/2, Buch 1/2, sum 4/3     →  N 1/4,  ein 3/8,  Buch 3/8
// and the counts:
//   das   the 3/8 + 6/13 = 957/1144, house 3/11 = 312/1144, book 3/13 = 264/1144    total 1533/1144
//   Haus  the 3/8 = 33/88, house 6/11 = 48/88                                       total 81/88
//   Buch  book 6/13 + 3/8 = 957/1144, a 3/11 = 312/1144, the 3/13 = 264/1144        total 1533/1144
//   ein   a 6/11 = 48/88, book 3/8 = 33/88                                          total 81/88
//   N     the 1/4 + 4/13 = 319/572, house 2/11 = 104/572, book 319/572, a 104/572   total 846/572
TEST(IbmModel1, TwoIterationsByHand) {
  constexpr double close = 1e-15;
  IbmModel1 model(corpus, 4, 4);
  EXPECT_NEAR(model.t(the, das), 1.0 / 4, close);
  EXPECT_NEAR(model.t(a, null_word), 1.0 / 4, close);
  // Before the first: Σ t / 3 = 1/4 for every word.
  EXPECT_NEAR(model.iterate(), std::log(4.0), close);
  const std::vector<std::vector<double>> first = {
      {1.0 / 3, 1.0 / 6, 1.0 / 3, 1.0 / 6}, {1.0 / 2, 1.0 / 4, 1.0 / 4, 0}, {1.0 / 2, 1.0 / 2, 0, 0}, {1.0 / 4, 0, 1.0 / 2, 1.0 / 4}, {0, 0, 1.0 / 2, 1.0 / 2}};
  for (int e = null_word; e < 4; ++e) {
    for (int f = 0; f < 4; ++f) EXPECT_NEAR(model.t(f, e), first[static_cast<std::size_t>(e + 1)][static_cast<std::size_t>(f)], close) << e << ' ' << f;
  }
  // Before the second: the sums above, divided by 3.
  EXPECT_NEAR(model.iterate(), -(2 * std::log(4.0 / 9) + 2 * std::log(11.0 / 36) + 2 * std::log(13.0 / 36)) / 6, close);
  const std::vector<std::vector<double>> second = {{319.0 / 846, 104.0 / 846, 319.0 / 846, 104.0 / 846},
                                                   {957.0 / 1533, 312.0 / 1533, 264.0 / 1533, 0},
                                                   {33.0 / 81, 48.0 / 81, 0, 0},
                                                   {264.0 / 1533, 0, 957.0 / 1533, 312.0 / 1533},
                                                   {0, 0, 33.0 / 81, 48.0 / 81}};
  for (int e = null_word; e < 4; ++e) {
    for (int f = 0; f < 4; ++f) EXPECT_NEAR(model.t(f, e), second[static_cast<std::size_t>(e + 1)][static_cast<std::size_t>(f)], close) << e << ' ' << f;
  }

  // the – das (957/1533 against 33/81 and 319/846), house – Haus, book – Buch, a – ein.
  EXPECT_EQ(model.align(corpus[0]), (std::vector<int>{0, 1}));
  EXPECT_EQ(model.align(corpus[1]), (std::vector<int>{0, 1}));
  EXPECT_EQ(model.align(corpus[2]), (std::vector<int>{0, 1}));
  const std::vector<double> row = model.posterior(corpus[0], 1);
  const double sum = 104.0 / 846 + 312.0 / 1533 + 48.0 / 81;
  EXPECT_NEAR(row[0], 312.0 / 1533 / sum, close);
  EXPECT_NEAR(row[1], 48.0 / 81 / sum, close);
  // A pair of words that were never together has no link, and no probability.
  const Pair strange = {{ein}, {house}, {}};
  EXPECT_EQ(model.t(house, ein), 0);
  EXPECT_EQ(model.align(strange), std::vector<int>{-1}) << "the null word is all that is left";
  EXPECT_EQ(model.posterior(strange, 0), std::vector<double>{0});
}

TEST(IbmModel1, ProbabilitiesSumToOneAndTheLossNeverGrows) {
  const std::unique_ptr<lookback::Task> task = lookback::make_task("translate-en-fr", "{}");
  lookback::Random random(1, "training");
  std::vector<Pair> pairs;
  for (int i = 0; i < 400; ++i) pairs.push_back(task->training_pair(random));
  IbmModel1 model(pairs, task->source.size(), task->target.size()), again(pairs, task->source.size(), task->target.size());
  double last = std::log(1e9);
  for (int k = 0; k < 12; ++k) {
    const double loss = model.iterate();
    EXPECT_EQ(loss, again.iterate()) << "the same bits";
    EXPECT_LE(loss, last);
    last = loss;
    for (int e = null_word; e < task->source.size(); ++e) {
      double sum = 0;
      for (int f = 0; f < task->target.size(); ++f) sum += model.t(f, e);
      if (sum > 0) {
        EXPECT_NEAR(sum, 1, 1e-12);
      }
    }
  }
}

// It finds most of the links of the generated pairs: words that appear together, whatever their order.
TEST(IbmModel1, FindsMostLinksOfAGeneratedLanguage) {
  for (const char* name : {"translate-en-fr", "translate-fr-en"}) {
    const std::unique_ptr<lookback::Task> task = lookback::make_task(name, "{}");
    lookback::Random random(0, "training");
    std::vector<Pair> pairs;
    for (int i = 0; i < 2000; ++i) pairs.push_back(task->training_pair(random));
    IbmModel1 model(pairs, task->source.size(), task->target.size());
    for (int k = 0; k < 10; ++k) model.iterate();
    lookback::AlignmentErrors errors;
    for (const Pair& pair : task->held_out_pairs(500, 0)) errors.add(pair, model.align(pair));
    EXPECT_LT(errors.rate(), 0.1) << name;
    EXPECT_GT(errors.rate(), errors.best()) << name;
  }
}

TEST(IbmModel1Refusal, NothingToAlign) {
  expect_refusal([] { IbmModel1({}, 1, 1); }, "bad-input", {"at least one pair"});
  expect_refusal([] { IbmModel1({{{0}, {}, {}}}, 1, 1); }, "bad-input", {"no tokens"});
}

}  // namespace
