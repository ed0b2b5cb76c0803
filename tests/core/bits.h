// Comparing numbers bit for bit, and counting the bits: what "the same result" means in these tests.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "lookback/random.h"

namespace bits {

// The same bytes, so that −0 differs from 0 and a NaN equals itself.
template <class T>
bool equal(const T* a, const T* b, std::size_t count) {
  return count == 0 || std::memcmp(a, b, count * sizeof(T)) == 0;
}

template <class T>
bool equal(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && equal(a.data(), b.data(), a.size());
}

// FNV-1a over the bytes, lowest first: x86 and wasm both store numbers so.
template <class T>
std::uint32_t hash(const T* data, std::size_t count) {
  return lookback::fnv1a({reinterpret_cast<const char*>(data), count * sizeof(T)});
}

}  // namespace bits
