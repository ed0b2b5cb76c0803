#include "lookback/snapshots.h"

#include <cmath>

namespace lookback {

void Snapshots::add(Snapshot snapshot) {
  const std::size_t bytes = snapshot.weights.size() * sizeof(float);
  while (all_.size() > 2 && (all_.size() + 1) * bytes > most_bytes) {
    // The first and the last stay.
    std::vector<Snapshot> kept;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (i % 2 == 0 || i + 1 == all_.size()) kept.push_back(std::move(all_[i]));
    }
    all_ = std::move(kept);
    ratio_ *= ratio_;
  }
  if (all_.size() == 2 && 3 * bytes > most_bytes) all_.pop_back();
  if (2 * bytes > most_bytes) all_.clear();
  next_ = std::max(snapshot.step + 1, static_cast<Index>(std::ceil(static_cast<double>(snapshot.step) * ratio_)));
  if (bytes <= most_bytes) all_.push_back(std::move(snapshot));
}

void Snapshots::clear() {
  all_.clear();
  ratio_ = 1.2;
  next_ = 0;
}

}  // namespace lookback
