// How far an alignment is from the gold one: the alignment error rate of Och and Ney (2003),
//   AER = 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|),
// with A the links found, S the sure and P the sure and possible ones; here A has at most one link a target token, EOS has none,
// and all sets are summed over the pairs before they are divided. With one sure link for every target token it is the share of
// wrong links.
#pragma once

#include <span>
#include <vector>

#include "lookback/matrix.h"
#include "lookback/pair.h"

namespace lookback {

enum class LinkKind { wrong, possible, sure };

// What the pair says of a link between its tokens.
LinkKind link_kind(const Pair& pair, int target, int source);
// True where the pair says which source tokens its target token `target` comes from (none of them, maybe).
bool alignment_known(const Pair& pair, int target);

// First and last source position of a target token's sure links; first is above last where there are none.
struct Reach {
  int first = 0, last = -1;
  bool empty() const { return first > last; }
};
Reach sure_reach(const Pair& pair, int target);
// True where a target token stands against the order of its source: its sure links lie after all those of the next target token,
// or before all those of the one before it.
bool inverted(const Pair& pair, int target);

class AlignmentErrors {
 public:
  // Counts a pair's links: `found[i]` is the source position of target token i, −1 for none. Tokens whose alignment is not known
  // are left out.
  void add(const Pair& pair, std::span<const int> found);
  // Target tokens counted.
  Index tokens() const { return tokens_; }
  // AER of what was counted; 0 where nothing was.
  double rate() const { return rate_of(sum_); }
  // The lowest that one link a target token can have: below what has several sure links, no single link finds them all.
  double best() const { return rate_of(best_); }

 private:
  struct Sum {
    Index links = 0, agreements = 0;  // |A|, |A ∩ S| + |A ∩ P|
  };
  double rate_of(const Sum& sum) const;

  Index tokens_ = 0, sure_ = 0;
  Sum sum_, best_;
};

}  // namespace lookback
