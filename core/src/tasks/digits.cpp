// What the digit tasks share: ten digits on both sides, and targets that are the source's digits in another order.
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

Pair DigitTask::draw(Random& random, Index length) const {
  constexpr int first_digit = 2;  // in the target's vocabulary
  Pair pair;
  for (Index i = 0; i < length; ++i) pair.source.push_back(static_cast<int>(random.below(10)));
  pair.gold = order(pair.source);
  for (const int place : pair.gold) pair.target.push_back(first_digit + pair.source[static_cast<std::size_t>(place)]);
  return pair;
}

}  // namespace lookback
