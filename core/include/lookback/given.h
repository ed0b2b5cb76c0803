// A task of given pairs: real sentences, or a reader's own. They can be counted, so training takes each once an epoch, and
// held-out examples are those of them that the house rule holds out. The model that suits them, and its recipe, go by how many there
// are.
#pragma once

#include "lookback/task.h"

namespace lookback {

class GivenTask final : public Task {
 public:
  // The target's vocabulary needs bos and eos.
  GivenTask(std::string name, Vocabulary source, Vocabulary target, std::uint64_t seed);

  // One pair more, its place the number of those before it; held out by the hash of its source, or, where the vocabulary reads some of
  // that as <unk>, as the caller finds by the words that were written: sources that differ in rare words alone must not all fall to one
  // side. Throws bad-data where it is empty, has more than 60 tokens on a side or ids that the vocabularies do not have.
  void add(std::vector<int> source, std::vector<int> target);
  void add(std::vector<int> source, std::vector<int> target, bool held_out);
  // After the last pair: divides them and chooses model and recipe. Throws bad-data where nothing is left to train on.
  void finish();

  Index size() const { return static_cast<Index>(training_.size() + held_out_.size()); }
  Index held_out_size() const { return static_cast<Index>(held_out_.size()); }
  // Bytes that the pairs take.
  std::size_t bytes() const;

  // Any pair, or any of so many source tokens.
  void draw_into(Random& random, Index length, Pair& pair) const override;
  // Of pairs with one source, the first that was given among those that are trained on, or among those held out.
  std::optional<Pair> find(const std::vector<int>& ids) const override;
  bool exempt(const Pair&) const override { return false; }
  bool held_out(const Pair& pair) const override;
  Pair longest() const override { return longest_; }
  void draw_training_pair(Random& random, Pair& pair) const override;
  const std::vector<Pair>* training_set() const override { return &training_; }
  // At most `count` different ones, in an order drawn by `seed`: all of them, where there are no more. Throws bad-input where there
  // are none.
  std::vector<Pair> training_pairs(Index count, std::uint64_t seed) const override;
  std::vector<Pair> held_out_pairs(Index count, std::uint64_t seed, Index length = 0) const override;

 private:
  std::vector<Pair> training_, held_out_;
  std::vector<bool> is_held_out_;  // by place
  Pair longest_;  // the longest source and the longest target
};

}  // namespace lookback
