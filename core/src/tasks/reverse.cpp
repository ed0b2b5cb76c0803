// Reversal: 4 9 3 → 3 9 4. Its alignment is the anti-diagonal.
#include <algorithm>

#include "tasks.h"

namespace lookback {

namespace {

class Reverse final : public DigitTask {
 protected:
  void order(const std::vector<int>&, std::vector<int>& places) const override { std::reverse(places.begin(), places.end()); }
};

}  // namespace

std::unique_ptr<Task> reverse_task(const TaskOptions& options) {
  auto task = std::make_unique<Reverse>();
  task->model.encoder = Direction::backward;
  // Starting from zero makes attention the only way to the source.
  task->model.bridge = BridgeKind::zero;
  // A scoring layer twice the state's size lets the weights grow sharp within the recipe's updates.
  task->model.attention_size = 64;
  // A rate that falls to zero ends every seed at rest: at a constant one, accuracy swings by a tenth from update to update.
  task->training.schedule = ScheduleKind::cosine;
  task->training.steps = options.min_length == options.max_length ? 600 : 2000;
  return task;
}

}  // namespace lookback
