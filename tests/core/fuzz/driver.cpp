// Runs the fuzz target where there is no libFuzzer: files of the corpora are changed at random, their headers as text,
// and the target called with each, for a time. What was refused with a new sentence joins the corpus. The same seed
// makes the same inputs.
//
//   lookback_fuzz SECONDS [SEED]     inputs made from the corpora
//   lookback_fuzz FILE...            these inputs alone
//
// Ends with code 1, and the input in lookback_fuzz_failure, on any exception that leaves the target or an input that
// takes too long; a sanitizer's report ends it likewise.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "lookback/error.h"
#include "lookback/random.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
// A file of a few kilobytes has no business asking for more in one piece.
extern "C" const char* __asan_default_options() { return "max_allocation_size_mb=256"; }
#endif

// Of load_model.cpp.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern std::string refusal;

namespace {

using Clock = std::chrono::steady_clock;

constexpr double slowest = 20;             // seconds for one input
constexpr std::size_t longest = 1u << 16;  // bytes of an input that joins the corpus
constexpr const char* failure_file = "lookback_fuzz_failure";

std::string current;  // what the target is being called with

void write_failure() { std::ofstream(failure_file, std::ios::binary) << current; }

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> read_corpora() {
  std::vector<std::filesystem::path> paths;
  for (const char* folder : {LOOKBACK_GOLDEN_DIR "/models", LOOKBACK_FUZZ_CORPUS}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".safetensors") paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> corpus;
  for (const auto& path : paths) corpus.push_back(read(path));
  return corpus;
}

// Words that mean something in a header, and numbers at the edges of what their readers take.
const std::vector<std::string> words = {"0",
                                        "1",
                                        "-1",
                                        "2",
                                        "3",
                                        "7",
                                        "4294967295",
                                        "4294967296",
                                        "2147483648",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "1e9",
                                        "1e308",
                                        "1e999",
                                        "-0",
                                        "0.5",
                                        "NaN",
                                        "Infinity",
                                        "-Inf",
                                        "true",
                                        "false",
                                        "null",
                                        "[]",
                                        "{}",
                                        "[[]]",
                                        "\"\"",
                                        "\"F32\"",
                                        "\"F64\"",
                                        "\"dtype\"",
                                        "\"shape\"",
                                        "\"data_offsets\"",
                                        "\"__metadata__\"",
                                        "\"config\"",
                                        "\"source_vocabulary\"",
                                        "\"target_vocabulary\"",
                                        "\"output.bias\"",
                                        "\"embedding\"",
                                        "\\\"rnn\\\"",
                                        "\\\"gru\\\"",
                                        "\\\"lstm\\\"",
                                        "\\\"none\\\"",
                                        "\\\"fixed\\\"",
                                        "\\\"additive\\\"",
                                        "\\\"dot\\\"",
                                        "\\\"general\\\"",
                                        "\\\"concat\\\"",
                                        "\\\"current\\\"",
                                        "\\\"previous\\\"",
                                        "\\\"bidirectional\\\"",
                                        "\\\"forward\\\"",
                                        "\\\"zero\\\"",
                                        "\\\"tanh\\\"",
                                        "\\\"state\\\"",
                                        "\\\"hidden\\\":1024",
                                        "\\\"layers\\\":4",
                                        "\\\"tokens\\\"",
                                        "\\\"bos\\\"",
                                        "\\u0000",
                                        "\\ud800",
                                        "\\n",
                                        "\xff",
                                        "\xc3",
                                        "\xed\xa0\x80",
                                        "é",
                                        "😀",
                                        ",",
                                        ":",
                                        "[",
                                        "]",
                                        "{",
                                        "}",
                                        "\"",
                                        "\\",
                                        " "};

class Mutator {
public:
  Mutator(std::vector<std::string> corpus, std::uint64_t seed)
      : corpus_(std::move(corpus)), seeds_(corpus_.size()), random_(seed, "fuzz") {}

