#include "lookback/config.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

#include "json.h"
#include "lookback/error.h"

namespace lookback {

namespace {

// One field of a configuration at hand: its name outside, where its value stands, and what that may be. A list of these is the
// whole format.
struct Field {
  template <class Kind>
  Field(const char* field, Kind& kind, std::string_view names) : name(field), type(choice), value(&kind), choices(names) {
    static_assert(std::is_same_v<std::underlying_type_t<Kind>, int>);
  }
  Field(const char* field, bool& yes) : name(field), type(yes_no), value(&yes) {}
  Field(const char* field, Index& count, double lowest, double highest) : name(field), type(whole), value(&count), low(lowest), high(highest) {}
  Field(const char* field, std::uint64_t& number) : name(field), type(seed), value(&number), high(9007199254740991.0) {}
  Field(const char* field, double& x, double lowest, double highest, bool above = false)
      : name(field), type(real), value(&x), low(lowest), high(highest), open_low(above) {}

  const char* name;
  enum { choice, yes_no, whole, seed, real } type;
  void* value;
  std::string_view choices{};  // in the enumeration's order, with a space between two
  double low = 0, high = 0;
  bool open_low = false;
};

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t end = text.find(' '); end != text.npos; end = text.find(' ')) {
    out.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  out.push_back(text);
  return out;
}

[[noreturn]] void refuse(const Field& field, const json::Value& value) {
  std::string expected;
  if (field.type == Field::choice) {
    for (const std::string_view word : words(field.choices)) expected += (expected.empty() ? "one of '" : ", '") + std::string(word) + "'";
  } else if (field.type == Field::yes_no) {
    expected = "true or false";
  } else {
    expected = std::string(field.type == Field::real ? "a number " : "a whole number ") + (field.open_low ? "above " : "from ") +
               json::number(field.low) + (field.open_low ? " and at most " : " to ") + json::number(field.high);
  }
  throw Error("bad-config", "`" + std::string(field.name) + "` must be " + expected + ", not " + json::shown(value) + ".");
}

void read(const json::Value& from, const Field& field) {
  if (field.type == Field::choice) {
    if (!from.IsString()) refuse(field, from);
    const std::vector<std::string_view> names = words(field.choices);
    const int kind = static_cast<int>(std::find(names.begin(), names.end(), json::string(from)) - names.begin());
    if (kind == static_cast<int>(names.size())) refuse(field, from);
    std::memcpy(field.value, &kind, sizeof kind);
  } else if (field.type == Field::yes_no) {
    if (!from.IsBool()) refuse(field, from);
    *static_cast<bool*>(field.value) = from.GetBool();
  } else {
    const double x = from.IsNumber() ? from.GetDouble() : std::nan("");
    if (!(x >= field.low && x <= field.high) || (field.open_low && x == field.low)) refuse(field, from);
    if (field.type != Field::real && x != std::floor(x)) refuse(field, from);
    if (field.type == Field::real) *static_cast<double*>(field.value) = x;
    if (field.type == Field::whole) *static_cast<Index*>(field.value) = static_cast<Index>(x);
    if (field.type == Field::seed) *static_cast<std::uint64_t*>(field.value) = static_cast<std::uint64_t>(x);
  }
}

void write(json::Writer& writer, const Field& field) {
  json::key(writer, field.name);
  int kind = 0;
  switch (field.type) {
    case Field::choice:
      std::memcpy(&kind, field.value, sizeof kind);
      return json::string(writer, words(field.choices)[static_cast<std::size_t>(kind)]);
    case Field::yes_no: writer.Bool(*static_cast<const bool*>(field.value)); return;
    case Field::whole: writer.Int64(*static_cast<const Index*>(field.value)); return;
    case Field::seed: writer.Uint64(*static_cast<const std::uint64_t*>(field.value)); return;
    case Field::real: writer.Double(*static_cast<const double*>(field.value)); return;
  }
}

std::vector<Field> fields(ModelConfig& c) {
  return {
      {"cell", c.cell, "rnn gru lstm"},
      {"encoder", c.encoder, "forward backward bidirectional"},
      {"attention", c.attention, "none fixed additive dot general concat scaled-dot"},
      {"query", c.query, "previous current"},
      {"inputFeeding", c.input_feeding},
      {"output", c.output, "state+context state+context+embedding"},
      {"bridge", c.bridge, "state tanh zero"},
      {"embedding", c.embedding, 1, 1024},
      {"hidden", c.hidden, 1, 1024},
      {"encoderHidden", c.encoder_hidden, 1, 1024},
      {"attentionSize", c.attention_size, 1, 1024},
      {"layers", c.layers, 1, 4},
      {"dropout", c.dropout, 0, 0.9},
      {"forgetBias", c.forget_bias, -10, 10},
      {"sharedEmbedding", c.shared_embedding},
      {"seed", c.seed},
  };
}

std::vector<Field> fields(TrainingConfig& c) {
  return {
      {"optimizer", c.optimizer, "adam sgd"},
      {"learningRate", c.learning_rate, 0, 10, true},
      {"schedule", c.schedule, "constant cosine"},
      {"warmupSteps", c.warmup_steps, 0, 1000000},
      {"momentum", c.momentum, 0, 0.999},
      {"batchSize", c.batch_size, 1, 4096},
      {"clipNorm", c.clip_norm, 0, 1000000},
      {"teacherForcing", c.teacher_forcing, 0, 1},
      {"labelSmoothing", c.label_smoothing, 0, 0.9},
      {"steps", c.steps, 1, 10000000},
      {"seed", c.seed},
  };
}

void read_fields(const rapidjson::Document& object, const std::vector<Field>& all, const char* what) {
  for (const auto& member : object.GetObject()) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Field& field) { return json::string(member.name) == field.name; });
    if (found == all.end()) {
      std::string names;
      for (const Field& field : all) names += (names.empty() ? "" : ", ") + std::string(field.name);
      throw Error("bad-config", std::string(what) + " has no setting " + json::shown(member.name) + "; it has " + names + ".");
    }
    read(member.value, *found);
  }
}

