#include "lookback/config.h"

#include <cmath>
#include <functional>
#include <variant>

#include "json.h"
#include "lookback/error.h"

namespace lookback {

namespace {

// One field: its name outside, how it is read from JSON and written back. A table of these is the whole format.
template <class Config>
struct Field {
  const char* name;
  std::function<void(const json::Value&, Config&)> read;
  std::function<void(json::Writer&, const Config&)> write;
};

[[noreturn]] void refuse(const std::string& name, const std::string& expected, const json::Value& value) {
  throw Error("bad-config", "`" + name + "` must be " + expected + ", not " + json::shown(value) + ".");
}

template <class Config>
Field<Config> whole(const char* name, Index Config::* member, Index low, Index high) {
  const std::string expected = "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
  return {name,
          [=](const json::Value& v, Config& c) {
            if (!v.IsNumber()) refuse(name, expected, v);
            const double x = v.GetDouble();
            if (!(x >= static_cast<double>(low) && x <= static_cast<double>(high)) || x != std::floor(x)) {
              refuse(name, expected, v);
            }
            c.*member = static_cast<Index>(x);
          },
          [=](json::Writer& w, const Config& c) { w.Int64(c.*member); }};
}

template <class Config>
Field<Config> seed_field() {
  return {"seed",
          [](const json::Value& v, Config& c) {
            const double x = v.IsNumber() ? v.GetDouble() : -1;
            if (!(x >= 0 && x <= 9007199254740991.0) || x != std::floor(x)) {
              refuse("seed", "a whole number from 0 to 9007199254740991", v);
            }
            c.seed = static_cast<std::uint64_t>(x);
          },
          [](json::Writer& w, const Config& c) { w.Uint64(c.seed); }};
}

template <class Config>
Field<Config> real(const char* name, double Config::* member, double low, double high, bool open_low = false) {
  const std::string expected = std::string("a number ") + (open_low ? "above " : "from ") + json::number(low) +
                               (open_low ? " and at most " : " to ") + json::number(high);
  return {name,
          [=](const json::Value& v, Config& c) {
            const double x = v.IsNumber() ? v.GetDouble() : std::nan("");
            if (!(x >= low && x <= high) || (open_low && x == low)) refuse(name, expected, v);
            c.*member = x;
          },
          [=](json::Writer& w, const Config& c) { w.Double(c.*member); }};
}

template <class Config>
Field<Config> yes_no(const char* name, bool Config::* member) {
  return {name,
          [=](const json::Value& v, Config& c) {
            if (!v.IsBool()) refuse(name, "true or false", v);
            c.*member = v.GetBool();
          },
          [=](json::Writer& w, const Config& c) { w.Bool(c.*member); }};
}

template <class Config, class Kind>
Field<Config> choice(const char* name, Kind Config::* member, std::vector<std::pair<const char*, Kind>> choices) {
  std::string expected = "one of";
  for (const auto& [text, kind] : choices) expected += std::string(expected == "one of" ? " '" : ", '") + text + "'";
  return {name,
          [=](const json::Value& v, Config& c) {
            if (v.IsString()) {
              for (const auto& [text, kind] : choices) {
                if (json::string(v) == text) {
                  c.*member = kind;
                  return;
                }
              }
            }
            refuse(name, expected, v);
          },
          [=](json::Writer& w, const Config& c) {
            for (const auto& [text, kind] : choices) {
              if (c.*member == kind) w.String(text);
            }
          }};
}

const std::vector<Field<ModelConfig>>& model_fields() {
  using C = ModelConfig;
  static const std::vector<Field<C>> fields = {
      choice("cell", &C::cell, {{"rnn", CellKind::rnn}, {"gru", CellKind::gru}, {"lstm", CellKind::lstm}}),
      choice("encoder", &C::encoder,
             {{"forward", Direction::forward},
              {"backward", Direction::backward},
              {"bidirectional", Direction::bidirectional}}),
      choice("attention", &C::attention,
             {{"none", AttentionKind::none},
              {"fixed", AttentionKind::fixed},
              {"additive", AttentionKind::additive},
              {"dot", AttentionKind::dot},
              {"general", AttentionKind::general},
              {"concat", AttentionKind::concat},
              {"scaled-dot", AttentionKind::scaled_dot}}),
      choice("query", &C::query, {{"previous", QueryOrder::previous}, {"current", QueryOrder::current}}),
      yes_no("inputFeeding", &C::input_feeding),
      choice("output", &C::output,
             {{"state+context", OutputKind::state_context},
              {"state+context+embedding", OutputKind::state_context_embedding}}),
      choice("bridge", &C::bridge,
             {{"state", BridgeKind::state}, {"tanh", BridgeKind::tanh}, {"zero", BridgeKind::zero}}),
      whole("embedding", &C::embedding, 1, 1024),
      whole("hidden", &C::hidden, 1, 1024),
      whole("encoderHidden", &C::encoder_hidden, 1, 1024),
      whole("attentionSize", &C::attention_size, 1, 1024),
      whole("layers", &C::layers, 1, 4),
      real("dropout", &C::dropout, 0, 0.9),
      real("forgetBias", &C::forget_bias, -10, 10),
      yes_no("sharedEmbedding", &C::shared_embedding),
      seed_field<C>(),
  };
  return fields;
}

const std::vector<Field<TrainingConfig>>& training_fields() {
  using C = TrainingConfig;
  static const std::vector<Field<C>> fields = {
      choice("optimizer", &C::optimizer, {{"adam", OptimizerKind::adam}, {"sgd", OptimizerKind::sgd}}),
      real("learningRate", &C::learning_rate, 0, 10, true),
      choice("schedule", &C::schedule, {{"constant", ScheduleKind::constant}, {"cosine", ScheduleKind::cosine}}),
      whole("warmupSteps", &C::warmup_steps, 0, 1000000),
      real("momentum", &C::momentum, 0, 0.999),
      whole("batchSize", &C::batch_size, 1, 4096),
      real("clipNorm", &C::clip_norm, 0, 1000000),
      real("teacherForcing", &C::teacher_forcing, 0, 1),
      real("labelSmoothing", &C::label_smoothing, 0, 0.9),
      whole("steps", &C::steps, 1, 10000000),
      seed_field<C>(),
  };
  return fields;
}

template <class Config>
void read_fields(const rapidjson::Document& object, const std::vector<Field<Config>>& fields, Config& config,
                 const char* what) {
  for (const auto& member : object.GetObject()) {
    const Field<Config>* found = nullptr;
    for (const Field<Config>& field : fields) {
      if (json::string(member.name) == field.name) found = &field;
    }
    if (!found) {
      std::string names;
      for (const Field<Config>& field : fields) names += (names.empty() ? "" : ", ") + std::string(field.name);
      throw Error("bad-config", std::string(what) + " has no setting " + json::shown(member.name) + "; it has " + names + ".");
    }
    found->read(member.value, config);
  }
}

template <class Config>
std::string write_fields(const std::vector<Field<Config>>& fields, const Config& config) {
  rapidjson::StringBuffer buffer;
  json::Writer writer(buffer);
  writer.StartObject();
  for (const Field<Config>& field : fields) {
    writer.Key(field.name);
    field.write(writer, config);
  }
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
  read_fields(object, model_fields(), config, "A model");

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
  read_fields(object, training_fields(), config, "Training");
  return config;
}

std::string to_json(const ModelConfig& config) { return write_fields(model_fields(), config); }
std::string to_json(const TrainingConfig& config) { return write_fields(training_fields(), config); }

}  // namespace lookback