  std::string next() {
    std::string input = pick();
    if (chance(4)) {
      for (std::size_t n = 1 + below(4); n > 0; --n) change_bytes(input);
      return input;
    }
    // The parts that a well-formed file has; the length is put right again, most times.
    std::string header, data;
    if (input.size() >= 8) {
      std::uint64_t length = 0;
      for (std::size_t i = 8; i-- > 0;) length = length << 8 | static_cast<unsigned char>(input[i]);
      const std::size_t end = static_cast<std::size_t>(std::min<std::uint64_t>(length, input.size() - 8));
      header = input.substr(8, end);
      data = input.substr(8 + end);
    }
    for (std::size_t n = 1 + below(4); n > 0; --n) chance(8) ? change_bytes(data) : change_text(header);
    const std::uint64_t length = chance(16) ? random_.next() >> below(64) : header.size();
    std::string out;
    for (std::size_t i = 0; i < 8; ++i) out.push_back(static_cast<char>(length >> (8 * i) & 0xff));
    return out + header + data;
  }

  void keep(const std::string& input) {
    if (input.size() <= longest && corpus_.size() < 4096) corpus_.push_back(input);
  }

private:
  std::size_t below(std::size_t n) { return random_.below(static_cast<std::uint32_t>(n)); }
  bool chance(std::size_t n) { return below(n) == 0; }
  // Half of the time a file as it was given: what joined the corpus is broken already.
  const std::string& pick() { return corpus_[below(chance(2) ? seeds_ : corpus_.size())]; }

  // A piece of `text` of at most 64 bytes.
  std::pair<std::size_t, std::size_t> piece(const std::string& text) {
    const std::size_t at = below(text.size());
    return {at, 1 + below(std::min<std::size_t>(64, text.size() - at))};
  }

  void change_bytes(std::string& bytes) {
    if (bytes.empty()) {
      bytes.push_back(static_cast<char>(below(256)));
      return;
    }
    const auto [at, count] = piece(bytes);
    switch (below(7)) {
      case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ 1 << below(8));
        break;
      case 1:
        bytes[at] = static_cast<char>(chance(2) ? 0xff : below(256));
        break;
      case 2:
        bytes.erase(at, count);
        break;
      case 3:
        bytes.insert(at, bytes.substr(at, count));
        break;
      case 4:
        bytes.resize(at);
        break;
      case 5:
        bytes.append(count, static_cast<char>(below(256)));
        break;
      default: {
        const std::string& other = pick();
        if (other.empty()) break;
        const auto [from, length] = piece(other);
        bytes.replace(at, count, other, from, length);
      }
    }
  }

  void change_text(std::string& text) {
    if (text.empty()) {
      text = words[below(words.size())];
      return;
    }
    const auto [at, count] = piece(text);
    switch (below(8)) {
      case 0:
        replace_number(text, at, words[below(words.size())]);
        break;
      case 1:
        replace_number(text, at, std::to_string(below(300)));
        break;
      case 2:
        text.insert(at, words[below(words.size())]);
        break;
      case 3:
        replace_string(text, at);
        break;
      case 4:
        repeat_member(text, at);
        break;
      case 5:
        text.insert(at, std::string(std::size_t(1) << below(12), "[{\"\\ "[below(5)]));
        break;
      case 6:
        text.erase(at, count);
        break;
      default:
        change_bytes(text);
    }
  }

  // The first number at or after `at`.
  static void replace_number(std::string& text, std::size_t at, const std::string& with) {
    const std::size_t first = text.find_first_of("0123456789", at);
    if (first == std::string::npos) return;
    const std::size_t end = std::min(text.find_first_not_of("0123456789", first), text.size());
    text.replace(first, end - first, with);
  }

  // The text between the first two quotation marks at or after `at`, by what stands between two others.
  void replace_string(std::string& text, std::size_t at) {
    const auto quoted = [&text](std::size_t from) {
      const std::size_t first = text.find('"', from);
      const std::size_t last = first == std::string::npos ? first : text.find('"', first + 1);
      return std::pair(first, last);
    };
    const auto [first, last] = quoted(at);
    const auto [other, other_last] = quoted(below(text.size()));
    if (last == std::string::npos || other_last == std::string::npos) return;
    text.replace(first, last + 1 - first, text.substr(other, other_last + 1 - other));
  }

