#include "lookback/text_metrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "lookback/error.h"

namespace lookback {

namespace {

// Words by number, or code points.
using Items = std::vector<int>;
using Counts = std::map<Items, int>;

Counts ngrams(const Items& items, std::size_t n) {
  Counts counts;
  for (std::size_t i = 0; i + n <= items.size(); ++i) {
    ++counts[Items(items.begin() + static_cast<std::ptrdiff_t>(i), items.begin() + static_cast<std::ptrdiff_t>(i + n))];
  }
  return counts;
}

// N-grams of one order over a corpus: in hypotheses, in references, in both (each at most as often as in the other).
struct Overlap {
  double hypothesis = 0, reference = 0, match = 0;

  void add(const Items& h, const Items& r, std::size_t n) {
    const Counts of_h = ngrams(h, n), of_r = ngrams(r, n);
    for (const auto& [gram, count] : of_h) {
      hypothesis += count;
      const auto found = of_r.find(gram);
      if (found != of_r.end()) match += std::min(count, found->second);
    }
    for (const auto& [gram, count] : of_r) reference += count;
  }
};

void check_sizes(std::size_t hypotheses, std::size_t references) {
  if (hypotheses != references || hypotheses == 0) {
    throw Error("bad-input", "A corpus score needs one reference for each hypothesis, and at least one.");
  }
}

// The same number for the same token, by the order in which they come.
Items numbers(const Tokens& tokens, std::map<std::string, int>& known) {
  Items out;
  for (const std::string& token : tokens) out.push_back(known.emplace(token, static_cast<int>(known.size())).first->second);
  return out;
}

// The code points of tokens in UTF-8, white space left out.
Items characters(const Tokens& tokens) {
  Items out;
  for (const std::string& text : tokens) {
    for (std::size_t i = 0; i < text.size();) {
      const unsigned char first = static_cast<unsigned char>(text[i]);
      const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
      int point = length == 1 ? first : first & (0x7F >> length);
      for (std::size_t k = 1; k < length && i + k < text.size(); ++k) {
        point = point << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3F);
      }
      i += length;
      const bool space = point == 0x20 || (point >= 0x09 && point <= 0x0D) || (point >= 0x1C && point <= 0x1F) || point == 0x85 ||
                         point == 0xA0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200A) || point == 0x2028 ||
                         point == 0x2029 || point == 0x202F || point == 0x205F || point == 0x3000;
      if (!space) out.push_back(point);
    }
  }
  return out;
}

}  // namespace

double corpus_bleu(const std::vector<Tokens>& hypotheses, const std::vector<Tokens>& references) {
  check_sizes(hypotheses.size(), references.size());
  constexpr std::size_t orders = 4;
  std::array<Overlap, orders> overlaps;
  std::map<std::string, int> known;
  double hypothesis_length = 0, reference_length = 0;
  for (std::size_t k = 0; k < hypotheses.size(); ++k) {
    const Items h = numbers(hypotheses[k], known), r = numbers(references[k], known);
    hypothesis_length += static_cast<double>(h.size());
    reference_length += static_cast<double>(r.size());
    for (std::size_t n = 1; n <= orders; ++n) overlaps[n - 1].add(h, r, n);
  }
  double log_sum = 0, smoothing = 1;
  bool any = false;
  for (const Overlap& o : overlaps) any = any || o.match > 0;
  if (!any) return 0;
  for (const Overlap& o : overlaps) {
    if (o.hypothesis == 0) return 0;  // no n-gram of this order in any hypothesis
    if (o.match == 0) {
      smoothing *= 2;
      log_sum += std::log(100 / (smoothing * o.hypothesis));
    } else {
      log_sum += std::log(100 * o.match / o.hypothesis);
    }
  }
  const double brevity = hypothesis_length >= reference_length ? 1 : std::exp(1 - reference_length / hypothesis_length);
  return brevity * std::exp(log_sum / orders);
}

double corpus_chrf(const std::vector<Tokens>& hypotheses, const std::vector<Tokens>& references) {
  check_sizes(hypotheses.size(), references.size());
  constexpr std::size_t orders = 6;
  constexpr double beta2 = 4;
  std::array<Overlap, orders> overlaps;
  for (std::size_t k = 0; k < hypotheses.size(); ++k) {
    const Items h = characters(hypotheses[k]), r = characters(references[k]);
    // As in sacreBLEU, a hypothesis does not count in an order that its reference is too short for.
    for (std::size_t n = 1; n <= std::min(orders, r.size()); ++n) overlaps[n - 1].add(h, r, n);
  }
  double precision = 0, recall = 0;
  int counted = 0;
  for (const Overlap& o : overlaps) {
    if (o.hypothesis == 0 || o.reference == 0) continue;
    precision += o.match / o.hypothesis;
    recall += o.match / o.reference;
    ++counted;
  }
  if (counted == 0 || precision + recall == 0) return 0;
  precision /= counted;
  recall /= counted;
  return 100 * (1 + beta2) * precision * recall / (beta2 * precision + recall);
}

}  // namespace lookback
