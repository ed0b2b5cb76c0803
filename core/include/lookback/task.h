// A task: pairs to learn from, the vocabularies they are written in, the model it starts from and the recipe that trains it.
// A task is one file in src/tasks and one line in src/tasks/table.cpp.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lookback/batch.h"
#include "lookback/config.h"
#include "lookback/random.h"

namespace lookback {

struct TaskOptions {
  Index min_length = 6, max_length = 6;  // source lengths, in tokens; where none is given, the task's own
  std::uint64_t seed = 0;                // of the draws of pairs
};

class Task {
 public:
  virtual ~Task() = default;

  std::string name;
  TaskOptions options;
  Vocabulary source, target;
  ModelConfig model;        // where a model of this task starts
  TrainingConfig training;  // how it is trained

  // One example, held-out or not, written over `pair`: of `length` source tokens, or, where the task draws lengths with its
  // sentences, of any length within the options' with 0. Throws bad-input for a length that the task does not have.
  virtual void draw_into(Random& random, Index length, Pair& pair) const = 0;
  Pair draw(Random& random, Index length) const {
    Pair pair;
    draw_into(random, length, pair);
    return pair;
  }
  // The pair of this source, held-out or not, of whichever length the task has; none where it has no such source. The same pair as a
  // draw gives: where one source can be written in several ways, the first of them.
  virtual std::optional<Pair> find(const std::vector<int>& ids) const = 0;
  // True for sources that the held-out rule does not apply to: there are too few of them.
  virtual bool exempt(const Pair& pair) const = 0;
  // The longest source and the longest target that training may draw, with as many links as a pair may have: what memory is
  // reserved by. Its tokens mean nothing.
  virtual Pair longest() const = 0;

  // hash(source) mod 10 = 0.
  virtual bool held_out(const Pair& pair) const;
  // An example that is not held-out, of a drawn length.
  virtual void draw_training_pair(Random& random, Pair& pair) const;  // written over `pair`
  Pair training_pair(Random& random) const;
  // `count` of them, drawn by `seed`.
  virtual std::vector<Pair> training_pairs(Index count, std::uint64_t seed) const;
  // All that there are, where they can be counted: training then takes each once an epoch. Lives as long as the task.
  virtual const std::vector<Pair>* training_set() const { return nullptr; }
  // `count` examples that are held out, or exempt, drawn by `seed`; of one length, or of drawn lengths with 0.
  virtual std::vector<Pair> held_out_pairs(Index count, std::uint64_t seed, Index length = 0) const;

 protected:
  // A length to draw an example of; uniform in the options' range unless the task has a way of its own.
  virtual Index draw_length(Random& random) const;
};

// Throws bad-task for an unknown name or options out of range. `options` is a JSON object of minLength, maxLength and seed.
std::unique_ptr<Task> make_task(const std::string& name, const std::string& options);
std::vector<std::string> task_names();

}  // namespace lookback
