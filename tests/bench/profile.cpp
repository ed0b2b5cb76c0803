// Where the time of an update goes: trains a model from one file on the sentences of another, on one thread, and prints a JSON
// object of milliseconds an update by part.
//   lookback_profile MODEL SOURCES LENGTH TRAINING MILLISECONDS
// MODEL is a safetensors file. SOURCES holds token ids as 32-bit integers, LENGTH to a sentence; a target is its source reversed.
// TRAINING is a training configuration as JSON. It runs for MILLISECONDS unmeasured, so that V8 has compiled it, then measured.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "lookback/profile.h"
#include "lookback/safetensors.h"
#include "lookback/source.h"

namespace {

using namespace lookback;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::string bytes_of(const char* name) {
  std::ifstream file(name, std::ios::binary);
  if (!file) throw std::runtime_error(std::string("There is no file ") + name + ".");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Pair> pairs_of(const std::string& bytes, std::size_t length) {
  std::vector<std::int32_t> ids(bytes.size() / sizeof(std::int32_t));
  std::memcpy(ids.data(), bytes.data(), ids.size() * sizeof(std::int32_t));
  std::vector<Pair> pairs(ids.size() / length);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const std::int32_t* first = ids.data() + k * length;
    pairs[k].source.assign(first, first + length);
    pairs[k].target.assign(pairs[k].source.rbegin(), pairs[k].source.rend());
  }
  return pairs;
}

// Updates for so many seconds, two at least; how many they were.
int train(Trainer<float>& trainer, double seconds) {
  int updates = 0;
  for (const double end = now() + seconds; updates < 2 || now() < end; ++updates) trainer.step();
  return updates;
}

void profile(char** given) {
  const std::unique_ptr<Model<float>> model = load_model(bytes_of(given[1]));
  std::vector<Pair> pairs = pairs_of(bytes_of(given[2]), std::stoul(given[3]));
  Trainer<float> trainer(*model, parse_training_config(given[4]), from_pairs(std::move(pairs)));
  const double seconds = std::stod(given[5]) / 1000;
  train(trainer, seconds);
  Profile times;
  times.now = now;
  times.since = now();
  trainer.measure(&times);
  const int updates = train(trainer, seconds);
  times.enter(Part::optimizer);
  const char* names[] = {"encoder", "attention", "decoder", "output", "optimizer"};
  for (int part = 0; part < 5; ++part) {
    std::printf("%s\"%s\": %.6f", part == 0 ? "{" : ", ", names[part], 1000 * times.seconds[part] / updates);
  }
  std::printf("}\n");
}

}  // namespace

int main(int count, char** given) {
  if (count != 6) {
    std::fputs("lookback_profile takes MODEL SOURCES LENGTH TRAINING MILLISECONDS.\n", stderr);
    return 1;
  }
  try {
    profile(given);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
