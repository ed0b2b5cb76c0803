// Sorting: 4 9 3 → 3 4 9. Its alignment follows the values; of equal digits the first in the source comes first.
#include "tasks.h"

namespace lookback {

namespace {

class Sort final : public DigitTask {
 protected:
  void order(const std::vector<int>& digits, std::vector<int>& places) const override {
    places.clear();
    for (int digit = 0; digit < 10; ++digit) {
      for (std::size_t place = 0; place < digits.size(); ++place) {
        if (digits[place] == digit) places.push_back(static_cast<int>(place));
      }
    }
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
