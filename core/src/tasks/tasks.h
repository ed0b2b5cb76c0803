// The tasks that src/tasks/table.cpp lists, and what the digit tasks and the generated languages share.
#pragma once

#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "lookback/task.h"

namespace lookback {

// Sources are digit strings; what the target is, a subclass says.
class DigitTask : public Task {
 public:
  DigitTask();
  void draw_into(Random& random, Index length, Pair& pair) const override;
  std::optional<Pair> find(const std::vector<int>& ids) const override;
  bool exempt(const Pair& pair) const override { return pair.source.size() <= 3; }
  Pair longest() const override;

 protected:
  // Orders `places`, 0 … n−1 in their own order, as the target takes the source's digits.
  virtual void order(const std::vector<int>& digits, std::vector<int>& places) const = 0;

 private:
  void answer(Pair& pair) const;  // writes target and gold of its source
};

// What a grammar chooses while it writes a sentence. Choices are drawn; or, to find the sentence of a known source, tried one after
// another, depth first, without those that bring a word which this source does not have.
class Choices {
 public:
  explicit Choices(Random& random) : random_(&random) {}
  // To find the source that has these words, on the left side or the right one.
  Choices(bool on_left, std::vector<std::string_view> words) : on_left_(on_left), words_(std::move(words)) {}

  bool drawn() const { return random_ != nullptr; }
  // The words of the source, and on which side they are.
  const std::vector<std::string_view>& words() const { return words_; }
  bool on_left() const { return on_left_; }
  // A whole number in [0, n).
  std::uint32_t below(std::uint32_t n) { return random_ ? random_->below(n) : tried(n); }
  bool chance(std::uint32_t percent) { return random_ ? random_->below(100) < percent : tried(2) == 0; }
  // Which of some shares of a whole.
  std::uint32_t share(std::initializer_list<std::uint32_t> shares);
  // One of the first `size` of a table; `brings(choices, entry)` says whether the source may have it.
  template <class T, std::size_t n>
  const T& any(const T (&table)[n], std::uint32_t size = n) {
    if (random_) return table[random_->below(size)];
    std::array<std::uint32_t, n> fit{};
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < size; ++k) {
      if (brings(*this, table[k])) fit.at(count++) = k;
    }
    unless(count > 0);
    return table[fit[count > 0 ? tried(count) : 0]];
  }
  // Behind a draw that may not fit: whether to draw once more. Of what is tried, it is then the end of this way.
  bool again(bool unfit) {
    if (random_) return unfit;
    unless(!unfit);
    return false;
  }
  // True where the source may have one of these words; none of its side is enough.
  bool has(std::initializer_list<const char*> left, std::initializer_list<const char*> right) const;

  // False for a way that came to an end: what it wrote is not the sentence.
  bool open() const { return open_; }
  // Goes on to the next way; false where all were tried.
  bool next();

 private:
  struct Choice {
    std::uint32_t taken, of;
  };
  void unless(bool holds) { open_ = open_ && holds; }
  std::uint32_t tried(std::uint32_t n);

  Random* random_ = nullptr;
  bool on_left_ = true, open_ = true;
  std::vector<std::string_view> words_;
  std::vector<Choice> way_;
  std::size_t at_ = 0;
};

// A sentence in two languages while a grammar writes it: words of both sides in their order, and the links between them.
struct Draft {
  static constexpr std::size_t most_words = 24, most_links = 48;
  struct Side {
    std::array<const char*, most_words> words;
    int size = 0;
    int add(const char* word) {
      words.at(static_cast<std::size_t>(size)) = word;
      return size++;
    }
  };
  struct Links {
    std::array<std::pair<int, int>, most_links> all;  // position on the left side, on the right side
    std::size_t size = 0;
    void add(int on_left, int on_right) { all.at(size++) = {on_left, on_right}; }
  };
  void clear() {
    left.size = right.size = 0;
    sure.size = possible_to_left.size = possible_to_right.size = 0;
  }
  Side left, right;
  Links sure;
  // Possible links depend on the direction: what decides a target word's form, or shares its meaning in part.
  Links possible_to_left, possible_to_right;
};

// Lengths come with the examples, so that they are drawn as the task has them, those outside the options' range again.
class DrawnLengths : public Task {
 public:
  bool exempt(const Pair&) const override { return false; }
  Pair longest() const override;

 protected:
  // Of the sources and targets there are, in tokens.
  DrawnLengths(Index shortest, Index longest_source, Index longest_target)
      : longest_target_(longest_target), shortest_(shortest), longest_source_(longest_source) {}
  Index draw_length(Random&) const override { return 0; }
  // Throws bad-input for a length that no source has.
  void check_length(Index length) const;
  // True where there are sources of `size` tokens.
  bool has_length(Index size) const { return size >= shortest_ && size <= longest_source_; }
  // True where a source of `size` tokens is one of `length`, or, with 0, within the options' range.
  bool fits(Index size, Index length) const;

  Index longest_target_;

 private:
  Index shortest_, longest_source_;
};

// Generated sentences.
class SentenceTask : public DrawnLengths {
 public:
  void draw_into(Random& random, Index length, Pair& pair) const override;
  std::optional<Pair> find(const std::vector<int>& ids) const override;
  Pair longest() const override;

 protected:
  // `forward`: from the left side to the right one; each has the tag of its language.
  SentenceTask(bool forward, const char* left, const char* right, Index shortest, Index longest_source, Index longest_target)
      : DrawnLengths(shortest, longest_source, longest_target), forward_(forward) {
    source.language = forward ? left : right;
    target.language = forward ? right : left;
  }
  // Writes one sentence over an empty draft.
  virtual void write(Choices& choices, Draft& draft) const = 0;
  // Makes a word known to the vocabulary of a side; twice is once.
  void know_left(const char* word) { know(forward_, word); }
  void know_right(const char* word) { know(!forward_, word); }

 private:
  struct Known {
    std::string_view word;
    int id;
  };
  static std::size_t place_of(const std::vector<Known>& known, std::string_view word);  // of the first that is not before it
  void know(bool source_side, const char* word);
  const Draft::Side& source_of(const Draft& draft) const { return forward_ ? draft.left : draft.right; }
  const Draft::Side& target_of(const Draft& draft) const { return forward_ ? draft.right : draft.left; }
  void take(const Draft& draft, Pair& pair) const;
  bool forward_;
  std::vector<Known> known_source_, known_target_;  // by their words
};

// The model and recipe of a translation, or of dates, chosen for the picture; how many updates it takes, the task says.
void prefer_own_words(Task& task);

std::unique_ptr<Task> reverse_task(const TaskOptions& options);
std::unique_ptr<Task> copy_task(const TaskOptions& options);
std::unique_ptr<Task> sort_task(const TaskOptions& options);
std::unique_ptr<Task> english_french_task(const TaskOptions& options);
std::unique_ptr<Task> french_english_task(const TaskOptions& options);
std::unique_ptr<Task> chinese_english_task(const TaskOptions& options);
std::unique_ptr<Task> dates_task(const TaskOptions& options);

}  // namespace lookback
