#include "lookback/by_hand.h"

#include <algorithm>
#include <cmath>

#include "json.h"
#include "lookback/attention.h"
#include "lookback/error.h"
#include "lookback/vec.h"

namespace lookback {

namespace {

using Rows = std::vector<std::vector<double>>;

[[noreturn]] void refuse(const std::string& sentence) { throw Error("bad-input", sentence); }

constexpr std::size_t most_values = 512;

void check(const HandInput& input) {
  if (input.query.empty() || input.query.size() > most_values) refuse("`query` needs 1 to 512 numbers.");
  if (input.annotations.empty() || input.annotations.size() > most_values) refuse("`annotations` needs 1 to 512 rows.");
  const std::size_t size = input.annotations.front().size();
  for (const std::vector<double>& row : input.annotations) {
    if (row.empty() || row.size() > most_values || row.size() != size) {
      refuse("All rows of `annotations` need the same size, 1 to 512 numbers.");
    }
  }
  const bool dot = input.score == AttentionKind::dot || input.score == AttentionKind::scaled_dot;
  if (dot && size != input.query.size()) {
    refuse("A dot product needs a query and annotations of one size, not " + std::to_string(input.query.size()) + " and " +
           std::to_string(size) + ".");
  }
  const auto finite = [](const std::vector<double>& row) {
    return std::all_of(row.begin(), row.end(), [](double x) { return std::isfinite(x); });
  };
  if (!finite(input.query)) refuse("`query` holds a number that is not finite.");
  if (!std::all_of(input.annotations.begin(), input.annotations.end(), finite)) {
    refuse("`annotations` holds a number that is not finite.");
  }
  for (const auto& [name, rows] : input.parameters) {
    if (rows.empty() || std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.empty(); })) {
      refuse("`" + name + "` needs rows of at least one number.");
    }
    if (!std::all_of(rows.begin(), rows.end(), finite)) refuse("`" + name + "` holds a number that is not finite.");
  }
  if (!input.mask.empty() && input.mask.size() != input.annotations.size()) refuse("`mask` needs one value for each annotation.");
  if (!input.mask.empty() && std::find(input.mask.begin(), input.mask.end(), true) == input.mask.end()) {
    refuse("`mask` hides every annotation: leave at least one to look at.");
  }
}

std::vector<double> row_of(View<double> m, Index r) { return {m.row(r), m.row(r) + m.cols()}; }

std::vector<double> read_numbers(const json::Value& value, const std::string& name) {
  if (!value.IsArray()) refuse("`" + name + "` must be a list of numbers.");
  std::vector<double> out;
  for (const json::Value& x : value.GetArray()) {
    if (!x.IsNumber() || !std::isfinite(x.GetDouble()) || std::abs(x.GetDouble()) > 1e6) {
      refuse("`" + name + "` holds " + json::shown(x) + "; it takes numbers from −1 000 000 to 1 000 000.");
    }
    out.push_back(x.GetDouble());
  }
  return out;
}

Rows read_rows(const json::Value& value, const std::string& name) {
  if (name == "v_a" && value.IsArray() && !value.Empty() && value[0].IsNumber()) return {read_numbers(value, name)};
  const auto is_row = [](const json::Value& row) { return row.IsArray(); };
  if (!value.IsArray() || !std::all_of(value.Begin(), value.End(), is_row)) {
    refuse("`" + name + "` must be a list of rows of numbers.");
  }
  Rows out;
  for (const json::Value& row : value.GetArray()) out.push_back(read_numbers(row, name));
  return out;
}

}  // namespace

