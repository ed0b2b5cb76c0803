// The tasks that src/tasks/table.cpp lists, and what the digit tasks and the generated languages share.
#pragma once

#include <array>
#include <string_view>

#include "lookback/task.h"

namespace lookback {

// Sources are digit strings; what the target is, a subclass says.
class DigitTask : public Task {
 public:
  DigitTask();
  void draw_into(Random& random, Index length, Pair& pair) const override;
  bool exempt(const Pair& pair) const override { return pair.source.size() <= 3; }
  Pair longest() const override;

 protected:
  // Orders `places`, 0 … n−1 in their own order, as the target takes the source's digits.
  virtual void order(const std::vector<int>& digits, std::vector<int>& places) const = 0;
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
  Pair longest() const override;

 protected:
  // `forward`: from the left side to the right one; each has the tag of its language.
  SentenceTask(bool forward, const char* left, const char* right, Index shortest, Index longest_source, Index longest_target)
      : DrawnLengths(shortest, longest_source, longest_target), forward_(forward) {
    source.language = forward ? left : right;
    target.language = forward ? right : left;
  }
  // Writes one sentence over an empty draft.
  virtual void write(Random& random, Draft& draft) const = 0;
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
