// Threads that share work: every piece once, on as many threads as there are; what a piece throws reaches the caller.
#if !defined(__EMSCRIPTEN__) || defined(__EMSCRIPTEN_PTHREADS__)  // without threads, nothing refers to make_threads

#include "lookback/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace {

using lookback::Index;

TEST(Threads, TakeEveryPieceOnce) {
  for (const Index count : {1, 2, 3, 8}) {
    const auto workers = lookback::make_threads(count);
    EXPECT_EQ(workers->count(), count);
    for (const Index pieces : {0, 1, 2, 7, 1000}) {
      std::vector<int> taken(static_cast<std::size_t>(pieces));
      std::atomic<int> strangers = 0;
      workers->run(pieces, [&](Index piece, Index thread) {
        ++taken[static_cast<std::size_t>(piece)];
        if (thread < 0 || thread >= count) ++strangers;
      });
      EXPECT_EQ(taken, std::vector<int>(static_cast<std::size_t>(pieces), 1)) << count << " threads";
      EXPECT_EQ(strangers, 0);
    }
  }
}

TEST(Threads, HandOnWhatAPieceThrowsAndWorkOn) {
  const auto workers = lookback::make_threads(3);
  for (int round = 0; round < 50; ++round) {
    EXPECT_THROW(workers->run(20, [](Index piece, Index) {
      if (piece == 11) throw std::runtime_error("eleven");
    }), std::runtime_error);
    std::atomic<Index> sum = 0;
    workers->run(20, [&](Index piece, Index) { sum += piece; });
    EXPECT_EQ(sum, 190);
  }
}

TEST(Threads, RoundsFollowEachOther) {
  const auto workers = lookback::make_threads(2);
  std::vector<Index> values(64, 0);
  for (Index round = 1; round <= 2000; ++round) {
    workers->run(64, [&](Index piece, Index) {
      Index& value = values[static_cast<std::size_t>(piece)];
      if (value == round - 1) value = round;
    });
  }
  for (const Index value : values) EXPECT_EQ(value, 2000);
}

}  // namespace

#endif
