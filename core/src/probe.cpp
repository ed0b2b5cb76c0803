#include "lookback/probe.h"

#include <algorithm>
#include <cmath>

#include "lookback/error.h"
#include "lookback/loss.h"
#include "lookback/optimizer.h"

namespace lookback {

namespace {

constexpr Index sentences_at_once = 64;

// A probe's data: one vector and one token a sentence.
template <class T>
struct Examples {
  std::vector<T> vectors;  // rows × size
  std::vector<int> tokens;
  Index size = 0;
  Index rows() const { return static_cast<Index>(tokens.size()); }
  View<T> view() { return {vectors.data(), rows(), size}; }
};

template <class T>
Examples<T> read_vectors(const Model<T>& model, const std::vector<Pair>& pairs, Index position) {
  std::vector<Pair> chosen;
  for (const Pair& pair : pairs) {
    const Index length = static_cast<Index>(pair.source.size());
    if (position < length && position >= -length) chosen.push_back(pair);
  }
  if (chosen.size() < 10) throw Error("bad-input", "A probe of this position needs at least ten sentences that reach it: take more.");
  Examples<T> examples;
  const std::vector<int> order = order_by_length(chosen);
  Pass<T> pass;
  for (Index first = 0; first < static_cast<Index>(chosen.size()); first += sentences_at_once) {
    const Index rows = std::min(sentences_at_once, static_cast<Index>(chosen.size()) - first);
    pass.batch.fill(chosen, order, first, rows, model.source_vocabulary(), model.target_vocabulary());
    model.encode(pass);
    const EncoderLayerKept<T>& top = pass.encoder.layers.back();
    examples.size = top.final_state.cols() + top.final_memory.cols();
    for (Index b = 0; b < rows; ++b) {
      const std::vector<int>& source = chosen[static_cast<std::size_t>(pass.batch.places[static_cast<std::size_t>(b)])].source;
      const T* state = top.final_state.row(b);
      examples.vectors.insert(examples.vectors.end(), state, state + top.final_state.cols());
      if (!top.final_memory.empty()) {
        const T* memory = top.final_memory.row(b);
        examples.vectors.insert(examples.vectors.end(), memory, memory + top.final_memory.cols());
      }
      examples.tokens.push_back(source[static_cast<std::size_t>(position >= 0 ? position : static_cast<Index>(source.size()) + position)]);
    }
  }
  return examples;
}

}  // namespace

template <class T>
ProbeResult probe(const Model<T>& model, const std::vector<Pair>& training, const std::vector<Pair>& test, Index position) {
  Examples<T> seen = read_vectors(model, training, position), unseen = read_vectors(model, test, position);
  const Index V = model.source_vocabulary().size(), size = seen.size;

  // Each component with mean zero and variance one over the training sentences.
  for (Index c = 0; c < size; ++c) {
    double mean = 0, square = 0;
    for (Index r = 0; r < seen.rows(); ++r) mean += static_cast<double>(seen.view()(r, c));
    mean /= static_cast<double>(seen.rows());
    for (Index r = 0; r < seen.rows(); ++r) square += std::pow(static_cast<double>(seen.view()(r, c)) - mean, 2);
    const double deviation = std::sqrt(square / static_cast<double>(seen.rows())) + 1e-6;
    for (Examples<T>* examples : {&seen, &unseen}) {
      for (Index r = 0; r < examples->rows(); ++r) {
        T& x = examples->view()(r, c);
        x = static_cast<T>((static_cast<double>(x) - mean) / deviation);
      }
    }
  }

  constexpr Index updates = 200;
  constexpr T decay = T(1e-3);
  Parameters<T> parameters;
  Linear<T> linear(parameters, "probe.weight", "probe.bias", V, {size}, 0, 0);
  Gradients<T> gradients(parameters);
  TrainingConfig config;
  config.learning_rate = 0.05;
  config.schedule = ScheduleKind::cosine;
  config.steps = updates;
  Optimizer<T> optimizer(config, parameters.size());
  Contributions<T> contributions;
  Arena<T> arena;
  std::vector<double> losses;
  const auto logits_of = [&](Examples<T>& examples) {
    arena.reset();
    const View<T> logits = arena.matrix(examples.rows(), V);
    linear.forward(examples.view(), logits);
    return logits;
  };
  prepare(linear, parameters);
  for (Index step = 0; step < updates; ++step) {
    const View<T> logits = logits_of(seen);
    cross_entropy(logits, seen.tokens, 0, 1 / static_cast<double>(seen.rows()), losses, arena.matrix(1, V).data());
    gradients.clear();
    contributions.clear();
    linear.backward_weight(logits, seen.view(), contributions);
    linear.backward_bias(logits, contributions);
    gradients.add(contributions);
    for (Index i = 0; i < parameters.size(); ++i) gradients.data()[i] += decay * parameters.data()[i];
    optimizer.step(parameters.data(), gradients.data(), learning_rate_at(config, step));
    prepare(linear, parameters);
  }

  const auto accuracy = [&](Examples<T>& examples) {
    const View<T> logits = logits_of(examples);
    Index right = 0;
    for (Index r = 0; r < examples.rows(); ++r) {
      const T* row = logits.row(r);
      right += std::max_element(row, row + V) - row == examples.tokens[static_cast<std::size_t>(r)];
    }
    return static_cast<double>(right) / static_cast<double>(examples.rows());
  };
  std::vector<Index> counts(static_cast<std::size_t>(V), 0);
  for (const int token : seen.tokens) ++counts[static_cast<std::size_t>(token)];
  const int commonest = static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin());
  const auto common = std::count(unseen.tokens.begin(), unseen.tokens.end(), commonest);
  return {position,        seen.rows(),    unseen.rows(), accuracy(unseen), accuracy(seen),
          static_cast<double>(common) / static_cast<double>(unseen.rows())};
}