HandResult attention_by_hand(const HandInput& input) {
  check(input);
  const Index n = static_cast<Index>(input.annotations.size());
  ModelConfig config;
  config.attention = input.score;
  config.encoder = Direction::forward;
  config.hidden = static_cast<Index>(input.query.size());
  config.encoder_hidden = static_cast<Index>(input.annotations.front().size());
  const auto v_a = input.parameters.find("v_a");
  config.attention_size = v_a == input.parameters.end() ? 1 : static_cast<Index>(v_a->second.front().size());
  if (!config.has_score()) refuse("`score` must be one of 'additive', 'dot', 'general', 'concat', 'scaled-dot'.");

  Parameters<double> parameters;
  Attention<double> attention(parameters, config);
  const auto name_of = [](const Tensor& tensor) { return tensor.name.substr(tensor.name.find('.') + 1); };
  for (const auto& [name, rows] : input.parameters) {
    if (parameters.find("attention." + name) < 0) refuse("This score has no parameter `" + name + "`.");
  }
  for (const Tensor& tensor : parameters.tensors()) {
    if (!input.parameters.contains(name_of(tensor))) refuse("This score needs the parameter `" + name_of(tensor) + "`.");
  }
  for (std::size_t i = 0; i < parameters.tensors().size(); ++i) {
    const Tensor& tensor = parameters.tensors()[i];
    const std::string name = name_of(tensor);
    const auto given = input.parameters.find(name);
    const bool fits = static_cast<Index>(given->second.size()) == tensor.rows &&
                      std::all_of(given->second.begin(), given->second.end(),
                                  [&](const auto& row) { return static_cast<Index>(row.size()) == tensor.cols; });
    if (!fits) {
      refuse("This score needs `" + name + "` with " + std::to_string(tensor.rows) + " × " + std::to_string(tensor.cols) +
             " numbers.");
    }
    const View<double> view = parameters.view(static_cast<Index>(i));
    for (Index r = 0; r < tensor.rows; ++r) {
      std::copy(given->second[static_cast<std::size_t>(r)].begin(), given->second[static_cast<std::size_t>(r)].end(), view.row(r));
    }
  }
  prepare(attention, parameters);

  // Masked annotations are left out and their places filled in afterwards.
  std::vector<Index> places;
  for (Index j = 0; j < n; ++j) {
    if (input.mask.empty() || input.mask[static_cast<std::size_t>(j)]) places.push_back(j);
  }
  const Index seen = static_cast<Index>(places.size());
  Arena<double> arena;
  const View<double> annotations = arena.matrix(seen, config.annotation());
  for (Index j = 0; j < seen; ++j) {
    const auto& row = input.annotations[static_cast<std::size_t>(places[static_cast<std::size_t>(j)])];
    std::copy(row.begin(), row.end(), annotations.row(j));
  }
  const View<double> query = arena.matrix(1, config.hidden);
  std::copy(input.query.begin(), input.query.end(), query.row(0));
  Batch batch;
  batch.rows = 1;
  batch.source_steps = seen;
  batch.source_lengths = {static_cast<int>(seen)};
  AttentionKept<double> kept;
  attention.begin(kept, arena, annotations, batch, 1);
  attention.forward(kept, 0, 1, query);

  HandResult result;
  const double *first = kept.energies.row(0), *last = first + seen;
  if (!std::all_of(first, last, [](double e) { return std::isfinite(e); })) {
    refuse("The energies are too large to be written down: take smaller numbers.");
  }
  const double largest = *std::max_element(first, last);
  result.shift = largest > 700 || largest < -700 ? largest : 0;
  const auto spread = [&](const double* values) {
    std::vector<double> all(static_cast<std::size_t>(n), 0.0);
    for (Index j = 0; j < seen; ++j) all[static_cast<std::size_t>(places[static_cast<std::size_t>(j)])] = values[j];
    return all;
  };
  std::vector<double> exponentials;
  for (Index j = 0; j < seen; ++j) exponentials.push_back(std::exp(kept.energies(0, j) - result.shift));
  for (const double x : exponentials) result.sum += x;
  result.exponentials = spread(exponentials.data());
  result.energies = spread(kept.energies.row(0));
  result.weights = spread(kept.weights.row(0));
  result.context = row_of(kept.contexts, 0);
  if (input.score == AttentionKind::scaled_dot) {
    std::vector<double> products;
    for (Index j = 0; j < seen; ++j) products.push_back(dot(query.cols(), query.row(0), kept.keys.row(j)));
    result.products = spread(products.data());
  }
  result.weighted.resize(static_cast<std::size_t>(n));
  result.keys.resize(static_cast<std::size_t>(n));
  if (!kept.hidden.empty()) result.hidden.resize(static_cast<std::size_t>(n));
  for (Index j = 0; j < seen; ++j) {
    const std::size_t place = static_cast<std::size_t>(places[static_cast<std::size_t>(j)]);
    result.keys[place] = row_of(kept.keys, j);
    result.weighted[place] = row_of(annotations, j);
    for (double& x : result.weighted[place]) x *= kept.weights(0, j);
    if (!kept.hidden.empty()) result.hidden[place] = row_of(kept.hidden, j);
  }
  if (!kept.projected.empty()) result.projected_query = row_of(kept.projected, 0);
  return result;
}