std::string write_fields(const std::vector<Field>& all) {
  rapidjson::StringBuffer buffer;
  json::Writer writer(buffer);
  writer.StartObject();
  for (const Field& field : all) write(writer, field);
  writer.EndObject();
  return buffer.GetString();
}

}  // namespace

void check(const ModelConfig& c) {
  const auto refuse_if = [](bool wrong, const std::string& sentence) {
    if (wrong) throw Error("bad-config", sentence);
  };
  const std::string sizes = " (hidden is " + std::to_string(c.hidden) + ", an annotation has " +
                            std::to_string(c.annotation()) + "): change `hidden` or `encoderHidden`.";
  refuse_if((c.attention == AttentionKind::dot || c.attention == AttentionKind::scaled_dot) && c.annotation() != c.hidden,
            "A dot product needs a state and an annotation of one size" + sizes);
  refuse_if(c.bridge == BridgeKind::state && c.annotation() != c.hidden,
            "The bridge 'state' hands the encoder's final state to the decoder as it is, so both must have one size" +
                sizes + " Or take the bridge 'tanh' or 'zero'.");
  refuse_if(c.attention == AttentionKind::none && c.bridge == BridgeKind::zero,
            "Without attention and with the bridge 'zero' nothing of the source reaches the decoder: take the bridge "
            "'state' or 'tanh'.");
  refuse_if(!c.has_score() && c.query == QueryOrder::current,
            "`query: 'current'` needs an attention with a score: without one nothing is asked.");
  refuse_if(c.input_feeding && c.query != QueryOrder::current,
            "`inputFeeding` feeds the attentional vector back and needs `query: 'current'`.");
}

ModelConfig parse_model_config(const std::string& text, const ModelConfig& defaults) {
  const rapidjson::Document object = json::object(text, "bad-config", "The model's configuration");
  ModelConfig config = defaults;
  read_fields(object, fields(config), "A model");

  // A setting that follows another is taken from it unless the caller gave both.
  const auto given = [&](const char* name) { return object.HasMember(name); };
  if (given("attention") && !given("query") && config.attention != defaults.attention) {
    const bool luong = config.has_score() && config.attention != AttentionKind::additive;
    config.query = luong ? QueryOrder::current : QueryOrder::previous;
  }
  if (config.query == QueryOrder::previous && !given("inputFeeding")) config.input_feeding = false;
  if (config.attention == AttentionKind::none && config.bridge == BridgeKind::zero && !given("bridge")) {
    config.bridge = BridgeKind::state;
  }
  if (!given("encoderHidden") && (given("hidden") || given("encoder"))) {
    if (config.encoder == Direction::bidirectional && config.hidden % 2 != 0) {
      throw Error("bad-config", "A bidirectional encoder gives each direction half of `hidden`, which is odd (" +
                                    std::to_string(config.hidden) + "): make it even or set `encoderHidden`.");
    }
    config.encoder_hidden = config.hidden / config.directions();
  }
  if (!given("attentionSize") && given("hidden")) config.attention_size = config.hidden;
  check(config);
  return config;
}

TrainingConfig parse_training_config(const std::string& text, const TrainingConfig& defaults) {
  const rapidjson::Document object = json::object(text, "bad-config", "The training's configuration");
  TrainingConfig config = defaults;
  read_fields(object, fields(config), "Training");
  return config;
}

std::string to_json(const ModelConfig& config) {
  ModelConfig written = config;
  return write_fields(fields(written));
}

std::string to_json(const TrainingConfig& config) {
  TrainingConfig written = config;
  return write_fields(fields(written));
}

}  // namespace lookback