template <class T>
std::vector<double> gradient_by_distance(const Model<T>& model, const std::vector<Pair>& pairs) {
  for (const Pair& pair : pairs) {
    if (pair.source.size() != pairs.front().source.size()) {
      throw Error("bad-input", "A gradient by distance needs sources of one length.");
    }
  }
  if (pairs.empty()) throw Error("bad-input", "A gradient by distance needs at least one sentence.");
  const Index steps = static_cast<Index>(pairs.front().source.size());
  const std::size_t top = model.encoder().layers().size() - 1;
  const std::vector<int> order = order_by_length(pairs);
  std::vector<double> total(static_cast<std::size_t>(steps), 0);
  Pass<T> pass;
  pass.encoder.observe = [&](std::size_t layer, std::size_t direction, Index t, View<T> d_state) {
    if (layer != top || direction != 0) return;
    const Index k = pass.encoder.layers[layer].direction[direction].reversed ? t : steps - 1 - t;
    for (Index b = 0; b < d_state.rows(); ++b) {
      double square = 0;
      for (Index c = 0; c < d_state.cols(); ++c) square += std::pow(static_cast<double>(d_state(b, c)), 2);
      total[static_cast<std::size_t>(k)] += std::sqrt(square);
    }
  };
  for (Index first = 0; first < static_cast<Index>(pairs.size()); first += sentences_at_once) {
    const Index rows = std::min(sentences_at_once, static_cast<Index>(pairs.size()) - first);
    pass.batch.fill(pairs, order, first, rows, model.source_vocabulary(), model.target_vocabulary());
    std::fill(pass.batch.target_out.begin() + rows, pass.batch.target_out.end(), -1);
    model.forward(pass);
    cross_entropy(pass.decoder.logits, pass.batch.target_out, 0, 1, pass.losses, pass.arena.matrix(1, pass.decoder.logits.cols()).data());
    model.backward(pass);
  }
  for (double& norm : total) norm /= static_cast<double>(pairs.size());
  return total;
}

template ProbeResult probe(const Model<float>&, const std::vector<Pair>&, const std::vector<Pair>&, Index);
template ProbeResult probe(const Model<double>&, const std::vector<Pair>&, const std::vector<Pair>&, Index);
template std::vector<double> gradient_by_distance(const Model<float>&, const std::vector<Pair>&);
template std::vector<double> gradient_by_distance(const Model<double>&, const std::vector<Pair>&);

}  // namespace lookback
