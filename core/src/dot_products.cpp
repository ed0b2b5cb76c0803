#include "lookback/dot_products.h"

#include <algorithm>
#include <cmath>

#include "lookback/error.h"
#include "lookback/math.h"
#include "lookback/random.h"

namespace lookback {

namespace {

constexpr double most_draws = 20e6;  // some tenths of a second

void check(bool good, const char* sentence) {
  if (!good) throw Error("bad-input", sentence);
}

struct Look {
  double peak = 0, entropy = 0;
};

Look look(const std::vector<double>& scores) {
  std::vector<double> weights(scores.size());
  softmax(static_cast<Index>(scores.size()), scores.data(), weights.data());
  Look out;
  for (const double w : weights) {
    out.peak = std::max(out.peak, w);
    if (w > 0) out.entropy -= w * std::log(w);
  }
  return out;
}

}  // namespace

std::vector<DotProducts> dot_products(const std::vector<Index>& dimensions, Index count, Index keys, std::uint64_t seed) {
  check(!dimensions.empty() && dimensions.size() <= 16, "`dimensions` needs 1 to 16 of them.");
  check(count >= 2 && count <= 100000, "`count` must be a whole number from 2 to 100000.");
  check(keys >= 2 && keys <= 100, "`keys` must be a whole number from 2 to 100.");
  double draws = 0;
  for (const Index d : dimensions) {
    check(d >= 1 && d <= 4096, "Each of `dimensions` must be a whole number from 1 to 4096.");
    draws += static_cast<double>(d) * static_cast<double>(count) * static_cast<double>(keys + 1);
  }
  check(draws <= most_draws, "That many numbers take too long to draw: take fewer or smaller `dimensions`, a smaller `count` or fewer `keys`.");

  const double bound = std::sqrt(3.0);
  std::vector<DotProducts> out;
  for (const Index d : dimensions) {
    Random random(seed, "dot products " + std::to_string(d));
    const auto draw = [&](std::vector<double>& x) {
      for (double& component : x) component = random.uniform(-bound, bound);
    };
    std::vector<double> query(static_cast<std::size_t>(d)), key(query.size());
    std::vector<double> scores(static_cast<std::size_t>(keys)), scaled(scores.size());
    DotProducts result;
    result.dimension = d;
    double squares = 0;
    for (Index n = 0; n < count; ++n) {
      draw(query);
      for (std::size_t j = 0; j < scores.size(); ++j) {
        draw(key);
        scores[j] = dot(d, query.data(), key.data());
        scaled[j] = scores[j] / std::sqrt(static_cast<double>(d));
        result.mean += scores[j];
        squares += scores[j] * scores[j];
      }
      const Look plain = look(scores), divided = look(scaled);
      result.peak += plain.peak;
      result.entropy += plain.entropy;
      result.scaled_peak += divided.peak;
      result.scaled_entropy += divided.entropy;
    }
    const double N = static_cast<double>(count), all = N * static_cast<double>(keys);
    result.mean /= all;
    result.variance = squares / all - result.mean * result.mean;
    for (double* sum : {&result.peak, &result.entropy, &result.scaled_peak, &result.scaled_entropy}) *sum /= N;
    out.push_back(result);
  }
  return out;
}

}  // namespace lookback
