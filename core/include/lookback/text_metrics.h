// Corpus scores of translations, as sacreBLEU 2 computes them: BLEU (Papineni et al. 2002) over given tokens (its
// tokenize=none, exponential smoothing) and chrF2 (Popović 2015), both 0 to 100.
#pragma once

#include <string>
#include <vector>

namespace lookback {

using Tokens = std::vector<std::string>;

// One reference a hypothesis. Throws bad-input where their numbers differ or there are none.
double corpus_bleu(const std::vector<Tokens>& hypotheses, const std::vector<Tokens>& references);

// Over the characters of the texts that the tokens make, spaces left out: orders 1 to 6, β = 2.
double corpus_chrf(const std::vector<Tokens>& hypotheses, const std::vector<Tokens>& references);

}  // namespace lookback
