// One step of attention by hand, in double: a query, a few annotations, a score and its parameters, and everything between
// them and the context. It runs the same score and softmax as a model does.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lookback/config.h"

namespace lookback {

struct HandInput {
  AttentionKind score = AttentionKind::dot;
  std::vector<double> query;
  std::vector<std::vector<double>> annotations;
  // By their names in the papers: W_a, U_a, v_a (a row). Which a score has, and their shapes, is in core/README.md.
  std::map<std::string, std::vector<std::vector<double>>> parameters;
  std::vector<bool> mask;  // false: never looked at; empty: all are
};

struct HandResult {
  std::vector<std::vector<double>> keys, hidden;  // what the score makes of each annotation; tanh(W_a s + U_a h_j)
  std::vector<double> projected_query;            // W_a s
  std::vector<double> products;                   // s · h_j, before a scaled dot product divides by √H
  std::vector<double> energies;
  // exp(e_j − shift) and their sum. The shift is 0 while the exponentials are finite and not all 0, else the largest energy.
  double shift = 0;
  std::vector<double> exponentials;
  double sum = 0;
  std::vector<double> weights;
  std::vector<std::vector<double>> weighted;  // α_j h_j
  std::vector<double> context;
};

// Throws bad-input naming what does not fit. A masked annotation has weight 0, energy and exponential too.
HandResult attention_by_hand(const HandInput& input);

// The same from and to JSON: { score, query, annotations, W_a?, U_a?, v_a?, mask? } and the fields of HandResult in camel case.
std::string attention_by_hand(const std::string& json);

}  // namespace lookback
