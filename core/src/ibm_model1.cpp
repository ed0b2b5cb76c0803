#include "lookback/ibm_model1.h"

#include <algorithm>
#include <cmath>

#include "lookback/error.h"

namespace lookback {

IbmModel1::IbmModel1(const std::vector<Pair>& pairs, int source_words, int target_words)
    : target_words_(static_cast<std::uint64_t>(target_words)), totals_(static_cast<std::size_t>(source_words) + 1) {
  if (pairs.empty()) throw Error("bad-input", "There is nothing to align: give at least one pair.");
  const auto each_link = [&](const auto& use) {
    for (const Pair& pair : pairs) {
      for (const int f : pair.target) {
        use(null_word, f);
        for (const int e : pair.source) use(e, f);
      }
    }
  };
  const auto key = [&](int e, int f) { return static_cast<std::uint64_t>(e + 1) * target_words_ + static_cast<std::uint64_t>(f); };
  for (const Pair& pair : pairs) {
    if (pair.source.empty() || pair.target.empty()) throw Error("bad-input", "A pair has no tokens on one side: give at least one.");
    widths_.push_back(static_cast<int>(pair.source.size()) + 1);
    heights_.push_back(static_cast<int>(pair.target.size()));
  }
  each_link([&](int e, int f) { keys_.push_back(key(e, f)); });
  cells_.reserve(keys_.size());
  std::make_heap(keys_.begin(), keys_.end());
  std::sort_heap(keys_.begin(), keys_.end());  // which takes a tenth of std::sort's code
  keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
  each_link([&](int e, int f) { cells_.push_back(static_cast<std::int32_t>(cell(f, e))); });
  // Of the null word's keys, which come first, there is one for each target word that occurs.
  const auto words = std::lower_bound(keys_.begin(), keys_.end(), target_words_) - keys_.begin();
  t_.assign(keys_.size(), 1 / static_cast<double>(words));
  counts_.resize(keys_.size());
}

double IbmModel1::iterate() {
  std::fill(counts_.begin(), counts_.end(), 0.0);
  double loss = 0;
  std::size_t words = 0;
  const std::int32_t* cells = cells_.data();
  for (std::size_t k = 0; k < widths_.size(); ++k) {
    for (int i = 0; i < heights_[k]; ++i, cells += widths_[k]) {
      double sum = 0;
      for (int j = 0; j < widths_[k]; ++j) sum += t_[static_cast<std::size_t>(cells[j])];
      for (int j = 0; j < widths_[k]; ++j) counts_[static_cast<std::size_t>(cells[j])] += t_[static_cast<std::size_t>(cells[j])] / sum;
      loss -= std::log(sum / widths_[k]);
    }
    words += static_cast<std::size_t>(heights_[k]);
  }
  std::fill(totals_.begin(), totals_.end(), 0.0);
  for (std::size_t c = 0; c < keys_.size(); ++c) totals_[keys_[c] / target_words_] += counts_[c];
  for (std::size_t c = 0; c < keys_.size(); ++c) t_[c] = counts_[c] / totals_[keys_[c] / target_words_];
  return loss / static_cast<double>(words);
}

std::int64_t IbmModel1::cell(int target, int source) const {
  const std::uint64_t key = static_cast<std::uint64_t>(source + 1) * target_words_ + static_cast<std::uint64_t>(target);
  const auto found = std::lower_bound(keys_.begin(), keys_.end(), key);
  return found != keys_.end() && *found == key ? found - keys_.begin() : -1;
}

double IbmModel1::t(int target, int source) const {
  const std::int64_t at = cell(target, source);
  return at < 0 ? 0 : t_[static_cast<std::size_t>(at)];
}

std::vector<double> IbmModel1::posterior(const Pair& pair, int i) const {
  const int f = pair.target[static_cast<std::size_t>(i)];
  std::vector<double> row;
  double sum = t(f, null_word);
  for (const int e : pair.source) {
    row.push_back(t(f, e));
    sum += row.back();
  }
  for (double& p : row) p = sum > 0 ? p / sum : 0;
  return row;
}

std::vector<int> IbmModel1::align(const Pair& pair) const {
  std::vector<int> found;
  for (const int f : pair.target) {
    double most = 0;
    int best = -1;
    for (std::size_t j = 0; j < pair.source.size(); ++j) {
      if (const double p = t(f, pair.source[j]); p > most) {
        most = p;
        best = static_cast<int>(j);
      }
    }
    found.push_back(t(f, null_word) > most ? -1 : best);
  }
  return found;
}

}  // namespace lookback
