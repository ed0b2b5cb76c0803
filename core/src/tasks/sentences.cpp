// What the tasks share whose lengths are drawn with the examples, and the generated languages among them: from a draft in two languages to a pair of one direction, and the model they start from.
#include <algorithm>

#include "lookback/error.h"
#include "tasks.h"

namespace lookback {

std::uint32_t Choices::share(std::initializer_list<std::uint32_t> shares) {
  if (!random_) return tried(static_cast<std::uint32_t>(shares.size()));
  std::uint32_t whole = 0, which = 0;
  for (const std::uint32_t share : shares) whole += share;
  std::uint32_t left = random_->below(whole);
  for (const std::uint32_t share : shares) {
    if (left < share) break;
    left -= share;
    ++which;
  }
  return which;
}

bool Choices::has(std::initializer_list<const char*> left, std::initializer_list<const char*> right) const {
  if (random_) return true;
  const auto one = [&](const char* word) { return word && std::find(words_.begin(), words_.end(), word) != words_.end(); };
  const auto& side = on_left_ ? left : right;
  return std::any_of(side.begin(), side.end(), one);
}

std::uint32_t Choices::tried(std::uint32_t n) {
  if (!open_) return 0;
  if (at_ == way_.size()) way_.push_back({0, n});
  return way_[at_++].taken;
}

bool Choices::next() {
  while (!way_.empty() && way_.back().taken + 1 == way_.back().of) way_.pop_back();
  at_ = 0;
  open_ = true;
  if (way_.empty()) return false;
  ++way_.back().taken;
  return true;
}

Pair DrawnLengths::longest() const {
  return {std::vector<int>(static_cast<std::size_t>(options.max_length), 0), std::vector<int>(static_cast<std::size_t>(longest_target_), target.size() - 1), {}};
}

void DrawnLengths::check_length(Index length) const {
  if (length == 0 || has_length(length)) return;
  throw Error("bad-input", "The task '" + name + "' has no source of " + std::to_string(length) + " tokens: its sources have " + std::to_string(shortest_) +
                               " to " + std::to_string(longest_source_) + ".");
}

bool DrawnLengths::fits(Index size, Index length) const {
  return length == 0 ? size >= options.min_length && size <= options.max_length : size == length;
}

std::size_t SentenceTask::place_of(const std::vector<Known>& known, std::string_view word) {
  std::size_t low = 0, high = known.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (known[middle].word < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

void SentenceTask::know(bool source_side, const char* word) {
  Vocabulary& vocabulary = source_side ? source : target;
  if (!source_side && vocabulary.tokens.empty()) {
    vocabulary.tokens = {"<bos>", "<eos>"};
    vocabulary.bos = 0;
    vocabulary.eos = 1;
  }
  std::vector<Known>& known = source_side ? known_source_ : known_target_;
  const std::size_t at = place_of(known, word);
  if (at < known.size() && known[at].word == word) return;
  known.insert(known.begin() + static_cast<std::ptrdiff_t>(at), {word, vocabulary.size()});
  vocabulary.tokens.emplace_back(word);
}

void SentenceTask::draw_into(Random& random, Index length, Pair& pair) const {
  check_length(length);
  Choices choices(random);
  Draft draft;
  do {
    draft.clear();
    write(choices, draft);
  } while (!fits(source_of(draft).size, length) || target_of(draft).size > longest_target_);
  take(draft, pair);
}

std::optional<Pair> SentenceTask::find(const std::vector<int>& ids) const {
  if (!has_length(static_cast<Index>(ids.size()))) return std::nullopt;
  std::vector<std::string_view> words;
  for (const int id : ids) words.push_back(source.tokens.at(static_cast<std::size_t>(id)));
  Choices choices(forward_, words);
  Draft draft;
  do {
    draft.clear();
    write(choices, draft);
    const Draft::Side& written = source_of(draft);
    if (!choices.open() || target_of(draft).size > longest_target_ ||
        !std::equal(words.begin(), words.end(), written.words.begin(), written.words.begin() + written.size)) {
      continue;
    }
    Pair pair;
    take(draft, pair);
    return pair;
  } while (choices.next());
  return std::nullopt;
}

void SentenceTask::take(const Draft& draft, Pair& pair) const {
  const auto ids = [](const Draft::Side& side, const std::vector<Known>& known, std::vector<int>& out) {
    out.clear();
    for (int i = 0; i < side.size; ++i) out.push_back(known[place_of(known, side.words[static_cast<std::size_t>(i)])].id);
  };
  ids(source_of(draft), known_source_, pair.source);
  ids(target_of(draft), known_target_, pair.target);
  const auto links = [&](const Draft::Links& from, std::vector<Link>& out) {
    out.clear();
    for (std::size_t k = 0; k < from.size; ++k) {
      const auto [left, right] = from.all[k];
      out.push_back(forward_ ? Link{right, left} : Link{left, right});
    }
  };
  links(draft.sure, pair.sure);
  links(forward_ ? draft.possible_to_right : draft.possible_to_left, pair.possible);
  pair.gold.clear();
}

Pair SentenceTask::longest() const {
  Pair pair = DrawnLengths::longest();
  pair.sure.resize(Draft::most_links);
  pair.possible.resize(Draft::most_links);
  return pair;
}

// Asked with s_i, which has read the word just written, and with the decoder started from zero, nearly every word looks at its own
// source, in every seed. Alignment error rates of English to French, seeds 0 and 1, while this was chosen: 0.03 so; 0.05 asked with
// s_{i−1}; 0.13 and 0.21 with that and a backward encoder.
void prefer_own_words(Task& task) {
  task.model.encoder = Direction::bidirectional;
  task.model.query = QueryOrder::current;
  task.model.bridge = BridgeKind::zero;
  task.model.embedding = 32;
  task.model.hidden = 48;
  task.model.encoder_hidden = 24;
  task.model.attention_size = 48;
  task.training.schedule = ScheduleKind::cosine;
  task.training.batch_size = 32;
}

}  // namespace lookback
