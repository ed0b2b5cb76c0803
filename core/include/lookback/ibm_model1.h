// IBM Model 1 (Brown, Della Pietra, Della Pietra, Mercer 1993, "The mathematics of statistical machine translation", section 4.2),
// from which alignments were learnt before there was attention. Each target word f is the translation of one source word e, or of
// the null word, all places alike:
//   P(f_1 … f_m | e_1 … e_l) = Π_i 1/(l+1) · Σ_{j=0…l} t(f_i | e_j),   e_0 the null word,
// and t(f|e) is found by expectation–maximisation from uniform values:
//   count(f|e) = Σ over pairs and links of t(f|e) / Σ_j t(f|e_j),   t(f|e) = count(f|e) / Σ_f count(f|e).
// Double precision, sums in the order of the pairs: the same pairs give the same bits.
#pragma once

#include <cstdint>
#include <vector>

#include "lookback/matrix.h"
#include "lookback/pair.h"

namespace lookback {

class IbmModel1 {
 public:
  static constexpr int null_word = -1;

  // Learns from these pairs, whose source ids are below `source_words`, targets' below `target_words`. Throws bad-input where there
  // are none, or one is empty.
  IbmModel1(const std::vector<Pair>& pairs, int source_words, int target_words);

  // One iteration. Returns the loss of the pairs before it: nats a target word, −log P(f|e) / m over all pairs, which no iteration
  // makes larger.
  double iterate();

  // t(f|e), `source` a source id or null_word; 0 for words that no pair has together.
  double t(int target, int source) const;
  // How probable it is that target word i of a pair comes from each of its source words; what is missing to 1 is the null word's. All
  // 0 where the pairs say nothing about the word.
  std::vector<double> posterior(const Pair& pair, int i) const;
  // The most probable source position of each target word of a pair, the first of equals; −1 where the null word is more probable
  // than any, or nothing is known.
  std::vector<int> align(const Pair& pair) const;

 private:
  std::int64_t cell(int target, int source) const;  // −1 where there is none

  std::uint64_t target_words_;
  std::vector<std::uint64_t> keys_;   // rising: (source + 1) · target_words + target, for words that some pair has together
  std::vector<double> t_, counts_;    // by key
  std::vector<std::int32_t> cells_;   // keys' places: for each pair and target word, of the null word and its source words
  std::vector<int> widths_, heights_;  // of each pair: l + 1, and m
  std::vector<double> totals_;        // by source id + 1
};

}  // namespace lookback