  // What stands between two commas, once more elsewhere, or away.
  void repeat_member(std::string& text, std::size_t at) {
    const std::size_t first = text.find(',', at);
    const std::size_t last = first == std::string::npos ? first : text.find(',', first + 1);
    if (last == std::string::npos) return;
    const std::string member = text.substr(first, last - first);
    if (chance(2)) {
      text.erase(first, last - first);
    } else {
      const std::size_t to = text.find(',', below(text.size()));
      text.insert(to == std::string::npos ? last : to, member);
    }
  }

  std::vector<std::string> corpus_;
  std::size_t seeds_;  // the first ones
  lookback::Random random_;
};

// A refusal without what it quotes, from the first quotation mark to the last, and without numbers.
std::string kind(std::string sentence) {
  const std::size_t first = sentence.find_first_of("'\""), last = sentence.find_last_of("'\"");
  if (first != std::string::npos) sentence.erase(first, last + 1 - first);
  std::erase_if(sentence, [](char c) { return c >= '0' && c <= '9'; });
  return sentence;
}

// False, and a line that says why, where the target fails.
bool run(const std::string& input) {
  current = input;
  const Clock::time_point start = Clock::now();
  std::string problem;
  try {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  } catch (const lookback::Error& error) {
    problem = "an error after the model was loaded: " + std::string(error.what());
  } catch (const std::exception& error) {
    problem = error.what();
  }
  if (problem.empty() && since(start) > slowest) problem = "it took " + std::to_string(since(start)) + " seconds";
  if (problem.empty()) return true;
  write_failure();
  std::printf("FAILED: %s. The input is in %s.\n", problem.c_str(), failure_file);
  return false;
}

int run_files(int count, char** paths) {
  for (int i = 0; i < count; ++i) {
    if (!std::filesystem::is_regular_file(paths[i])) {
      std::printf("There is no file %s.\n", paths[i]);
      return 1;
    }
    if (!run(read(paths[i]))) return 1;
    std::printf("%s: %s\n", paths[i], refusal.empty() ? "a model." : refusal.c_str());
  }
  return 0;
}

int run_for(double seconds, std::uint64_t seed) {
  const std::vector<std::string> corpus = read_corpora();
  if (corpus.empty()) {
    std::printf("FAILED: the corpora in %s and %s are empty.\n", LOOKBACK_GOLDEN_DIR "/models", LOOKBACK_FUZZ_CORPUS);
    return 1;
  }
  Mutator mutator(corpus, seed);
  std::set<std::string> refusals;
  std::uint64_t executions = 0, models = 0;
  const Clock::time_point start = Clock::now();
  const auto execute = [&](const std::string& input, bool from_corpus) {
    if (!run(input)) {
      std::printf("It was execution %llu of seed %llu.\n", static_cast<unsigned long long>(executions + 1),
                  static_cast<unsigned long long>(seed));
      return false;
    }
    ++executions;
    if (refusal.empty()) {
      ++models;
    } else if (refusals.insert(kind(refusal)).second && !from_corpus) {
      mutator.keep(input);
    }
    return true;
  };
  for (const std::string& input : corpus) {
    if (!execute(input, true)) return 1;
  }
  while (since(start) < seconds) {
    if (!execute(mutator.next(), false)) return 1;
  }
  std::printf(
      "load_model: %llu executions in %.1f s from %zu seeds (seed %llu): %llu were models, the others were refused in "
      "%zu ways.\n",
      static_cast<unsigned long long>(executions), since(start), corpus.size(), static_cast<unsigned long long>(seed),
      static_cast<unsigned long long>(models), refusals.size());
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_set_death_callback(write_failure);
#endif
  char* end = nullptr;
  const double seconds = count > 1 ? std::strtod(arguments[1], &end) : 0;
  if (count < 2) {
    std::printf("Usage: lookback_fuzz SECONDS [SEED], or lookback_fuzz FILE...\n");
    return 2;
  }
  if (*end != '\0') return run_files(count - 1, arguments + 1);
  return run_for(seconds, count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1);
}
