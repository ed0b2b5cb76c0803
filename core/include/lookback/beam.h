// Beam search: several hypotheses of one sentence side by side (Sutskever et al. 2014, section 3.2: one that writes EOS leaves
// the beam, which narrows). With a beam of one it is greedy decoding, to the bit. A step's weights may be forced: the decoder
// runs on from the changed context.
#pragma once

#include <vector>

#include "lookback/decode.h"

namespace lookback {

struct ForcedWeights {
  Index step = 0;
  std::vector<double> weights;  // one a source position, none negative; scaled to a sum of one
};

struct BeamOptions {
  Index beam = 1;
  Index n_best = 1;
  // Hypotheses of different lengths compare by score / length^this, EOS counted; 0 compares the plain scores.
  double length_normalization = 1;
  Index limit = 0;  // tokens at most; 0 takes decode_limit
  std::vector<ForcedWeights> forced;
};

// A hypothesis as the search saw it, for display: a tree by `parent`.
struct BeamNode {
  int parent = -1;             // place in the list, −1 for a first token
  int token = 0;
  Index step = 0;
  double log_probability = 0;  // of this token, nats
  double score = 0;            // of the whole hypothesis up to here
  bool ended = false;          // it wrote EOS here
  bool kept = false;           // it went on to the next step
};

struct Hypothesis : Decoded {
  double score = 0;             // Σ log-probabilities, EOS included; nats
  double normalized_score = 0;  // score / length^length_normalization
};

struct BeamResult {
  std::vector<Hypothesis> best;  // by falling normalised score
  std::vector<BeamNode> tree;    // every candidate that reached the beam
};

// Has the decoder look where it is told, after its `begin`. Throws bad-input for weights that do not fit a source of `length`, or
// a model that has none.
template <class T>
void force(DecoderKept<T>& kept, const std::vector<ForcedWeights>& forced, std::size_t length, bool has_score);

// Throws bad-input for a beam or n-best out of 1 … 32 or forced weights that do not fit the source.
template <class T>
BeamResult beam_search(const Model<T>& model, const std::vector<int>& source, const BeamOptions& options);

}  // namespace lookback
