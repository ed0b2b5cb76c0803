// Training: the loss and gradient of a batch, cut into shards that are added up in their order, and the update that follows.
// Threads take a shard each, then a piece of the gradient's sums each, round by round; then a piece of the update.
#pragma once

#include <functional>
#include <optional>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "lookback/model.h"
#include "lookback/optimizer.h"
#include "lookback/random.h"
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
  // Shared among `workers`, or done by the calling thread.
  explicit BatchGradient(const Model<T>& model, Workers* workers = nullptr) : model_(&model), workers_(workers), gradients_(model.parameters()) {}

  // After it, `gradient()` holds that of every weight, in the layout of the model's parameters.
  BatchLoss compute(std::span<const Pair> pairs, double label_smoothing = 0, const Chance& chance = {});
  T* gradient() { return gradients_.data(); }
  // Finds the memory for batches of so many pairs, none longer than this one.
  void reserve(const Pair& longest, Index rows);

  // Where set, takes the times of one thread's work.
  Profile* profile = nullptr;

 private:
  const Model<T>* model_;
  Workers* workers_;
  Gradients<T> gradients_;
  std::vector<std::unique_ptr<Pass<T>>> passes_;  // one a thread
  std::vector<const Contributions<T>*> contributions_;
  std::vector<int> order_;
  std::vector<double> losses_;  // one a sentence
};

struct Update {
  Index step = 0;  // updates made so far, this one included
  double loss = 0, gradient_norm = 0, learning_rate = 0;
};

// Where batches come from: called for every update with the batch size, it writes that many pairs, or fewer, over the first of
// those given, adding what is missing, and returns how many.
struct Source {
  // Where its draws stand: the random numbers to come, those of the present epoch's beginning where it goes over given pairs, and
  // how many pairs of that epoch are taken. `what` is a hash of what is drawn from.
  struct Draws {
    Random::State random{};
    std::uint64_t taken = 0, what = 0;
  };
  // What writes batches, and draws nothing that a saved training would have to know.
  template <class F>
    requires(std::is_invocable_r_v<Index, F&, Index, std::vector<Pair>&> && !std::is_same_v<F, Source>)
  Source(F batches) : next(std::move(batches)) {}
  Source(std::function<Index(Index, std::vector<Pair>&)> batches, std::function<Draws()> stands, std::function<void(const Draws&)> resumes)
      : next(std::move(batches)), draws(std::move(stands)), go_on(std::move(resumes)) {}

  std::function<Index(Index, std::vector<Pair>&)> next;
  std::function<Draws()> draws;             // where it stands; may be none
  std::function<void(const Draws&)> go_on;  // goes on from there; may be none

  Index operator()(Index count, std::vector<Pair>& batch) const { return next(count, batch); }
};

// Where a training stands between two updates: all that an update depends on beside the weights.
template <class T>
struct TrainingState {
  TrainingConfig config;
  Index step = 0;
  OptimizerState<T> optimizer;
  Source::Draws draws;
};

template <class T>
class Trainer {
 public:
  // Batches come from a source that `source(seed)` makes, anew after every reset. `workers` share each update and must outlive
  // the trainer; without them the calling thread does it all. The bits are the same for any number of them.
  Trainer(Model<T>& model, const TrainingConfig& config, std::function<Source(std::uint64_t)> source, Workers* workers = nullptr);

  const TrainingConfig& config() const { return config_; }
  Index steps() const { return step_; }
  // Where it stands.
  TrainingState<T> state() const;
  // Goes on from a state of this model, before the first update. Throws bad-config where this trainer's configuration has another
  // optimizer, batch size or seed, or fewer updates than are made, and bad-input where its source is another: the state is kept.
  void resume(TrainingState<T>&& state);
  // One update. A loss or gradient norm that is not finite is `diverged`: the weights stay those before this update.
  Update step();
  // Finds the memory of updates of so many such pairs, so that none of them asks for more; takes the time of one.
  void reserve(const Pair& longest, Index rows);
  // Takes the times of the updates that follow; for one thread.
  void measure(Profile* profile) { batch_.profile = profile; }
  // Back to the weights that the model had when this trainer was made, or resumed a training, and to what followed then.
  void reset();
  // Moments of the run since it began or was reset.
  const Snapshots& snapshots() const { return snapshots_; }

 private:
  void begin();
  Model<T>* model_;
  TrainingConfig config_;
  std::function<Source(std::uint64_t)> make_source_;
  Source source_;
  std::vector<Pair> pairs_;
  Workers* workers_;
  BatchGradient<T> batch_;
  Optimizer<T> optimizer_;
  std::vector<T> start_;  // the weights before training, where the first recorded moment is not they
  std::vector<double> squares_;
  Snapshots snapshots_;
  Index step_ = 0;
  std::optional<TrainingState<T>> resumed_;
};

}  // namespace lookback
