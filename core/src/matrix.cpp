#include "lookback/matrix.h"

#include <algorithm>

namespace lookback {

template <class T>
T* Arena<T>::take(Index count) {
  const Index rounded = (count + 15) / 16 * 16;
  if (blocks_.empty() || blocks_.back().used + rounded > blocks_.back().size) {
    const Index size = std::max<Index>(rounded, 1 << 12);
    blocks_.push_back({std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(size)), size, 0});
  }
  Block& block = blocks_.back();
  T* at = block.data.get() + block.used;
  block.used += rounded;
  return at;
}

template <class T>
void Arena<T>::reset() {
  reserve(used());
}

template <class T>
void Arena<T>::reserve(Index count) {
  if (blocks_.size() != 1 || blocks_.back().size < count) {
    blocks_.clear();
    if (count > 0) blocks_.push_back({std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(count)), count, 0});
  } else {
    blocks_.back().used = 0;
  }
}

template <class T>
Index Arena<T>::used() const {
  Index total = 0;
  for (const Block& block : blocks_) total += block.used;
  return total;
}

template <class T>
std::size_t Arena<T>::bytes() const {
  std::size_t total = 0;
  for (const Block& block : blocks_) total += static_cast<std::size_t>(block.size) * sizeof(T);
  return total;
}

template class Arena<float>;
template class Arena<double>;

}  // namespace lookback
