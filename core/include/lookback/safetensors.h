// Models as safetensors files: eight bytes of header length, a JSON header that names each tensor's type, shape and place, and
// the F32 data without holes. `__metadata__` holds the configuration, both vocabularies and the seed as JSON strings.
// Where a training stands may go with it: `training` in the metadata, and the optimizer's moments of each tensor as tensors
// `training.first_moment.…` and, of Adam, `training.second_moment.…`.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "lookback/trainer.h"

namespace lookback {

// With `training`, a training of this model goes into the file as well.
std::string save(const Model<float>& model, const TrainingState<float>* training = nullptr);

// Every fault of a file is `bad-model` with a sentence that names it.
// Where a training is in the file and `training` is given, it is put there.
std::unique_ptr<Model<float>> load_model(std::string_view bytes, std::unique_ptr<TrainingState<float>>* training = nullptr);

}  // namespace lookback
