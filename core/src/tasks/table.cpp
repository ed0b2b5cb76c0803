// The tasks by name, and what all of them share: their options, the held-out rule, the draws.
#include <cmath>

#include "../json.h"
#include "lookback/error.h"
#include "tasks.h"

namespace lookback {

namespace {

struct Entry {
  const char* name;
  std::unique_ptr<Task> (*make)(const TaskOptions&);
  Index shortest, longest;         // sources that there are, in tokens
  Index min_length, max_length;    // unless the options say otherwise
};

constexpr Entry tasks[] = {
    {"reverse", reverse_task, 1, 60, 6, 6},
    {"copy", copy_task, 1, 60, 6, 6},
    {"sort", sort_task, 1, 60, 6, 6},
    {"translate-en-fr", english_french_task, 3, 12, 3, 12},
    {"translate-fr-en", french_english_task, 3, 12, 3, 12},
    {"translate-zh-en", chinese_english_task, 3, 10, 3, 10},
    {"dates", dates_task, 6, 29, 6, 29},
};

TaskOptions parse_options(const std::string& text, const Entry& entry) {
  const rapidjson::Document object = json::object(text, "bad-task", "The task's options");
  TaskOptions options{entry.min_length, entry.max_length};
  const std::string range = std::to_string(entry.shortest) + " to " + std::to_string(entry.longest);
  bool has_min = false, has_max = false;
  for (const auto& member : object.GetObject()) {
    const std::string_view name = json::string(member.name);
    const double x = member.value.IsNumber() ? member.value.GetDouble() : std::nan("");
    const auto whole = [&](double low, double high, const std::string& from) {
      if (!(x >= low && x <= high) || x != std::floor(x)) {
        throw Error("bad-task", "`" + std::string(name) + "` must be a whole number from " + from + ", not " +
                                    json::shown(member.value) + ".");
      }
    };
    if (name == "minLength") {
      whole(static_cast<double>(entry.shortest), static_cast<double>(entry.longest), range);
      options.min_length = static_cast<Index>(x);
      has_min = true;
    } else if (name == "maxLength") {
      whole(static_cast<double>(entry.shortest), static_cast<double>(entry.longest), range);
      options.max_length = static_cast<Index>(x);
      has_max = true;
    } else if (name == "seed") {
      whole(0, 9007199254740991.0, "0 to 9007199254740991");
      options.seed = static_cast<std::uint64_t>(x);
    } else {
      throw Error("bad-task", "A task has no option " + json::shown(member.name) + "; it has minLength, maxLength, seed.");
    }
  }
  if (has_min && !has_max) options.max_length = std::max(options.max_length, options.min_length);
  if (has_max && !has_min) options.min_length = std::min(options.min_length, options.max_length);
  if (options.min_length > options.max_length) {
    throw Error("bad-task", "`minLength` (" + std::to_string(options.min_length) + ") must not be above `maxLength` (" +
                                std::to_string(options.max_length) + ").");
  }
  return options;
}

}  // namespace

std::vector<std::string> task_names() {
  std::vector<std::string> names;
  for (const Entry& entry : tasks) names.emplace_back(entry.name);
  return names;
}

std::unique_ptr<Task> make_task(const std::string& name, const std::string& text) {
  for (const Entry& entry : tasks) {
    if (name != entry.name) continue;
    const TaskOptions options = parse_options(text, entry);
    std::unique_ptr<Task> task = entry.make(options);
    task->name = name;
    task->options = options;
    task->training.seed = options.seed;
    return task;
  }
  std::string known;
  for (const Entry& entry : tasks) known += (known.empty() ? "'" : ", '") + std::string(entry.name) + "'";
  throw Error("bad-task", "There is no task '" + json::shortened(name) + "'; there are " + known + ".");
}

bool Task::held_out(const Pair& pair) const {
  std::uint32_t hash = fnv1a("");
  for (std::size_t i = 0; i < pair.source.size(); ++i) {
    hash = fnv1a(source.tokens[static_cast<std::size_t>(pair.source[i])], i == 0 ? hash : fnv1a(" ", hash));
  }
  return hash % 10 == 0;
}

Index Task::draw_length(Random& random) const {
  return options.min_length + static_cast<Index>(random.below(static_cast<std::uint32_t>(options.max_length - options.min_length + 1)));
}

void Task::draw_training_pair(Random& random, Pair& pair) const {
  const Index length = draw_length(random);
  do draw_into(random, length, pair);
  while (!exempt(pair) && held_out(pair));
}

Pair Task::training_pair(Random& random) const {
  Pair pair;
  draw_training_pair(random, pair);
  return pair;
}

std::vector<Pair> Task::training_pairs(Index count, std::uint64_t seed) const {
  Random random(seed, "training");
  std::vector<Pair> pairs;
  pairs.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) pairs.push_back(training_pair(random));
  return pairs;
}

std::vector<Pair> Task::held_out_pairs(Index count, std::uint64_t seed, Index length) const {
  Random random(seed, "held-out");
  std::vector<Pair> pairs;
  pairs.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) {
    const Index drawn = length > 0 ? length : draw_length(random);
    Pair pair;
    do draw_into(random, drawn, pair);
    while (!exempt(pair) && !held_out(pair));
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace lookback
