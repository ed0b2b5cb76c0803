#include "lookback/source.h"

#include <algorithm>
#include <numeric>

#include "lookback/error.h"

namespace lookback {

std::function<Source(std::uint64_t)> from_task(std::shared_ptr<const Task> task) {
  return [task](std::uint64_t seed) -> Source {
    return [task, random = Random(seed, "training")](Index count, std::vector<Pair>& batch) mutable {
      const std::size_t size = static_cast<std::size_t>(count);
      if (batch.size() < size) batch.resize(size);
      for (std::size_t i = 0; i < size; ++i) task->draw_training_pair(random, batch[i]);
      return count;
    };
  };
}

std::function<Source(std::uint64_t)> from_pairs(std::vector<Pair> pairs) {
  if (pairs.empty()) throw Error("bad-input", "There is nothing to train on: give at least one pair.");
  const auto all = std::make_shared<const std::vector<Pair>>(std::move(pairs));
  return [all](std::uint64_t seed) -> Source {
    std::vector<std::size_t> order(all->size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    return [all, random = Random(seed, "epochs"), order, next = std::size_t(0)](Index count, std::vector<Pair>& batch) mutable {
      const bool whole = count >= static_cast<Index>(all->size());
      if (next == 0 && !whole) {
        for (std::size_t i = order.size() - 1; i > 0; --i) {
          std::swap(order[i], order[random.below(static_cast<std::uint32_t>(i + 1))]);
        }
      }
      const std::size_t size = std::min(static_cast<std::size_t>(count), order.size() - next);
      if (batch.size() < size) batch.resize(size);
      for (std::size_t i = 0; i < size; ++i) batch[i] = (*all)[order[next + i]];
      next = next + size == order.size() ? 0 : next + size;
      return static_cast<Index>(size);
    };
  };
}

}  // namespace lookback
