#include "lookback/source.h"

#include <algorithm>
#include <numeric>

#include "lookback/error.h"

namespace lookback {

namespace {

// FNV-1a, over whole numbers.
struct Hash {
  std::uint64_t value = 14695981039346656037u;
  void add(std::uint64_t number) { value = (value ^ number) * 1099511628211u; }
};

// What the state of a training says of its pairs.
std::uint64_t hash_of(const std::vector<Pair>& pairs) {
  Hash hash;
  for (const Pair& pair : pairs) {
    for (const std::vector<int>* side : {&pair.source, &pair.target}) {
      hash.add(side->size());
      for (const int id : *side) hash.add(static_cast<std::uint64_t>(id));
    }
  }
  return hash.value;
}

// And of a task that draws them: its name and its lengths. The seed is the training's.
std::uint64_t hash_of(const Task& task) {
  Hash hash;
  for (const char letter : task.name) hash.add(static_cast<unsigned char>(letter));
  hash.add(static_cast<std::uint64_t>(task.options.min_length));
  hash.add(static_cast<std::uint64_t>(task.options.max_length));
  return hash.value;
}

// Given pairs, epoch by epoch. An epoch's order is a matter of the random numbers at its beginning alone.
struct Epochs {
  std::shared_ptr<const std::vector<Pair>> all;
  Random random, beginning;
  std::vector<std::size_t> order;
  std::size_t taken = 0;  // of this epoch
  bool ordered = false;

  Index next(Index count, std::vector<Pair>& batch) {
    if (!ordered) {
      beginning = random;
      std::iota(order.begin(), order.end(), std::size_t(0));
      if (count < static_cast<Index>(order.size())) {
        for (std::size_t i = order.size() - 1; i > 0; --i) {
          std::swap(order[i], order[random.below(static_cast<std::uint32_t>(i + 1))]);
        }
      }
      ordered = true;
    }
    const std::size_t size = std::min(static_cast<std::size_t>(count), order.size() - taken);
    if (batch.size() < size) batch.resize(size);
    for (std::size_t i = 0; i < size; ++i) batch[i] = (*all)[order[taken + i]];
    taken += size;
    if (taken == order.size()) {
      taken = 0;
      ordered = false;
    }
    return static_cast<Index>(size);
  }
};

std::function<Source(std::uint64_t)> from_shared(std::shared_ptr<const std::vector<Pair>> all) {
  return [all, what = hash_of(*all)](std::uint64_t seed) -> Source {
    const Random random(seed, "epochs");
    const auto epochs = std::make_shared<Epochs>(Epochs{all, random, random, std::vector<std::size_t>(all->size())});
    return {[epochs](Index count, std::vector<Pair>& batch) { return epochs->next(count, batch); },
            [epochs, what] {
              return Source::Draws{(epochs->ordered ? epochs->beginning : epochs->random).state(), epochs->taken, what};
            },
            [epochs](const Source::Draws& draws) {
              epochs->random = Random(draws.random);
              epochs->taken = draws.taken < epochs->order.size() ? static_cast<std::size_t>(draws.taken) : 0;
              epochs->ordered = false;
            }};
  };
}

}  // namespace

std::function<Source(std::uint64_t)> from_task(std::shared_ptr<const Task> task) {
  // The set lives in the task, which the pointer holds.
  if (const std::vector<Pair>* set = task->training_set()) return from_shared({std::move(task), set});
  return [task](std::uint64_t seed) -> Source {
    const auto random = std::make_shared<Random>(seed, "training");
    return {[task, random](Index count, std::vector<Pair>& batch) {
              const std::size_t size = static_cast<std::size_t>(count);
              if (batch.size() < size) batch.resize(size);
              for (std::size_t i = 0; i < size; ++i) task->draw_training_pair(*random, batch[i]);
              return count;
            },
            [random, what = hash_of(*task)] { return Source::Draws{random->state(), 0, what}; },
            [random](const Source::Draws& draws) { *random = Random(draws.random); }};
  };
}

std::function<Source(std::uint64_t)> from_pairs(std::vector<Pair> pairs) {
  if (pairs.empty()) throw Error("bad-input", "There is nothing to train on: give at least one pair.");
  return from_shared(std::make_shared<const std::vector<Pair>>(std::move(pairs)));
}

}  // namespace lookback
