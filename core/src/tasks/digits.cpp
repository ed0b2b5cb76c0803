// What the digit tasks share: ten digits on both sides, and targets that are the source's digits in another order.
#include <numeric>

#include "tasks.h"

namespace lookback {

DigitTask::DigitTask() {
  target.tokens = {"<bos>", "<eos>"};
  target.bos = 0;
  target.eos = 1;
  for (int digit = 0; digit < 10; ++digit) {
    source.tokens.push_back(std::to_string(digit));
    target.tokens.push_back(std::to_string(digit));
  }
}

void DigitTask::draw_into(Random& random, Index length, Pair& pair) const {
  pair.source.resize(static_cast<std::size_t>(length));
  for (int& digit : pair.source) digit = static_cast<int>(random.below(10));
  answer(pair);
}

std::optional<Pair> DigitTask::find(const std::vector<int>& ids) const {
  if (ids.empty()) return std::nullopt;
  Pair pair;
  pair.source = ids;
  answer(pair);
  return pair;
}

void DigitTask::answer(Pair& pair) const {
  constexpr int first_digit = 2;  // in the target's vocabulary
  const std::size_t size = pair.source.size();
  pair.target.resize(size);
  pair.gold.resize(size);
  std::iota(pair.gold.begin(), pair.gold.end(), 0);
  order(pair.source, pair.gold);
  for (std::size_t i = 0; i < size; ++i) pair.target[i] = first_digit + pair.source[static_cast<std::size_t>(pair.gold[i])];
}

Pair DigitTask::longest() const {
  const std::size_t size = static_cast<std::size_t>(options.max_length);
  return {std::vector<int>(size, 0), std::vector<int>(size, target.size() - 1), std::vector<int>(size, 0)};
}

}  // namespace lookback
