#include "lookback/source.h"

#include <algorithm>
#include <numeric>

#include "lookback/error.h"

namespace lookback {

std::function<Source(std::uint64_t)> from_task(std::shared_ptr<const Task> task) {
  return [task](std::uint64_t seed) -> Source {
    return [task, random = Random(seed, "training")](Index count) mutable {
      std::vector<Pair> batch;
      batch.reserve(static_cast<std::size_t>(count));
      for (Index i = 0; i < count; ++i) batch.push_back(task->training_pair(random));
      return batch;
    };
  };
}

std::function<Source(std::uint64_t)> from_pairs(std::vector<Pair> pairs) {
  if (pairs.empty()) throw Error("bad-input", "There is nothing to train on: give at least one pair.");
  const auto all = std::make_shared<const std::vector<Pair>>(std::move(pairs));
  return [all](std::uint64_t seed) -> Source {
    std::vector<std::size_t> order(all->size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    return [all, random = Random(seed, "epochs"), order, next = std::size_t(0)](Index count) mutable {
      const std::size_t size = static_cast<std::size_t>(count);
      if (size >= all->size()) return *all;
      if (next == 0) {
        for (std::size_t i = order.size() - 1; i > 0; --i) {
          std::swap(order[i], order[random.below(static_cast<std::uint32_t>(i + 1))]);
        }
      }
      std::vector<Pair> batch;
      for (; next < order.size() && batch.size() < size; ++next) batch.push_back((*all)[order[next]]);
      if (next == order.size()) next = 0;
      return batch;
    };
  };
}

}  // namespace lookback
