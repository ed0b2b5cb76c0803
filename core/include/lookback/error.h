// Every failure a caller can meet: a stable code to test for and a sentence that says what to do.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace lookback {

// Codes in use: bad-config, bad-task, bad-data, bad-input, bad-model, bad-steps, model-busy, disposed, diverged, out-of-memory.
class Error : public std::runtime_error {
 public:
  Error(std::string code, const std::string& sentence) : std::runtime_error(sentence), code_(std::move(code)) {}
  const std::string& code() const { return code_; }

 private:
  std::string code_;
};

}  // namespace lookback
