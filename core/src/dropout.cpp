#include "lookback/dropout.h"

#include "lookback/random.h"

namespace lookback {

template <class T>
void dropout_scale(const Dropout& dropout, std::uint64_t layer, const std::vector<int>& places, Index first, View<T> scale) {
  const Index rows = static_cast<Index>(places.size());
  const T kept = static_cast<T>(1 / (1 - dropout.rate));
  const std::uint64_t threshold = static_cast<std::uint64_t>(dropout.rate * 0x1p32);
  for (Index r = 0; r < scale.rows(); ++r) {
    const std::uint64_t sentence = static_cast<std::uint64_t>(places[static_cast<std::size_t>(r % rows)]);
    const std::uint64_t step = static_cast<std::uint64_t>(first + r / rows);
    const std::uint64_t key = mix(mix(dropout.key + layer) + (sentence << 32 | step));
    for (Index u = 0; u < scale.cols(); ++u) {
      scale(r, u) = (mix(key + static_cast<std::uint64_t>(u)) >> 32) < threshold ? T(0) : kept;
    }
  }
}

template void dropout_scale<float>(const Dropout&, std::uint64_t, const std::vector<int>&, Index, View<float>);
template void dropout_scale<double>(const Dropout&, std::uint64_t, const std::vector<int>&, Index, View<double>);

}  // namespace lookback
