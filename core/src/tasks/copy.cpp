// Copying: 4 9 3 → 4 9 3. Its alignment is the diagonal; it is the task on which reading the source backwards pays.
#include "tasks.h"

namespace lookback {

namespace {

class Copy final : public DigitTask {
 protected:
  void order(const std::vector<int>&, std::vector<int>&) const override {}
};

}  // namespace

std::unique_ptr<Task> copy_task(const TaskOptions&) {
  auto task = std::make_unique<Copy>();
  task->model.encoder = Direction::forward;
  task->model.bridge = BridgeKind::zero;
  task->training.steps = 2500;
  return task;
}

}  // namespace lookback
