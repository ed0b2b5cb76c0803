// The fuzz target: any bytes given to load_model are either a model, which can then be used and saved again, and whose training,
// where there is one, goes on; or a lookback::Error with the code bad-model and one sentence. Nothing else may happen. This is libFuzzer's entry point;
// without libFuzzer driver.cpp calls it.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "lookback/decode.h"
#include "lookback/error.h"
#include "lookback/safetensors.h"
#include "lookback/source.h"

namespace {

void require(bool condition, const char* what) {
  if (!condition) throw std::logic_error(what);
}

}  // namespace

// What was said of the last input, empty where it is a model; for driver.cpp.
std::string refusal;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::unique_ptr<lookback::Model<float>> model;
  std::unique_ptr<lookback::TrainingState<float>> training;
  try {
    model = lookback::load_model({reinterpret_cast<const char*>(data), size}, &training);
  } catch (const lookback::Error& error) {
    refusal = error.what();
    require(error.code() == "bad-model", "the code is not bad-model");
    require(!refusal.empty() && refusal.size() < 1000, "the sentence is empty or too long to be read");
    require(refusal.back() == '.', "the sentence does not end");
    return 0;
  }
  refusal.clear();
  const std::string saved = save(*model);
  require(save(*lookback::load_model(saved)) == saved, "a model that was loaded comes back changed");
  // Any finite weights are in a file, so that sums may overflow: decoding goes on to its end.
  const auto written = lookback::greedy(*model, {{0}});
  require(written.size() == 1, "nothing was decoded");
  if (!training) return 0;
  require(save(*lookback::load_model(save(*model, training.get()))) == saved, "a training changes its model");
  lookback::Trainer<float> trainer(*model, training->config, lookback::from_pairs({{{0}, {0}, {}}}));
  lookback::TrainingState<float> state = *training;
  state.draws.what = trainer.state().draws.what;
  trainer.resume(std::move(state));
  try {
    require(trainer.step().step == training->step + 1, "the training did not go on");
  } catch (const lookback::Error& error) {
    require(error.code() == "diverged", "the training stopped for no good reason");
  }
  return 0;
}
