// Sorting: 4 9 3 → 3 4 9. Its alignment follows the values; of equal digits the first in the source comes first.
#include <algorithm>

#include "tasks.h"

namespace lookback {

namespace {

class Sort final : public DigitTask {
 protected:
  void order(const std::vector<int>& digits, std::vector<int>& places) const override {
    const auto digit = [&](int place) { return digits[static_cast<std::size_t>(place)]; };
    std::sort(places.begin(), places.end(), [&](int a, int b) { return digit(a) < digit(b) || (digit(a) == digit(b) && a < b); });
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