std::string attention_by_hand(const std::string& text) {
  const rapidjson::Document object = json::object(text, "bad-input", "What attention is to be computed from");
  HandInput input;
  const std::pair<const char*, AttentionKind> scores[] = {{"additive", AttentionKind::additive},
                                                          {"dot", AttentionKind::dot},
                                                          {"general", AttentionKind::general},
                                                          {"concat", AttentionKind::concat},
                                                          {"scaled-dot", AttentionKind::scaled_dot}};
  for (const auto& member : object.GetObject()) {
    const std::string name(json::string(member.name));
    const json::Value& value = member.value;
    if (name == "score") {
      const auto found = std::find_if(std::begin(scores), std::end(scores),
                                      [&](const auto& s) { return value.IsString() && json::string(value) == s.first; });
      if (found == std::end(scores)) refuse("`score` must be one of 'additive', 'dot', 'general', 'concat', 'scaled-dot'.");
      input.score = found->second;
    } else if (name == "query") {
      input.query = read_numbers(value, name);
    } else if (name == "annotations") {
      input.annotations = read_rows(value, name);
    } else if (name == "mask") {
      if (!value.IsArray()) refuse("`mask` must be a list of true and false.");
      for (const json::Value& x : value.GetArray()) {
        if (!x.IsBool()) refuse("`mask` must be a list of true and false.");
        input.mask.push_back(x.GetBool());
      }
    } else if (name == "W_a" || name == "U_a" || name == "v_a") {
      input.parameters[name] = read_rows(value, name);
    } else {
      refuse("There is no `" + name + "` in attention; there are score, query, annotations, W_a, U_a, v_a and mask.");
    }
  }
  const HandResult result = attention_by_hand(input);

  rapidjson::StringBuffer buffer;
  json::Writer writer(buffer);
  const auto numbers = [&](const std::vector<double>& values) {
    writer.StartArray();
    for (const double x : values) writer.Double(x);
    writer.EndArray();
  };
  const auto rows = [&](const char* key, const Rows& values) {
    if (values.empty()) return;
    writer.Key(key);
    writer.StartArray();
    for (const std::vector<double>& row : values) numbers(row);
    writer.EndArray();
  };
  writer.StartObject();
  rows("keys", result.keys);
  rows("hidden", result.hidden);
  if (!result.projected_query.empty()) {
    writer.Key("projectedQuery");
    numbers(result.projected_query);
  }
  if (!result.products.empty()) {
    writer.Key("products");
    numbers(result.products);
  }
  writer.Key("energies");
  numbers(result.energies);
  writer.Key("shift");
  writer.Double(result.shift);
  writer.Key("exponentials");
  numbers(result.exponentials);
  writer.Key("sum");
  writer.Double(result.sum);
  writer.Key("weights");
  numbers(result.weights);
  rows("weighted", result.weighted);
  writer.Key("context");
  numbers(result.context);
  writer.EndObject();
  return buffer.GetString();
}

}  // namespace lookback
