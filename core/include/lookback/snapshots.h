// Moments of a training run: the weights before it, after its first update, and then at steps a fifth further apart each time,
// so that early change, which is fast, is seen as well as late. At most 24 MB: past that every second moment goes; where two do
// not fit there is the newest alone, and where one does not, none.
#pragma once

#include <vector>

#include "lookback/matrix.h"

namespace lookback {

struct Snapshot {
  Index step = 0;    // updates made
  double loss = 0;   // of the last update's batch; 0 before the first
  std::vector<float> weights;
};

class Snapshots {
 public:
  static constexpr std::size_t most_bytes = 24u << 20;

  // Called after every update, and with step 0 before the first; keeps what falls on the grid.
  template <class T>
  void see(Index step, double loss, const T* weights, Index size) {
    if (step < next_) return;
    Snapshot snapshot{step, loss, {}};
    snapshot.weights.assign(weights, weights + size);
    add(std::move(snapshot));
  }
  const std::vector<Snapshot>& all() const { return all_; }
  // Whether the moment before training stays to the end, for models of so many weights.
  static constexpr bool keeps_first(Index size) { return 2 * static_cast<std::size_t>(size) * sizeof(float) <= most_bytes; }
  void clear();

 private:
  void add(Snapshot snapshot);
  std::vector<Snapshot> all_;
  double ratio_ = 1.2;
  Index next_ = 0;
};

}  // namespace lookback
