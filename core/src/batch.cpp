#include "lookback/batch.h"

#include <algorithm>
#include <limits>

#include "lookback/error.h"

namespace lookback {

Index Batch::active(Index t) const {
  Index count = rows;
  while (count > 0 && source_lengths[static_cast<std::size_t>(count - 1)] <= t) --count;
  return count;
}

void Batch::fill(std::span<const Pair> pairs, std::span<const int> order, Index first, Index count,
                 const Vocabulary& source_vocabulary, const Vocabulary& target_vocabulary) {
  const auto check = [](const std::vector<int>& ids, const Vocabulary& vocabulary, const char* side) {
    if (ids.empty()) throw Error("bad-input", std::string("A ") + side + " has no tokens: give at least one.");
    for (const int id : ids) {
      if (id < 0 || id >= vocabulary.size()) throw Error("bad-input", std::string("A ") + side + " holds an unknown token id.");
    }
  };
  rows = count;
  source_steps = target_steps = 0;
  source_lengths.clear();
  target_lengths.clear();
  places.clear();
  const Index end = target_vocabulary.eos >= 0 ? 1 : 0;
  for (Index b = 0; b < rows; ++b) {
    const int place = order[static_cast<std::size_t>(first + b)];
    const Pair& pair = pairs[static_cast<std::size_t>(place)];
    check(pair.source, source_vocabulary, "source");
    check(pair.target, target_vocabulary, "target");
    places.push_back(place);
    source_lengths.push_back(static_cast<int>(pair.source.size()));
    target_lengths.push_back(static_cast<int>(pair.target.size() + static_cast<std::size_t>(end)));
    source_steps = std::max(source_steps, static_cast<Index>(source_lengths.back()));
    target_steps = std::max(target_steps, static_cast<Index>(target_lengths.back()));
  }
  source.assign(static_cast<std::size_t>(source_steps * rows), 0);
  target_in.assign(static_cast<std::size_t>(target_steps * rows), 0);
  target_out.assign(static_cast<std::size_t>(target_steps * rows), -1);
  for (Index b = 0; b < rows; ++b) {
    const Pair& pair = pairs[static_cast<std::size_t>(places[static_cast<std::size_t>(b)])];
    const auto at = [&](std::size_t t) { return t * static_cast<std::size_t>(rows) + static_cast<std::size_t>(b); };
    for (std::size_t t = 0; t < pair.source.size(); ++t) source[at(t)] = pair.source[t];
    for (std::size_t t = 0; t < pair.target.size() + static_cast<std::size_t>(end); ++t) {
      target_in[at(t)] = t == 0 ? target_vocabulary.bos : pair.target[t - 1];
      target_out[at(t)] = t < pair.target.size() ? pair.target[t] : target_vocabulary.eos;
    }
  }
}

void order_by_length(std::span<const Pair> pairs, std::vector<int>& order) {
  const auto length = [&](std::size_t place) { return pairs[place].source.size(); };
  order.clear();
  order.reserve(pairs.size());
  // One length after another, the longest first: there are few.
  for (std::size_t done = std::numeric_limits<std::size_t>::max(); order.size() < pairs.size();) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (length(i) < done) next = std::max(next, length(i));
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (length(i) == next) order.push_back(static_cast<int>(i));
    }
    done = next;
  }
}

std::vector<int> order_by_length(std::span<const Pair> pairs) {
  std::vector<int> order;
  order_by_length(pairs, order);
  return order;
}

Index shard_count(Index rows) { return std::clamp<Index>(rows / 16, 1, 4); }

}  // namespace lookback
