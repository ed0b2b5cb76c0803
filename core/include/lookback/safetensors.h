// Models as safetensors files: eight bytes of header length, a JSON header that names each tensor's type, shape and place, and
// the F32 data without holes. `__metadata__` holds the configuration, both vocabularies and the seed as JSON strings.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "lookback/model.h"

namespace lookback {

std::string save(const Model<float>& model);

// Every fault of a file is `bad-model` with a sentence that names it.
std::unique_ptr<Model<float>> load_model(std::string_view bytes);

}  // namespace lookback
