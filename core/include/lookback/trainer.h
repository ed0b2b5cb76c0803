// Training: the loss and gradient of a batch, cut into shards that are added up in their order, and the update that follows.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "lookback/model.h"
#include "lookback/optimizer.h"
#include "lookback/snapshots.h"
#include "lookback/threads.h"

namespace lookback {

// What a batch cost. `loss` is the mean over its targets, EOS included, in nats.
struct BatchLoss {
  double loss = 0;
  Index targets = 0;
};

// The gradient of a batch's mean loss. Keeps its memory from batch to batch.
template <class T>
class BatchGradient {
 public:
  // Shards are shared among `workers`, or done by the calling thread.
  explicit BatchGradient(const Model<T>& model, Workers* workers = nullptr) : model_(&model), workers_(workers) {}

  // After it, `gradient()` holds that of every weight, in the layout of the model's parameters.
  BatchLoss compute(const std::vector<Pair>& pairs, double label_smoothing = 0, const Chance& chance = {});
  T* gradient() { return shards_.front()->gradients.data(); }

 private:
  struct Shard {
    explicit Shard(const Parameters<T>& parameters) : gradients(parameters) {}
    Pass<T> pass;
    Gradients<T> gradients;
  };
  const Model<T>* model_;
  Workers* workers_;
  std::vector<std::unique_ptr<Shard>> shards_;
  std::vector<double> losses_;  // one a sentence
};

struct Update {
  Index step = 0;  // updates made so far, this one included
  double loss = 0, gradient_norm = 0, learning_rate = 0;
};

// Where batches come from: called with the batch size, for every update.
using Source = std::function<std::vector<Pair>(Index)>;

template <class T>
class Trainer {
 public:
  // Batches come from a source that `source(seed)` makes, anew after every reset. `workers` share each update and must outlive
  // the trainer; without them the calling thread does it all. The bits are the same for any number of them.
  Trainer(Model<T>& model, const TrainingConfig& config, std::function<Source(std::uint64_t)> source, Workers* workers = nullptr);

  const TrainingConfig& config() const { return config_; }
  Index steps() const { return step_; }
  // One update. A loss or gradient norm that is not finite is `diverged`: the weights stay those before this update.
  Update step();
  // Back to the weights that the model had when training began, and to the first batch.
  void reset();
  // Moments of the run since it began or was reset.
  const Snapshots& snapshots() const { return snapshots_; }

 private:
  Model<T>* model_;
  TrainingConfig config_;
  std::function<Source(std::uint64_t)> make_source_;
  Source source_;
  BatchGradient<T> batch_;
  Optimizer<T> optimizer_;
  std::vector<T> start_;
  Snapshots snapshots_;
  Index step_ = 0;
};

}  // namespace lookback
