// One example of a task or of a reader's own: a source, its target, and which source tokens each target token comes from,
// where that is known. Sure and possible links are those of Och and Ney (2003, "A systematic comparison of various
// statistical alignment models"): a sure link must be found, a possible one may be.
#pragma once

#include <vector>

namespace lookback {

// A target token and a source token, by position.
struct Link {
  int target = 0, source = 0;
  bool operator==(const Link&) const = default;
};

// Token ids, no EOS. The alignment is known in one of two forms, or not at all.
struct Pair {
  std::vector<int> source, target;
  // One sure link a target token: `gold[i]` is the source position of target token i, −1 or absent where unknown.
  std::vector<int> gold;
  // Or any number of them: every link of the pair, sure ones and those that are possible and not sure.
  std::vector<Link> sure = {}, possible = {};
  // Its place among pairs that were given; −1 for one that was drawn.
  int place = -1;
};

}  // namespace lookback
