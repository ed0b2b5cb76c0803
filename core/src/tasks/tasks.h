// The tasks that src/tasks/table.cpp lists, and what the digit tasks share.
#pragma once

#include "lookback/task.h"

namespace lookback {

// Sources are digit strings; what the target is, a subclass says.
class DigitTask : public Task {
 public:
  DigitTask();
  Pair draw(Random& random, Index length) const override;
  bool exempt(const Pair& pair) const override { return pair.source.size() <= 3; }

 protected:
  // Fills target and gold from the source, in places of the source's digits.
  virtual std::vector<int> order(const std::vector<int>& digits) const = 0;
};

std::unique_ptr<Task> reverse_task(const TaskOptions& options);
std::unique_ptr<Task> copy_task(const TaskOptions& options);
std::unique_ptr<Task> sort_task(const TaskOptions& options);

}  // namespace lookback
