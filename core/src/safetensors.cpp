#include "lookback/safetensors.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <set>

#include "json.h"
#include "lookback/error.h"

namespace lookback {

namespace {

constexpr std::size_t length_bytes = 8;
constexpr std::size_t longest_header = 16u << 20;

[[noreturn]] void refuse(const std::string& problem) {
  throw Error("bad-model", "This is not a model file that can be read: " + problem);
}

void put_length(std::string& out, std::uint64_t length) {
  for (std::size_t i = 0; i < length_bytes; ++i) out.push_back(static_cast<char>(length >> (8 * i) & 0xff));
}

struct Entry {
  std::vector<Index> shape;
  std::uint64_t begin = 0, end = 0;
};

// A name as a sentence shows it: short and in one line.
std::string quoted(std::string_view name) {
  std::string text = json::shortened(name);
  std::replace_if(text.begin(), text.end(), [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; }, '?');
  return "'" + text + "'";
}

// JSON lets a name stand twice in an object, and readers differ in which of them they take.
void refuse_twice(const json::Value& object, const std::string& what) {
  std::set<std::string_view> names;
  for (const auto& member : object.GetObject()) {
    const std::string_view name = json::string(member.name);
    if (!names.insert(name).second) refuse(what + " has " + quoted(name) + " twice.");
  }
}

std::string shape_text(const std::vector<Index>& shape) {
  std::string text = "[";
  for (const Index n : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(n);
  return text + "]";
}

Entry parse_entry(const std::string& full_name, const json::Value& value) {
  const std::string name = quoted(full_name);
  if (!value.IsObject()) refuse("the header's entry " + name + " is not an object.");
  refuse_twice(value, "the tensor " + name);
  const auto member = [&](const char* key) -> const json::Value& {
    const auto found = value.FindMember(key);
    if (found == value.MemberEnd()) refuse("the tensor " + name + " has no `" + key + "`.");
    return found->value;
  };
  const json::Value &dtype = member("dtype"), &shape = member("shape"), &offsets = member("data_offsets");
  if (!dtype.IsString() || json::string(dtype) != "F32") {
    refuse("the tensor " + name + " has type " + json::shown(dtype) + "; only F32 is read.");
  }
  Entry entry;
  if (!shape.IsArray()) refuse("the shape of " + name + " is not a list.");
  if (shape.Size() > 2) refuse("the shape of " + name + " has " + std::to_string(shape.Size()) + " sizes; a model's have one or two.");
  double count = 1;
  for (const json::Value& n : shape.GetArray()) {
    if (!n.IsUint64()) refuse("the shape of " + name + " holds " + json::shown(n) + ", which is no size.");
    count *= static_cast<double>(n.GetUint64());
    if (count > 1e9) refuse("the tensor " + name + " claims more than a thousand million numbers.");
    entry.shape.push_back(static_cast<Index>(n.GetUint64()));
  }
  if (!offsets.IsArray() || offsets.Size() != 2 || !offsets[0].IsUint64() || !offsets[1].IsUint64()) {
    refuse("the data_offsets of " + name + " are not two whole numbers.");
  }
  const std::uint64_t begin = offsets[0].GetUint64(), end = offsets[1].GetUint64();
  if (begin > end) refuse("the data_offsets of " + name + " run backwards.");
  if (static_cast<double>(end - begin) != 4 * count) {
    refuse("the data_offsets of " + name + " span " + std::to_string(end - begin) + " bytes, its shape " +
           shape_text(entry.shape) + " needs " + std::to_string(static_cast<std::uint64_t>(4 * count)) + ".");
  }
  entry.begin = begin;
  entry.end = end;
  return entry;
}

// Every byte of the data belongs to exactly one tensor.
void check_places(const std::map<std::string, Entry>& entries, std::size_t size) {
  std::multimap<std::pair<std::uint64_t, std::uint64_t>, std::string_view> places;
  for (const auto& [name, entry] : entries) places.emplace(std::pair(entry.begin, entry.end), name);
  std::uint64_t at = 0;
  for (const auto& [place, name] : places) {
    const auto [begin, end] = place;
    if (end > size) {
      refuse("the tensor " + quoted(name) + " ends at byte " + std::to_string(end) + " of data that has " +
             std::to_string(size) + "; the file may be cut short.");
    }
    if (begin < at) refuse("the tensor " + quoted(name) + " overlaps the one before it.");
    if (begin > at) refuse("there is a hole before the tensor " + quoted(name) + ".");
    at = end;
  }
  if (at != size) refuse("there are " + std::to_string(size - at) + " bytes after the last tensor.");
}

std::string metadata(const json::Value& header, const char* key) {
  const auto found = header.FindMember("__metadata__");
  if (found == header.MemberEnd() || !found->value.IsObject()) refuse("its header has no `__metadata__`.");
  const auto member = found->value.FindMember(key);
  if (member == found->value.MemberEnd() || !member->value.IsString()) {
    refuse(std::string("its `__metadata__` has no `") + key + "`; it was not written by Lookback.");
  }
  return std::string(json::string(member->value));
}

constexpr Index most_steps = 1000000000;
const std::string first_moment = "training.first_moment.", second_moment = "training.second_moment.";

std::string to_json(const TrainingState<float>& training) {
  rapidjson::StringBuffer buffer;
  json::Writer writer(buffer);
  writer.StartObject();
  writer.Key("config");
  const std::string config = to_json(training.config);
  writer.RawValue(config.data(), config.size(), rapidjson::kObjectType);
  writer.Key("step");
  writer.Int64(training.step);
  writer.Key("optimizerSteps");
  writer.Int64(training.optimizer.steps);
  writer.Key("random");
  writer.StartArray();
  for (const std::uint64_t word : training.draws.random) writer.Uint64(word);
  writer.EndArray();
  writer.Key("taken");
  writer.Uint64(training.draws.taken);
  writer.Key("pairs");
  writer.Uint64(training.draws.what);
  writer.EndObject();
  return buffer.GetString();
}

// All but the moments.
TrainingState<float> parse_training(const std::string& text) {
  const rapidjson::Document object = json::object(text, "bad-model", "The model file's `training`");
  const auto member = [&](const char* key) -> const json::Value& {
    const auto found = object.FindMember(key);
    if (found == object.MemberEnd()) refuse(std::string("its `training` has no `") + key + "`.");
    return found->value;
  };
  const auto count = [&](const char* key) {
    const json::Value& value = member(key);
    if (!value.IsUint64() || value.GetUint64() > static_cast<std::uint64_t>(most_steps)) {
      refuse(std::string("`") + key + "` of its `training` is " + json::shown(value) + ", not a whole number from 0 to 1000000000.");
    }
    return value.GetUint64();
  };
  TrainingState<float> training;
  try {
    training.config = parse_training_config(json::text(member("config")));
  } catch (const Error& error) {
    refuse("the configuration of its training is wrong. " + std::string(error.what()));
  }
  training.step = static_cast<Index>(count("step"));
  training.optimizer.steps = static_cast<Index>(count("optimizerSteps"));
  training.draws.taken = count("taken");
  const json::Value& what = member("pairs");
  if (!what.IsUint64()) refuse("`pairs` of its `training` is " + json::shown(what) + ", not a whole number.");
  training.draws.what = what.GetUint64();
  const json::Value& random = member("random");
  bool sound = random.IsArray() && random.Size() == training.draws.random.size();
  std::uint64_t any = 0;
  for (std::size_t i = 0; sound && i < training.draws.random.size(); ++i) {
    const json::Value& word = random[static_cast<rapidjson::SizeType>(i)];
    sound = word.IsUint64();
    if (sound) any |= training.draws.random[i] = word.GetUint64();
  }
  if (!sound || any == 0) refuse("`random` of its `training` is not the state of random numbers: four whole numbers, not all of them 0.");
  return training;
}

}  // namespace

std::string save(const Model<float>& model, const TrainingState<float>* training) {
  rapidjson::StringBuffer buffer;
  json::Writer writer(buffer);
  writer.StartObject();
  writer.Key("__metadata__");
  writer.StartObject();
  std::vector<std::pair<const char*, std::string>> entries = {
      {"config", to_json(model.config())},
      {"source_vocabulary", to_json(model.source_vocabulary())},
      {"target_vocabulary", to_json(model.target_vocabulary())},
      {"seed", std::to_string(model.config().seed)},
      {"format", "lookback-1"},
  };
  if (training) entries.emplace_back("training", to_json(*training));
  for (const auto& [key, value] : entries) {
    json::key(writer, key);
    json::string(writer, value);
  }
  writer.EndObject();
  const Parameters<float>& parameters = model.parameters();
  const Index size = parameters.size();
  const auto describe = [&](const std::string& prefix, Index from) {
    for (const Tensor& tensor : parameters.tensors()) {
      json::key(writer, prefix + tensor.name);
      writer.StartObject();
      writer.Key("dtype");
      writer.String("F32");
      writer.Key("shape");
      writer.StartArray();
      for (const Index n : tensor.shape()) writer.Int64(n);
      writer.EndArray();
      writer.Key("data_offsets");
      writer.StartArray();
      writer.Int64(4 * (from + tensor.offset));
      writer.Int64(4 * (from + tensor.offset + tensor.size()));
      writer.EndArray();
      writer.EndObject();
    }
  };
  const bool adam = training && !training->optimizer.second.empty();
  describe("", 0);
  if (training) describe(first_moment, size);
  if (adam) describe(second_moment, 2 * size);
  writer.EndObject();

  // Spaces bring the data to a multiple of eight bytes.
  std::string header(buffer.GetString(), buffer.GetSize());
  header.append((8 - header.size() % 8) % 8, ' ');
  std::string out;
  put_length(out, header.size());
  out += header;
  const auto append = [&](const float* values) {
    out.append(reinterpret_cast<const char*>(values), static_cast<std::size_t>(size) * sizeof(float));
  };
  append(parameters.data());
  if (training) append(training->optimizer.first.data());
  if (adam) append(training->optimizer.second.data());
  return out;
}

std::unique_ptr<Model<float>> load_model(std::string_view bytes, std::unique_ptr<TrainingState<float>>* training) {
  if (bytes.size() < length_bytes) refuse("it has " + std::to_string(bytes.size()) + " bytes, less than its header's length takes.");
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    length |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  if (length > bytes.size() - length_bytes) {
    refuse("its header claims " + std::to_string(length) + " bytes, the file has " + std::to_string(bytes.size() - length_bytes) +
           " after the length.");
  }
  if (length > longest_header) refuse("its header of " + std::to_string(length) + " bytes is longer than any model's.");
  const rapidjson::Document header =
      json::object(bytes.substr(length_bytes, static_cast<std::size_t>(length)), "bad-model", "The model file's header");
  const std::string_view data = bytes.substr(length_bytes + static_cast<std::size_t>(length));

  refuse_twice(header, "its header");
  const auto said = header.FindMember("__metadata__");
  if (said != header.MemberEnd() && said->value.IsObject()) refuse_twice(said->value, "its `__metadata__`");
  std::map<std::string, Entry> entries;
  for (const auto& member : header.GetObject()) {
    const std::string name(json::string(member.name));
    if (name == "__metadata__") continue;
    entries.emplace(name, parse_entry(name, member.value));
  }
  check_places(entries, data.size());

  const Vocabulary source = parse_vocabulary(metadata(header, "source_vocabulary"), "bad-model", "The model file's source vocabulary");
  const Vocabulary target = parse_vocabulary(metadata(header, "target_vocabulary"), "bad-model", "The model file's target vocabulary");
  const std::string config_text = metadata(header, "config");
  ModelConfig config;
  std::vector<Tensor> tensors;
  try {
    config = parse_model_config(config_text);
    tensors = tensors_of(config, source, target);
  } catch (const Error& error) {
    refuse("its configuration is wrong. " + std::string(error.what()));
  }

  std::unique_ptr<TrainingState<float>> state;
  if (said != header.MemberEnd() && said->value.IsObject() && said->value.HasMember("training")) {
    state = std::make_unique<TrainingState<float>>(parse_training(metadata(header, "training")));
  }

  // A model is made only of a file that holds all of it, so that a few bytes cannot ask for much memory.
  std::vector<std::string> kinds = {""};
  if (state) kinds.push_back(first_moment);
  if (state && state->config.optimizer == OptimizerKind::adam) kinds.push_back(second_moment);
  std::set<std::string> names;
  for (const std::string& kind : kinds) {
    for (const Tensor& tensor : tensors) {
      const std::string name = kind + tensor.name;
      const auto found = entries.find(name);
      if (found == entries.end()) refuse("it lacks the tensor '" + name + "'.");
      if (found->second.shape != tensor.shape()) {
        refuse("the tensor '" + name + "' has shape " + shape_text(found->second.shape) + ", its configuration asks for " +
               shape_text(tensor.shape()) + ".");
      }
      names.insert(name);
    }
  }
  for (const auto& [name, entry] : entries) {
    if (!names.contains(name)) refuse("its configuration has no tensor " + quoted(name) + ".");
  }
  // Tensors of one kind, where the parameters have theirs; `least` is the lowest number that they may hold.
  const auto read = [&](const std::string& kind, float* into, float least) {
    for (const Tensor& tensor : tensors) {
      const Entry& entry = entries.at(kind + tensor.name);
      float* values = into + tensor.offset;
      std::memcpy(values, data.data() + entry.begin, static_cast<std::size_t>(entry.end - entry.begin));
      for (Index i = 0; i < tensor.size(); ++i) {
        if (!std::isfinite(values[i])) refuse("the tensor '" + kind + tensor.name + "' holds a number that is not finite.");
        if (values[i] < least) refuse("the tensor '" + kind + tensor.name + "' holds a number below 0, which no mean of squares is.");
      }
    }
  };
  auto model = std::make_unique<Model<float>>(config, source, target);
  model->update([&](Parameters<float>& parameters) { read("", parameters.data(), std::numeric_limits<float>::lowest()); });
  if (state) {
    const std::size_t size = static_cast<std::size_t>(model->parameters().size());
    state->optimizer.first.resize(size);
    read(first_moment, state->optimizer.first.data(), std::numeric_limits<float>::lowest());
    if (kinds.size() > 2) {
      state->optimizer.second.resize(size);
      read(second_moment, state->optimizer.second.data(), 0);
    }
    if (training) *training = std::move(state);
  }
  return model;
}

}  // namespace lookback
