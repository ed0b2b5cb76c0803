#include "lookback/random.h"

namespace lookback {

namespace {
std::uint64_t rotate(std::uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }
}  // namespace

std::uint32_t fnv1a(std::string_view text, std::uint32_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

Random::Random(std::uint64_t seed, std::string_view stream) {
  std::uint64_t x = mix(seed) ^ (static_cast<std::uint64_t>(fnv1a(stream)) << 32 | stream.size());
  for (std::uint64_t& word : state_) word = mix(x += 0x9e3779b97f4a7c15u);
}

std::uint64_t Random::next() {
  const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
  const std::uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = rotate(state_[3], 45);
  return result;
}

std::uint32_t Random::below(std::uint32_t n) {
  std::uint64_t product = (next() >> 32) * n;
  if (static_cast<std::uint32_t>(product) < n) {
    const std::uint32_t threshold = (0u - n) % n;
    while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * n;
  }
  return static_cast<std::uint32_t>(product >> 32);
}

}  // namespace lookback
