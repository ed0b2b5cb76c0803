// Several sentence pairs side by side, time-major: row t·B + b of a sequence is step t of sentence b. Sentences stand by
// falling source length, so that the ones still running at a step are the first rows.
#pragma once

#include <span>
#include <vector>

#include "lookback/matrix.h"
#include "lookback/pair.h"
#include "lookback/vocabulary.h"

namespace lookback {

struct Batch {
  Index rows = 0, source_steps = 0, target_steps = 0;
  std::vector<int> source;                  // source_steps × rows; 0 past the end
  std::vector<int> source_lengths;          // falling
  std::vector<int> target_in, target_out;   // target_steps × rows: y_{i−1} and y_i; past the end 0 and −1
  std::vector<int> target_lengths;          // with EOS
  std::vector<int> places;                  // where each row stood among the pairs

  // Sentences whose source has more than t tokens.
  Index active(Index t) const;

  // Lays out pairs[order[first … first+count)], already by falling source length; `places` are `order`'s entries. Throws
  // bad-input for an empty source or target, or a pair whose ids the vocabularies do not have.
  void fill(std::span<const Pair> pairs, std::span<const int> order, Index first, Index count,
            const Vocabulary& source_vocabulary, const Vocabulary& target_vocabulary);
  // One pair alone.
  void fill(const Pair& pair, const Vocabulary& source_vocabulary, const Vocabulary& target_vocabulary) {
    const int only = 0;
    fill({&pair, 1}, {&only, 1}, 0, 1, source_vocabulary, target_vocabulary);
  }
};

// Places of pairs by falling source length, equal lengths in their given order.
std::vector<int> order_by_length(std::span<const Pair> pairs);
void order_by_length(std::span<const Pair> pairs, std::vector<int>& order);

// How many shards a batch of `rows` is cut into: at most four, of at least sixteen rows where there are that many.
Index shard_count(Index rows);

}  // namespace lookback
