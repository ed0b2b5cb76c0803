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
  // A rate that falls to zero ends every seed at rest: at a constant one, accuracy swings by a tenth from update to update.
  task->training.schedule = ScheduleKind::cosine;
  task->training.learning_rate = 0.015;
  task->training.batch_size = 32;
  const bool one_length = options.min_length == options.max_length;
  task->training.steps = one_length ? 350 : 2000;
  // At one length, with fewer numbers a digit, the weights grow sharp sooner.
  if (one_length) task->model.embedding = 8;
  return task;
}

}  // namespace lookback
