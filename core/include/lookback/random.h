// Our own random numbers (xoshiro256**, seeded through splitmix64; Blackman and Vigna 2018), because the standard library's
// distributions differ between implementations. A stream is named by a seed and a text, so that independent uses of one
// seed never share numbers.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lookback {

// FNV-1a, 32 bits, over UTF-8 bytes; a text in parts goes on from the hash of those before.
std::uint32_t fnv1a(std::string_view text, std::uint32_t hash = 2166136261u);

// A well-mixed function of 64 bits (splitmix64's output step).
std::uint64_t mix(std::uint64_t x);

class Random {
 public:
  using State = std::array<std::uint64_t, 4>;

  explicit Random(std::uint64_t seed, std::string_view stream = {});
  // Goes on from where `state()` was; not from zeros, which no stream ever comes to and none leaves.
  explicit Random(const State& state) : state_(state) {}
  const State& state() const { return state_; }

  std::uint64_t next();
  // Uniform in [0, 1), 53 bits.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  // Uniform in [low, high).
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  // Uniform whole number in [0, n), n > 0, without bias (Lemire 2019).
  std::uint32_t below(std::uint32_t n);

 private:
  State state_;
};

}  // namespace lookback
