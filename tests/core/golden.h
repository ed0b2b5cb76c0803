// Reads the golden files (tests/golden/README.md): what PyTorch computes in double precision for a model, a batch and a
// few updates, and brings a core model to the same starting weights.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "json.h"
#include "lookback/model.h"

namespace golden {

using Value = rapidjson::Value;

// A file of tests/golden; numbers are read to the nearest double.
inline rapidjson::Document read(const std::string& name) {
  std::ifstream file(std::string(LOOKBACK_GOLDEN_DIR "/") + name, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  rapidjson::Document document;
  document.Parse<rapidjson::kParseFullPrecisionFlag>(text.data(), text.size());
  if (document.HasParseError())
    throw std::runtime_error(name + " is missing or not JSON: run tests/golden/generate.py.");
  return document;
}

template <class T = double>
std::vector<T> numbers(const Value& array) {
  std::vector<T> out;
  for (const Value& x : array.GetArray()) out.push_back(static_cast<T>(x.GetDouble()));
  return out;
}

// Tokens named by their ids.
inline lookback::Vocabulary vocabulary(const Value& value) {
  lookback::Vocabulary out;
  for (int id = 0; id < value["size"].GetInt(); ++id) out.tokens.push_back(std::to_string(id));
  out.bos = value["bos"].GetInt();
  out.eos = value["eos"].GetInt();
  return out;
}

// The file's targets end with EOS, where there is one; a pair's do not.
inline std::vector<lookback::Pair> pairs(const Value& batch, int eos) {
  std::vector<lookback::Pair> out;
  for (rapidjson::SizeType b = 0; b < batch["source"].Size(); ++b) {
    lookback::Pair pair;
    pair.source = numbers<int>(batch["source"][b]);
    pair.target = numbers<int>(batch["target"][b]);
    if (eos >= 0) pair.target.pop_back();
    out.push_back(std::move(pair));
  }
  return out;
}

// The model of a case or of seed_model.json, its weights the stored ones: every tensor of either side must be in the
// other, of the same shape.
template <class T>
lookback::Model<T> model(const Value& value) {
  lookback::Model<T> out(lookback::parse_model_config(lookback::json::text(value["config"])),
                         vocabulary(value["sourceVocabulary"]), vocabulary(value["targetVocabulary"]));
  const Value& stored = value["parameters"];
  EXPECT_EQ(out.parameters().tensors().size(), stored.MemberCount());
  out.update([&](lookback::Parameters<T>& parameters) {
    for (const auto& member : stored.GetObject()) {
      const std::string name(lookback::json::string(member.name));
      const lookback::Index place = parameters.find(name);
      ASSERT_GE(place, 0) << "core has no " << name;
      ASSERT_EQ(parameters.tensors()[static_cast<std::size_t>(place)].shape(),
                numbers<lookback::Index>(member.value["shape"]))
          << name;
      const std::vector<double> data = numbers(member.value["data"]);
      std::transform(data.begin(), data.end(), parameters.view(place).data(),
                     [](double x) { return static_cast<T>(x); });
    }
  });
  return out;
}

}  // namespace golden
