// The tasks that src/tasks/table.cpp lists, and what the digit tasks share.
#pragma once

#include "lookback/task.h"

namespace lookback {

// Sources are digit strings; what the target is, a subclass says.
class DigitTask : public Task {
 public:
  DigitTask();
  void draw_into(Random& random, Index length, Pair& pair) const override;
  bool exempt(const Pair& pair) const override { return pair.source.size() <= 3; }

 protected:
  // Orders `places`, 0 … n−1 in their own order, as the target takes the source's digits.
  virtual void order(const std::vector<int>& digits, std::vector<int>& places) const = 0;
};

std::unique_ptr<Task> reverse_task(const TaskOptions& options);
std::unique_ptr<Task> copy_task(const TaskOptions& options);
std::unique_ptr<Task> sort_task(const TaskOptions& options);

}  // namespace lookback
