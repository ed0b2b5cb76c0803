// How a checker of a language is itself checked: each fault is planted into right sentences wherever it can be, and must be named.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace planted {

using Tokens = std::vector<std::string>;

// The words of a text with spaces between them.
inline Tokens tokens(const std::string& text) {
  std::istringstream in(text);
  Tokens out;
  for (std::string token; in >> token;) out.push_back(token);
  return out;
}

inline std::string joined(const Tokens& all) {
  std::string out;
  for (const std::string& token : all) out += (out.empty() ? "" : " ") + token;
  return out;
}

// Changes the word at a place; false where it is not the kind for it.
using Plant = std::function<bool(Tokens&, std::size_t)>;

// One word for another.
inline Plant swapped(std::map<std::string, std::string> by) {
  return [by = std::move(by)](Tokens& all, std::size_t i) {
    const auto found = by.find(all[i]);
    if (found == by.end()) return false;
    all[i] = found->second;
    return true;
  };
}

// Every fault, by its name, is noticed at every place where it can be planted, and there are some.
inline void expect_noticed(const std::vector<std::pair<const char*, Plant>>& plants, const std::vector<Tokens>& sentences,
                           const std::function<std::set<std::string>(const Tokens&)>& faults) {
  for (std::size_t k = 0; k < plants.size(); ++k) {
    const auto& [fault, plant] = plants[k];
    int count = 0;
    for (const Tokens& sentence : sentences) {
      for (std::size_t i = 0; i < sentence.size(); ++i) {
        Tokens changed = sentence;
        if (!plant(changed, i)) continue;
        ++count;
        ASSERT_TRUE(faults(changed).count(fault)) << fault << " (" << k << "): " << joined(sentence) << " → " << joined(changed);
      }
    }
    EXPECT_GE(count, 20) << fault << " (" << k << ")";
  }
}

}  // namespace planted
