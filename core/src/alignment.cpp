#include "lookback/alignment.h"

#include <algorithm>

namespace lookback {

namespace {

bool one_each(const Pair& pair) { return !pair.gold.empty(); }
int gold_of(const Pair& pair, int target) {
  return static_cast<std::size_t>(target) < pair.gold.size() ? pair.gold[static_cast<std::size_t>(target)] : -1;
}

}  // namespace

LinkKind link_kind(const Pair& pair, int target, int source) {
  if (one_each(pair)) return source >= 0 && gold_of(pair, target) == source ? LinkKind::sure : LinkKind::wrong;
  const auto holds = [link = Link{target, source}](const std::vector<Link>& links) { return std::find(links.begin(), links.end(), link) != links.end(); };
  return holds(pair.sure) ? LinkKind::sure : holds(pair.possible) ? LinkKind::possible : LinkKind::wrong;
}

bool alignment_known(const Pair& pair, int target) {
  return one_each(pair) ? gold_of(pair, target) >= 0 : !pair.sure.empty() || !pair.possible.empty();
}

Reach sure_reach(const Pair& pair, int target) {
  if (one_each(pair)) {
    const int gold = gold_of(pair, target);
    return gold < 0 ? Reach{} : Reach{gold, gold};
  }
  Reach reach;
  for (const Link& link : pair.sure) {
    if (link.target != target) continue;
    reach = reach.empty() ? Reach{link.source, link.source} : Reach{std::min(reach.first, link.source), std::max(reach.last, link.source)};
  }
  return reach;
}

bool inverted(const Pair& pair, int target) {
  const Reach here = sure_reach(pair, target);
  if (here.empty()) return false;
  const Reach before = target > 0 ? sure_reach(pair, target - 1) : Reach{};
  const Reach after = target + 1 < static_cast<int>(pair.target.size()) ? sure_reach(pair, target + 1) : Reach{};
  return (!before.empty() && here.last < before.first) || (!after.empty() && here.first > after.last);
}

void AlignmentErrors::add(const Pair& pair, std::span<const int> found) {
  for (int i = 0; i < static_cast<int>(pair.target.size()); ++i) {
    if (!alignment_known(pair, i)) continue;
    ++tokens_;
    // A sure link is in P too, and so counts twice.
    const auto worth = [&](int j) { return static_cast<Index>(link_kind(pair, i, j)); };
    Index sure = 0, most = 0;
    for (int j = 0; j < static_cast<int>(pair.source.size()); ++j) {
      sure += link_kind(pair, i, j) == LinkKind::sure;
      most = std::max(most, worth(j));
    }
    sure_ += sure;
    ++best_.links;
    best_.agreements += most;
    const int j = static_cast<std::size_t>(i) < found.size() ? found[static_cast<std::size_t>(i)] : -1;
    if (j < 0) continue;
    ++sum_.links;
    sum_.agreements += worth(j);
  }
}

double AlignmentErrors::rate_of(const Sum& sum) const {
  const Index all = sum.links + sure_;
  return all == 0 ? 0 : 1 - static_cast<double>(sum.agreements) / static_cast<double>(all);
}

}  // namespace lookback
