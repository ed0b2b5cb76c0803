#include "lookback/trainer.h"

#include <algorithm>
#include <cmath>

#include "json.h"
#include "lookback/error.h"
#include "lookback/loss.h"
#include "lookback/random.h"

namespace lookback {

template <class T>
BatchLoss BatchGradient<T>::compute(std::span<const Pair> pairs, double label_smoothing, const Chance& chance) {
  if (pairs.empty()) throw Error("bad-input", "A batch needs at least one pair.");
  Workers alone;
  Workers& workers = workers_ ? *workers_ : alone;
  const Index rows = static_cast<Index>(pairs.size()), shards = shard_count(rows), at_once = std::min(shards, workers.count());
  while (static_cast<Index>(passes_.size()) < at_once) passes_.push_back(std::make_unique<Pass<T>>());
  order_by_length(pairs, order_);

  BatchLoss total;
  const std::size_t end = model_->target_vocabulary().eos >= 0 ? 1 : 0;
  for (const Pair& pair : pairs) total.targets += static_cast<Index>(pair.target.size() + end);
  losses_.assign(pairs.size(), 0);
  gradients_.clear(workers);

  for (Index done = 0; done < shards; done += at_once) {
    const Index round = std::min(at_once, shards - done);
    workers.run(round, [&](Index piece, Index) {
      Pass<T>& pass = *passes_[static_cast<std::size_t>(piece)];
      pass.profile = profile;
      const Index s = done + piece, first = rows * s / shards, count = rows * (s + 1) / shards - first;
      pass.batch.fill(pairs, order_, first, count, model_->source_vocabulary(), model_->target_vocabulary());
      model_->forward(pass, chance);
      const View<T> logits = pass.decoder.logits;
      const Timed timed(profile, Part::output);
      cross_entropy(logits, pass.batch.target_out, label_smoothing, 1 / static_cast<double>(total.targets), pass.losses,
                    pass.arena.matrix(1, logits.cols()).data());
      for (Index b = 0; b < count; ++b) {
        double& loss = losses_[static_cast<std::size_t>(pass.batch.places[static_cast<std::size_t>(b)])];
        for (Index t = 0; t < pass.batch.target_steps; ++t) loss += pass.losses[static_cast<std::size_t>(t * count + b)];
      }
      model_->backward(pass);
    });
    contributions_.clear();
    for (Index piece = 0; piece < round; ++piece) contributions_.push_back(&passes_[static_cast<std::size_t>(piece)]->contributions);
    gradients_.add(contributions_, workers);
  }

  for (const double loss : losses_) total.loss += loss;
  total.loss /= static_cast<double>(total.targets);
  return total;
}

template <class T>
void BatchGradient<T>::reserve(const Pair& longest, Index rows) {
  // What a pass takes grows with its rows: a few of them tell how much, so that the rest is asked for in one piece.
  constexpr Index few = 4;
  Chance chance;
  chance.dropout.rate = model_->config().dropout;
  std::vector<Pair> pairs(static_cast<std::size_t>(few), longest);
  compute(pairs, 0, chance);
  const Index shards = shard_count(rows), most = (rows + shards - 1) / shards;
  const Index room = (passes_.front()->arena.used() + few - 1) / few * most;
  while (static_cast<Index>(passes_.size()) < std::min(shards, workers_ ? workers_->count() : Index(1))) passes_.push_back(std::make_unique<Pass<T>>());
  for (const auto& pass : passes_) pass->arena.reserve(room);
  pairs.resize(static_cast<std::size_t>(rows), longest);
  compute(pairs, 0, chance);
}

template <class T>
Trainer<T>::Trainer(Model<T>& model, const TrainingConfig& config, std::function<Source(std::uint64_t)> source,
                    Workers* workers)
    : model_(&model),
      config_(config),
      make_source_(std::move(source)),
      source_(make_source_(config.seed)),
      workers_(workers),
      batch_(model, workers),
      optimizer_(config, model.parameters().size()) {
  const T* weights = model.parameters().data();
  const Index size = model.parameters().size();
  snapshots_.see(0, 0, weights, size);
  if (!std::is_same_v<T, float> || !Snapshots::keeps_first(size)) start_.assign(weights, weights + size);
}

template <class T>
Update Trainer<T>::step() {
  Update update;
  Chance chance;
  chance.dropout.rate = model_->config().dropout;
  chance.dropout.key = mix(mix(config_.seed) + static_cast<std::uint64_t>(step_));
  chance.teacher_forcing = config_.teacher_forcing;
  const std::size_t rows = static_cast<std::size_t>(source_(config_.batch_size, pairs_));
  update.loss = batch_.compute(std::span(pairs_).first(rows), config_.label_smoothing, chance).loss;
  update.learning_rate = learning_rate_at(config_, step_);
  update.step = step_ + 1;

  Workers alone;
  Workers& workers = workers_ ? *workers_ : alone;
  const T* gradient = batch_.gradient();
  const Index size = model_->parameters().size();
  update.gradient_norm = global_norm(size, gradient, workers, squares_);
  if (!std::isfinite(update.loss) || !std::isfinite(update.gradient_norm)) {
    throw Error("diverged", "Training diverged at update " + std::to_string(update.step) + " (loss " +
                                (std::isfinite(update.loss) ? json::number(update.loss) : "not finite") + ", gradient norm " +
                                (std::isfinite(update.gradient_norm) ? json::number(update.gradient_norm) : "not finite") +
                                "); the weights before it are kept. Take a lower learning rate or clip the gradient.");
  }
  const double clipped = config_.clip_norm > 0 ? std::min(1.0, config_.clip_norm / (update.gradient_norm + 1e-6)) : 1;
  const auto change = [&](Parameters<T>& parameters) {
    optimizer_.step(parameters.data(), gradient, static_cast<T>(clipped), update.learning_rate, workers);
  };
  model_->update(change, workers);
  step_ = update.step;
  snapshots_.see(step_, update.loss, model_->parameters().data(), size);
  return update;
}

template <class T>
void Trainer<T>::reserve(const Pair& longest, Index rows) {
  batch_.reserve(longest, rows);
  pairs_.assign(static_cast<std::size_t>(rows), longest);
}

template <class T>
TrainingState<T> Trainer<T>::state() const {
  return {config_, step_, optimizer_.state(), source_.draws ? source_.draws() : Source::Draws()};
}

template <class T>
void Trainer<T>::resume(TrainingState<T>&& state) {
  const TrainingConfig& then = state.config;
  const auto refuse = [](const char* code, const std::string& what, const char* instead) {
    throw Error(code, "The training that came with this model's file " + what + ": " + instead +
                          ", or begin a new training from a file that was saved without `training`.");
  };
  const auto same = [&](const char* setting, const std::string& now, const std::string& was) {
    if (now != was) refuse("bad-config", std::string("has the `") + setting + "` " + was + " and cannot go on with " + now, "leave that setting out");
  };
  const auto name = [](const TrainingConfig& config) { return std::string(config.optimizer == OptimizerKind::adam ? "adam" : "sgd"); };
  same("optimizer", name(config_), name(then));
  same("batchSize", std::to_string(config_.batch_size), std::to_string(then.batch_size));
  same("seed", std::to_string(config_.seed), std::to_string(then.seed));
  if (config_.steps != then.steps && config_.steps < state.step) {
    refuse("bad-config", "stands at update " + std::to_string(state.step) + ", behind `steps` (" + std::to_string(config_.steps) + ")", "raise `steps`");
  }
  if (source_.draws && source_.draws().what != state.draws.what) {
    refuse("bad-input", "was made with other pairs, another task or other lengths", "give it those that it was made with");
  }
  resumed_ = std::move(state);
  begin();
}

template <class T>
void Trainer<T>::begin() {
  optimizer_.reset();
  source_ = make_source_(config_.seed);
  step_ = 0;
  if (resumed_) {
    optimizer_.resume(resumed_->optimizer);
    if (source_.go_on) source_.go_on(resumed_->draws);
    step_ = resumed_->step;
  }
  snapshots_.clear();
  snapshots_.see(step_, 0, model_->parameters().data(), model_->parameters().size());
}

template <class T>
void Trainer<T>::reset() {
  model_->update([&](Parameters<T>& parameters) {
    if (start_.empty()) {
      const std::vector<float>& first = snapshots_.all().front().weights;
      std::copy(first.begin(), first.end(), parameters.data());
    } else {
      std::copy(start_.begin(), start_.end(), parameters.data());
    }
  });
  begin();
}

template class BatchGradient<float>;
template class BatchGradient<double>;
template class Trainer<float>;
template class Trainer<double>;

}  // namespace lookback
