// The symbols of one side of a task. Special symbols are ordinary entries named by their place; −1 says there is none.
// Padding needs no symbol: lengths say where a sentence ends.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

namespace lookback {

struct Vocabulary {
  std::vector<std::string> tokens;
  int bos = -1;  // what the decoder is given before the first token
  int eos = -1;  // what it writes after the last; without one it writes a fixed number of tokens
  int unk = -1;  // what an unknown token is read as; without one an unknown token is an error
  // Where tokens are words, the tag of the language whose rule divides a text into them, such as fr or zh-Hans; empty otherwise.
  // Nothing here follows it: it goes with the model to whoever takes texts apart.
  std::string language = {};

  int size() const { return static_cast<int>(tokens.size()); }
  // Ids of tokens; an unknown one becomes `unk`, or is `bad-input` naming it.
  std::vector<int> ids(const std::vector<std::string>& text) const;
  std::vector<std::string> text(const std::vector<int>& ids) const;
};

std::string to_json(const Vocabulary& vocabulary);
// Reads what to_json writes; throws Error(code) naming `what` otherwise.
Vocabulary parse_vocabulary(const std::string& json, const char* code, const std::string& what);

}  // namespace lookback
