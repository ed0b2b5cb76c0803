// What the tests of models share: two small vocabularies, pairs of mixed lengths, and the whole family of
// configurations, every cell with every attention in every order, direction and depth.
#pragma once

#include <string>
#include <vector>

#include "lookback/model.h"
#include "lookback/random.h"

namespace models {

using lookback::Index;
using lookback::ModelConfig;
using lookback::Pair;
using lookback::Vocabulary;

inline Vocabulary source_vocabulary() {
  Vocabulary out;
  out.tokens = {"a", "b", "c", "d", "e", "f"};
  return out;
}

// Of another size than the source's, so that no test can take one for the other.
inline Vocabulary target_vocabulary() {
  Vocabulary out;
  out.tokens = {"<bos>", "<eos>", "A", "B", "C", "D", "E"};
  out.bos = 0;
  out.eos = 1;
  return out;
}

// One vocabulary for both sides.
inline Vocabulary shared_vocabulary() { return target_vocabulary(); }

// A pair of random tokens, the target's neither BOS nor EOS.
inline Pair random_pair(lookback::Random& random, Index source_length, Index target_length) {
  Pair pair;
  for (Index i = 0; i < source_length; ++i) pair.source.push_back(static_cast<int>(random.below(6)));
  for (Index i = 0; i < target_length; ++i) pair.target.push_back(2 + static_cast<int>(random.below(5)));
  return pair;
}

inline ModelConfig config(const std::string& json) { return lookback::parse_model_config(json); }

// One configuration and the words that name it.
struct Member {
  std::string name;
  ModelConfig config;
};

inline const std::vector<std::string> cells = {"rnn", "gru", "lstm"};
inline const std::vector<std::string> attentions = {"none",    "fixed",  "additive",  "dot",
                                                    "general", "concat", "scaled-dot"};
inline const std::vector<std::string> directions = {"forward", "backward", "bidirectional"};

inline bool has_score(const std::string& attention) { return attention != "none" && attention != "fixed"; }
inline bool needs_equal_sizes(const std::string& attention) { return attention == "dot" || attention == "scaled-dot"; }

// Sizes that differ from one another wherever the configuration lets them, and are no multiples of a vector's lanes.
inline std::string sizes(const std::string& attention, const std::string& direction, const std::string& bridge) {
  const bool equal = needs_equal_sizes(attention) || bridge == "state";
  std::string out = R"("embedding": 2, "attentionSize": 7, )";
  if (!equal) return out + R"("hidden": 5, "encoderHidden": 3)";
  return out + (direction == "bidirectional" ? R"("hidden": 6, "encoderHidden": 3)" : R"("hidden": 5)");
}

// A member of the family. `more` is JSON of further settings, or empty.
inline Member member(const std::string& cell, const std::string& attention, const std::string& query,
                     const std::string& direction, int layers, const std::string& bridge,
                     const std::string& more = "") {
  const std::string text = R"({"cell": ")" + cell + R"(", "attention": ")" + attention + R"(", "query": ")" + query +
                           R"(", "encoder": ")" + direction + R"(", "layers": )" + std::to_string(layers) +
                           R"(, "bridge": ")" + bridge + R"(", )" + sizes(attention, direction, bridge) +
                           (more.empty() ? "" : ", " + more) + "}";
  std::string name = cell + " " + attention + (has_score(attention) ? " " + query : "") + " " + direction + " " +
                     std::to_string(layers) + (layers == 1 ? " layer" : " layers") + ", bridge " + bridge;
  for (const char c : more.empty() ? "" : ", " + more) {
    if (c != '"') name += c;
  }
  return {name, config(text)};
}

inline std::vector<std::string> orders(const std::string& attention) {
  return has_score(attention) ? std::vector<std::string>{"previous", "current"} : std::vector<std::string>{"previous"};
}

// Every order, direction and depth of one cell with one attention.
inline std::vector<Member> family(const std::string& cell, const std::string& attention) {
  std::vector<Member> out;
  for (const std::string& query : orders(attention)) {
    for (const std::string& direction : directions) {
      for (const int layers : {1, 2}) out.push_back(member(cell, attention, query, direction, layers, "tanh"));
    }
  }
  return out;
}

template <class T>
lookback::Model<T> model(const ModelConfig& config) {
  return lookback::Model<T>(config, config.shared_embedding ? shared_vocabulary() : source_vocabulary(),
                            target_vocabulary());
}

}  // namespace models
