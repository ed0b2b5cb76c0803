// What a fixed vector still holds: a multinomial logistic regression is trained to read one source position's token off the
// encoder's final state, and tested on sentences that it has not seen (Alain and Bengio 2016's linear probe). And how far a
// gradient reaches: the size of the loss's gradient at each encoder state, by its distance from the last.
#pragma once

#include <vector>

#include "lookback/model.h"

namespace lookback {

struct ProbeResult {
  Index position = 0;         // of the source; from the end when negative
  Index trained = 0, tested = 0;  // sentences
  double accuracy = 0;        // on the tested
  double training_accuracy = 0;
  double chance = 0;          // always saying the commonest token of the training sentences
};

// The vector is the top layer's final state, with its memory where the cell has one: what the bridge hands over. Sentences
// too short for the position are left out; throws bad-input where fewer than ten are left on a side.
template <class T>
ProbeResult probe(const Model<T>& model, const std::vector<Pair>& training, const std::vector<Pair>& test, Index position);

// ‖∂L/∂h_{T−k}‖ for k = 0 … T − 1 in the top encoder layer, h_T being the state that was read last, averaged over sentences of
// equal length; L is the cross-entropy of the first target token. Throws bad-input where lengths differ.
template <class T>
std::vector<double> gradient_by_distance(const Model<T>& model, const std::vector<Pair>& pairs);

}  // namespace lookback
