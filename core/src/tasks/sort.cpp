// Sorting: 4 9 3 → 3 4 9. Its alignment follows the values; of equal digits the first in the source comes first.
#include <algorithm>
#include <numeric>

#include "tasks.h"

namespace lookback {

namespace {

class Sort final : public DigitTask {
 protected:
  std::vector<int> order(const std::vector<int>& digits) const override {
    std::vector<int> places(digits.size());
    std::iota(places.begin(), places.end(), 0);
    std::stable_sort(places.begin(), places.end(), [&](int a, int b) {
      return digits[static_cast<std::size_t>(a)] < digits[static_cast<std::size_t>(b)];
    });
    return places;
  }
};

}  // namespace

std::unique_ptr<Task> sort_task(const TaskOptions&) {
  auto task = std::make_unique<Sort>();
  task->model.encoder = Direction::bidirectional;
  task->model.encoder_hidden = task->model.hidden / 2;
  task->model.bridge = BridgeKind::state;
  task->training.steps = 2500;
  return task;
}

}  // namespace lookback
