// Where a trainer's batches come from: drawn anew from a task for each update, or given pairs walked through epoch by epoch.
#pragma once

#include <memory>
#include <vector>

#include "lookback/task.h"
#include "lookback/trainer.h"

namespace lookback {

// Examples of the task that are not held out, drawn by the seed; where they can be counted, each once an epoch, as from_pairs takes
// them.
std::function<Source(std::uint64_t)> from_task(std::shared_ptr<const Task> task);

// The given pairs, each once an epoch: in an order drawn by the seed, or, where one batch takes them all, in their own. An
// epoch's last batch holds what is left. Throws bad-input where there are none.
std::function<Source(std::uint64_t)> from_pairs(std::vector<Pair> pairs);

}  // namespace lookback
