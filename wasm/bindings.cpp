// The WebAssembly module's face: core's operations by integer handles, for web/engine/host.ts. Every function returns a
// value whose `code` is empty, or names the failure that `message` puts into words; no exception crosses into JavaScript.
// Configurations cross as JSON; arrays are copies, since views of the module's memory detach when it grows. Compiled with
// threads it has one function more, startThreads; compiled without, nothing here refers to a thread, so none is linked.
#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

#include <cmath>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "lookback/beam.h"
#include "lookback/by_hand.h"
#include "lookback/dot_products.h"
#include "lookback/error.h"
#include "lookback/forward_times.h"
#include "lookback/given.h"
#include "lookback/ibm_model1.h"
#include "lookback/loss.h"
#include "lookback/metrics.h"
#include "lookback/probe.h"
#include "lookback/safetensors.h"
#include "lookback/source.h"
#include "lookback/threads.h"
#include "lookback/trace.h"

using emscripten::val;

namespace {

using namespace lookback;

EMSCRIPTEN_DECLARE_VAL_TYPE(Strings)
EMSCRIPTEN_DECLARE_VAL_TYPE(Numbers)
EMSCRIPTEN_DECLARE_VAL_TYPE(Pairs)
EMSCRIPTEN_DECLARE_VAL_TYPE(Floats)
EMSCRIPTEN_DECLARE_VAL_TYPE(Bytes)
EMSCRIPTEN_DECLARE_VAL_TYPE(Tensors)
EMSCRIPTEN_DECLARE_VAL_TYPE(Lengths)
EMSCRIPTEN_DECLARE_VAL_TYPE(Forced)
EMSCRIPTEN_DECLARE_VAL_TYPE(Hypotheses)
EMSCRIPTEN_DECLARE_VAL_TYPE(Nodes)
EMSCRIPTEN_DECLARE_VAL_TYPE(Moments)
EMSCRIPTEN_DECLARE_VAL_TYPE(Ids)
EMSCRIPTEN_DECLARE_VAL_TYPE(Alignments)
EMSCRIPTEN_DECLARE_VAL_TYPE(DotProductRows)

// --- what the functions return ---

struct Done {
  std::string code, message;
};
struct Text : Done {
  std::string text;
};
struct TaskMade : Done {
  int handle = 0;
  std::string defaults, training, source, target;  // JSON
  double min_length = 0, max_length = 0, seed = 0;
};
struct GivenMade : TaskMade {
  double held_out = 0;
  double memory = 0, memory_limit = 0;  // bytes: of the pairs and an update of the task's model, and how many there may be
};
struct ModelMade : Done {
  int handle = 0;
  std::string config, source, target;  // JSON
  double parameter_count = 0;
  double steps = -1;  // updates of a training that came with its file
};
struct TrainerMade : Done {
  int handle = 0;
  std::string config;  // JSON
  double steps = 0;    // updates made already
};
struct Rehearsed : Done {
  double share = 0;
};
struct EvaluatorMade : Done {
  int handle = 0;
};
struct More : Done {
  bool more = false;
};
struct PairsDrawn : Done {
  Pairs pairs{val::undefined()};
};
struct UpdateMade : Done {
  double step = 0, loss = 0, gradient_norm = 0, learning_rate = 0;
};
struct Evaluated : Done {
  double count = 0, loss = 0, perplexity = 0, token_accuracy = 0, sequence_accuracy = 0;
  bool aligned = false;
  double alignment_hit = 0, gold_weight = 0, lag_hit = 0, error_rate = 0, best_error_rate = 0;
  double inverted = 0, inverted_hit = 0;  // how many tokens, and the share of hits among them
  bool spread = false;
  double entropy = 0, peak = 0;
  bool scored = false;
  double bleu = 0, chrf = 0;
  Lengths by_length{val::undefined()};
};
struct Translated : Done {
  Strings columns{val::undefined()};
  Hypotheses hypotheses{val::undefined()};
  Nodes tree{val::undefined()};
};
struct MomentsSeen : Done {
  Moments moments{val::undefined()};
};
struct Probed : Done {
  double position = 0, trained = 0, tested = 0, accuracy = 0, training_accuracy = 0, chance = 0;
};
struct Measured : Done {
  Numbers values{val::undefined()};
};
struct AlignerMade : Done {
  int handle = 0;
};
struct Iterated : Done {
  double loss = 0;
};
struct Aligned : Done {
  Alignments alignments{val::undefined()};
  bool known = false;  // there were gold links
  double error_rate = 0, best_error_rate = 0;
};
struct Traced : Done {
  Strings source{val::undefined()}, target{val::undefined()};
  Tensors tensors{val::undefined()};
};
struct TensorsSeen : Done {
  Tensors tensors{val::undefined()};
};
struct DotProductsDrawn : Done {
  DotProductRows rows{val::undefined()};
};
struct Saved : Done {
  Bytes bytes{val::undefined()};
};

const char* more_memory = "";  // how there may be more, in words

// Puts the exception that is being handled into the reply's code and message.
void explain(Done& reply) {
  try {
    throw;
  } catch (const Error& error) {
    reply.code = error.code();
    reply.message = error.what();
  } catch (const std::bad_alloc&) {
    reply.code = "out-of-memory";
    reply.message = std::string("There is not enough memory for this: dispose of models no longer needed, or take a smaller model, a smaller batch or shorter sequences") + more_memory + ".";
  } catch (const std::exception& error) {
    reply.code = "internal";
    reply.message = std::string("Something went wrong inside Lookback: ") + error.what() + ".";
  } catch (...) {
    reply.code = "internal";
    reply.message = "Something went wrong inside Lookback.";
  }
}

// Runs `work(reply)`; whatever it throws becomes the reply's code and message.
template <class Reply, class F>
Reply attempt(F&& work) {
  Reply reply;
  try {
    work(reply);
  } catch (...) {
    explain(reply);
  }
  return reply;
}

// --- what the handles name ---

template <class T>
class Table {
 public:
  explicit Table(const char* what) : what_(what) {}
  int add(std::shared_ptr<T> thing) {
    things_[next_] = std::move(thing);
    return next_++;
  }
  const std::shared_ptr<T>& at(int handle) const {
    const auto found = things_.find(handle);
    if (found == things_.end()) throw Error("disposed", std::string("This ") + what_ + " was disposed of: make a new one.");
    return found->second;
  }
  void remove(int handle) { things_.erase(handle); }

 private:
  const char* what_;
  std::map<int, std::shared_ptr<T>> things_;
  int next_ = 1;
};

struct Training {
  std::shared_ptr<Model<float>> model;
  Pair longest;  // the longest source and the longest target there may be
  Index rows;    // of a batch
  Trainer<float> trainer;
  std::unique_ptr<Model<float>> replay = nullptr;  // the model as it was at update `replay_step`
  double replay_step = -1;
};

struct Evaluating {
  std::shared_ptr<Model<float>> model;
  Evaluator<float> evaluator;
};

// IBM Model 1 and the words of its pairs; a word that is in none has the number of them as its id.
struct Aligner {
  std::map<std::string, int> source, target;
  std::unique_ptr<IbmModel1> model;
};

Table<Task> tasks("task");
Table<GivenTask> given_tasks("dataset");  // while their pairs come in
Table<Model<float>> models("model");
Table<Training> trainers("trainer");
Table<Evaluating> evaluators("evaluation");
std::map<int, TrainingState<float>> paused;  // trainings that came with a model's file, until a trainer goes on with them
Table<Aligner> aligners("aligner");

std::unique_ptr<Workers> workers = std::make_unique<Workers>();  // of all trainers; the calling thread alone, until threads are started

// --- in and out ---

val list(const std::vector<std::string>& texts) {
  val out = val::array();
  for (std::size_t i = 0; i < texts.size(); ++i) out.set(i, texts[i]);
  return out;
}

std::vector<std::string> texts(const val& strings) { return emscripten::vecFromJSArray<std::string>(strings); }

template <class T>
val copied(const std::vector<T>& values, const char* type) {
  return val::global(type).new_(val(emscripten::typed_memory_view(values.size(), values.data())));
}

// For each target token, the source positions of its links.
val links_out(const std::vector<Link>& links, std::size_t targets) {
  std::vector<std::vector<int>> rows(targets);
  for (const Link& link : links) rows[static_cast<std::size_t>(link.target)].push_back(link.source);
  val out = val::array();
  for (std::size_t i = 0; i < targets; ++i) out.set(i, val::array(rows[i]));
  return out;
}

void links_in(const val& rows, std::vector<Link>& links) {
  if (!rows.isArray()) return;
  const std::size_t count = rows["length"].as<std::size_t>();
  for (std::size_t i = 0; i < count; ++i) {
    for (const int j : emscripten::convertJSArrayToNumberVector<int>(rows[i])) links.push_back({static_cast<int>(i), j});
  }
}

Pairs pairs_out(const std::vector<Pair>& pairs, const Vocabulary& source, const Vocabulary& target) {
  val out = val::array();
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    val pair = val::object();
    pair.set("source", list(source.text(pairs[k].source)));
    pair.set("target", list(target.text(pairs[k].target)));
    if (!pairs[k].gold.empty()) pair.set("gold", val::array(pairs[k].gold));
    if (pairs[k].place >= 0) pair.set("place", pairs[k].place);
    if (!pairs[k].sure.empty() || !pairs[k].possible.empty()) {
      pair.set("sure", links_out(pairs[k].sure, pairs[k].target.size()));
      pair.set("possible", links_out(pairs[k].possible, pairs[k].target.size()));
    }
    out.set(k, pair);
  }
  return Pairs(out);
}

// What is known of a pair's alignment.
void alignment_in(const val& pair, Pair& out) {
  const val gold = pair["gold"];
  if (gold.isArray()) out.gold = emscripten::convertJSArrayToNumberVector<int>(gold);
  links_in(pair["sure"], out.sure);
  links_in(pair["possible"], out.possible);
}

// Pairs of tokens, as host.ts has checked them; and their targets as they are written, where they are asked for.
std::vector<Pair> pairs_in(const val& pairs, const Model<float>& model, std::vector<Tokens>* written) {
  std::vector<Pair> out(pairs["length"].as<std::size_t>());
  for (std::size_t k = 0; k < out.size(); ++k) {
    const val pair = pairs[k];
    out[k].source = model.source_vocabulary().ids(texts(pair["source"]));
    Tokens target = texts(pair["target"]);
    out[k].target = model.target_vocabulary().ids(target);
    if (written) written->push_back(std::move(target));
    alignment_in(pair, out[k]);
  }
  return out;
}

ModelMade described(std::shared_ptr<Model<float>> model, ModelMade& reply) {
  reply.config = to_json(model->config());
  reply.source = to_json(model->source_vocabulary());
  reply.target = to_json(model->target_vocabulary());
  reply.parameter_count = static_cast<double>(model->parameters().size());
  reply.handle = models.add(std::move(model));
  return reply;
}

// --- memory and time of an update ---

// Forward and backward over `rows` copies of one pair, with nothing changed; returns the bytes the pass lived in.
double rehearse(const Model<float>& model, const Pair& pair, Index rows) {
  const std::vector<Pair> pairs(static_cast<std::size_t>(rows), pair);
  Pass<float> pass;
  Gradients<float> gradients(model.parameters());
  pass.batch.fill(pairs, order_by_length(pairs), 0, rows, model.source_vocabulary(), model.target_vocabulary());
  model.forward(pass);
  const View<float> logits = pass.decoder.logits;
  cross_entropy(logits, pass.batch.target_out, 0, 1, pass.losses, pass.arena.matrix(1, logits.cols()).data());
  model.backward(pass);
  gradients.add(pass.contributions);
  pass.arena.reset();  // one block of what was used
  return static_cast<double>(pass.arena.bytes() + pass.contributions.bytes());
}

// The pair's first tokens, at most so many on either side.
Pair cut(const Pair& pair, std::size_t source, std::size_t target) {
  return {{pair.source.begin(), pair.source.begin() + static_cast<std::ptrdiff_t>(std::min(source, pair.source.size()))},
          {pair.target.begin(), pair.target.begin() + static_cast<std::ptrdiff_t>(std::min(target, pair.target.size()))},
          {}};
}

constexpr Index rehearsed_rows = 4;  // a product's tile
double memory_limit = 1024;            // MB

// Bytes that an update of `rows` sequences takes. Every matrix of a pass grows with the rows, and with the source's length,
// the target's, their product, or neither: four passes over one and two tokens tell how much.
double update_bytes(const Model<float>& model, const Pair& longest, double rows) {
  const auto bytes = [&](std::size_t source, std::size_t target) {
    return rehearse(model, cut(longest, source, target), rehearsed_rows) / static_cast<double>(rehearsed_rows);
  };
  const double one = bytes(1, 1), by_source = bytes(2, 1) - one, by_target = bytes(1, 2) - one;
  const double by_both = bytes(2, 2) - one - by_source - by_target;
  const double Ts = static_cast<double>(longest.source.size()) - 1, Tt = static_cast<double>(longest.target.size()) - 1;
  const double row = one + by_source * Ts + by_target * Tt + by_both * Ts * Tt;
  const double weights = static_cast<double>(model.parameters().size()) * sizeof(float);
  const double copies = 4;  // gradient, two moments, start
  const Index shards = shard_count(static_cast<Index>(rows));
  const double at_once = std::ceil(rows / static_cast<double>(shards)) * static_cast<double>(std::min(shards, workers->count()));
  return row * at_once + copies * weights;
}

// Refuses a training whose update would not fit.
void check_memory(const Model<float>& model, const Pair& longest, const TrainingConfig& config, double rows) {
  const double megabytes = update_bytes(model, longest, rows) / (1 << 20);
  if (megabytes <= memory_limit) return;
  throw Error("out-of-memory", "An update of " + std::to_string(static_cast<Index>(rows)) + " sequences would take about " +
                                   std::to_string(static_cast<long long>(megabytes)) + " MB of memory, and there are " +
                                   std::to_string(static_cast<int>(memory_limit)) + ": take a smaller `batchSize` (now " +
                                   std::to_string(config.batch_size) + "), a smaller model or shorter sequences" + more_memory + ".");
}

// What `settings` leave out is as it was in the training that came with the model's file, if one did, or else as in `recipe`.
TrainingConfig configured(int model, const std::string& settings, const TrainingConfig& recipe) {
  const auto found = paused.find(model);
  return parse_training_config(settings, found == paused.end() ? recipe : found->second.config);
}

// The trainer of a model that came with a training goes on with it.
void add_trainer(int model, const TrainingConfig& config, Pair longest, double rows, std::function<Source(std::uint64_t)> source,
                 TrainerMade& reply) {
  const std::shared_ptr<Model<float>> of = models.at(model);
  check_memory(*of, longest, config, rows);
  const auto training = std::make_shared<Training>(
      Training{of, std::move(longest), static_cast<Index>(rows), {*of, config, std::move(source), workers.get()}});
  if (const auto found = paused.find(model); found != paused.end()) {
    training->trainer.resume(std::move(found->second));
    paused.erase(found);
  }
  reply.config = to_json(config);
  reply.steps = static_cast<double>(training->trainer.steps());
  reply.handle = trainers.add(training);
}

// --- the operations ---

#ifdef __EMSCRIPTEN_PTHREADS__
// Once, before any trainer: so many threads compute, the calling one included, and an update may take so many MB.
Done start_threads(int count, int megabytes) {
  return attempt<Done>([&](Done&) {
    if (megabytes < memory_limit) more_memory = ", or load the engine with `threads: 1`, which has more";
    memory_limit = megabytes;
    workers = make_threads(count);
  });
}
#endif

void describe(std::shared_ptr<Task> task, TaskMade& reply) {
  reply.defaults = to_json(task->model);
  reply.training = to_json(task->training);
  reply.source = to_json(task->source);
  reply.target = to_json(task->target);
  reply.min_length = static_cast<double>(task->options.min_length);
  reply.max_length = static_cast<double>(task->options.max_length);
  reply.seed = static_cast<double>(task->options.seed);
  reply.handle = tasks.add(std::move(task));
}

TaskMade create_task(const std::string& name, const std::string& options) {
  return attempt<TaskMade>([&](TaskMade& reply) { describe(make_task(name, options), reply); });
}

// A task of given pairs comes in three steps, so that none of them takes long: its vocabularies (JSON), its pairs, and the whole.
EvaluatorMade begin_given(const std::string& name, const std::string& source, const std::string& target, double seed) {
  return attempt<EvaluatorMade>([&](EvaluatorMade& reply) {
    reply.handle = given_tasks.add(std::make_shared<GivenTask>(name, parse_vocabulary(source, "bad-data", "The source's vocabulary"),
                                                               parse_vocabulary(target, "bad-data", "The target's vocabulary"),
                                                               static_cast<std::uint64_t>(seed)));
  });
}

// Of each pair the number of its source's tokens, of its target's, whether it is held out, and all the tokens.
Done add_given(int handle, const Ids& ids) {
  return attempt<Done>([&](Done&) {
    GivenTask& task = *given_tasks.at(handle);
    const std::vector<int> all = emscripten::convertJSArrayToNumberVector<int>(ids);
    for (auto at = all.begin(); at != all.end();) {
      const auto source = at + 3, target = source + at[0], end = target + at[1];
      task.add({source, target}, {target, end}, at[2] != 0);
      at = end;
    }
  });
}

GivenMade finish_given(int handle) {
  return attempt<GivenMade>([&](GivenMade& reply) {
    const std::shared_ptr<GivenTask> task = given_tasks.at(handle);
    given_tasks.remove(handle);
    task->finish();
    const Model<float> model(task->model, task->source, task->target);
    const double rows = static_cast<double>(std::min(task->training.batch_size, static_cast<Index>(task->training_set()->size())));
    reply.held_out = static_cast<double>(task->held_out_size());
    // Of the weights there are, beside what an update takes: the model, laid out twice for its products, and two moments of its run.
    const double copies = 5.0 * static_cast<double>(model.parameters().size()) * sizeof(float);
    reply.memory = static_cast<double>(task->bytes()) + copies + update_bytes(model, task->longest(), rows);
    reply.memory_limit = memory_limit * (1 << 20);
    if (reply.memory > reply.memory_limit) {
      throw Error("bad-data", "These pairs and an update of a model that suits them would take about " +
                                  std::to_string(static_cast<long long>(reply.memory / (1 << 20))) + " MB of memory, and there are " +
                                  std::to_string(static_cast<int>(memory_limit)) + ": raise `minCount`, lower `maxLength`, or give fewer pairs" + more_memory + ".");
    }
    describe(task, reply);
  });
}

// The whole configuration that these settings make with a task.
Text complete_config(int task, const std::string& config) {
  return attempt<Text>([&](Text& reply) { reply.text = to_json(parse_model_config(config, tasks.at(task)->model)); });
}

// Refuses tokens that are not a task's source.
Done check_source(int task, const Strings& tokens) {
  return attempt<Done>([&](Done&) { tasks.at(task)->source.ids(texts(tokens)); });
}

std::vector<Pair> drawn(const Task& task, bool held_out, Index count, double seed, Index length) {
  const std::uint64_t by = static_cast<std::uint64_t>(seed);
  return held_out ? task.held_out_pairs(count, by, length) : task.training_pairs(count, by);
}

// `length` 0: of all the task's lengths.
PairsDrawn draw_pairs(int task, bool held_out, int count, double seed, int length) {
  return attempt<PairsDrawn>([&](PairsDrawn& reply) {
    const Task& from = *tasks.at(task);
    reply.pairs = pairs_out(drawn(from, held_out, count, seed, length), from.source, from.target);
  });
}

// The task's pair whose source these words are, or no pair.
PairsDrawn find_pair(int task, const Strings& tokens) {
  return attempt<PairsDrawn>([&](PairsDrawn& reply) {
    const Task& of = *tasks.at(task);
    std::vector<Pair> found;
    if (std::optional<Pair> pair = of.find(of.source.ids(texts(tokens)))) found.push_back(std::move(*pair));
    reply.pairs = pairs_out(found, of.source, of.target);
  });
}

ModelMade create_model(int task, const std::string& config) {
  return attempt<ModelMade>([&](ModelMade& reply) {
    const Task& of = *tasks.at(task);
    described(std::make_shared<Model<float>>(parse_model_config(config, of.model), of.source, of.target), reply);
  });
}

ModelMade read_model(const std::string& bytes) {
  return attempt<ModelMade>([&](ModelMade& reply) {
    std::unique_ptr<TrainingState<float>> training;
    described(load_model(bytes, &training), reply);
    if (!training) return;
    reply.steps = static_cast<double>(training->step);
    paused.emplace(reply.handle, std::move(*training));
  });
}

// With what its trainer's training needs to go on, unless that is 0.
Saved save_model(int model, int trainer) {
  return attempt<Saved>([&](Saved& reply) {
    std::string file;
    if (trainer == 0) {
      file = save(*models.at(model));
    } else {
      const TrainingState<float> state = trainers.at(trainer)->trainer.state();
      file = save(*models.at(model), &state);
    }
    reply.bytes = Bytes(val::global("Uint8Array").new_(val(emscripten::typed_memory_view(file.size(), reinterpret_cast<const unsigned char*>(file.data())))));
  });
}

TrainerMade train_on_task(int model, int task, const std::string& settings) {
  return attempt<TrainerMade>([&](TrainerMade& reply) {
    const std::shared_ptr<Task>& from = tasks.at(task);
    const TrainingConfig config = configured(model, settings, from->training);
    const std::vector<Pair>* set = from->training_set();
    const Index rows = set ? std::min(config.batch_size, static_cast<Index>(set->size())) : config.batch_size;
    add_trainer(model, config, from->longest(), static_cast<double>(rows), from_task(from), reply);
  });
}

TrainerMade train_on_pairs(int model, const Pairs& pairs, const std::string& settings) {
  return attempt<TrainerMade>([&](TrainerMade& reply) {
    const std::shared_ptr<Model<float>>& of = models.at(model);
    const TrainingConfig config = configured(model, settings, {});
    std::vector<Pair> given = pairs_in(pairs, *of, nullptr);
    Pair longest;
    for (const Pair& pair : given) {
      if (pair.source.size() > longest.source.size()) longest.source = pair.source;
      if (pair.target.size() > longest.target.size()) longest.target = pair.target;
    }
    const double rows = std::min(static_cast<double>(config.batch_size), static_cast<double>(given.size()));
    add_trainer(model, config, std::move(longest), rows, from_pairs(std::move(given)), reply);
  });
}

// The work of an update without its effect, for the caller to time: a few sentences as long as they may be, or cut after
// `tokens`. `share` is the part of an update's tokens that it had.
Rehearsed rehearse_update(int trainer, int tokens) {
  return attempt<Rehearsed>([&](Rehearsed& reply) {
    const Training& training = *trainers.at(trainer);
    const Pair whole = training.longest, part = cut(whole, static_cast<std::size_t>(tokens), static_cast<std::size_t>(tokens));
    const Index rows = std::min(rehearsed_rows, training.rows);
    rehearse(*training.model, part, rows);
    reply.share = static_cast<double>(rows) / static_cast<double>(training.rows) *
                  static_cast<double>(part.source.size() + part.target.size()) /
                  static_cast<double>(whole.source.size() + whole.target.size());
  });
}

// Finds the memory of all updates to come.
Done reserve(int trainer) {
  return attempt<Done>([&](Done&) {
    Training& training = *trainers.at(trainer);
    training.trainer.reserve(training.longest, training.rows);
  });
}

UpdateMade update(int trainer) {
  return attempt<UpdateMade>([&](UpdateMade& reply) {
    const Update made = trainers.at(trainer)->trainer.step();
    reply.step = static_cast<double>(made.step);
    reply.loss = made.loss;
    reply.gradient_norm = made.gradient_norm;
    reply.learning_rate = made.learning_rate;
  });
}

Done reset(int trainer) {
  return attempt<Done>([&](Done&) {
    trainers.at(trainer)->trainer.reset();
    trainers.at(trainer)->replay_step = -1;
  });
}

EvaluatorMade add_evaluator(const std::shared_ptr<Model<float>>& model, std::vector<Pair> pairs, std::vector<Tokens> references) {
  EvaluatorMade reply;
  reply.handle = evaluators.add(std::make_shared<Evaluating>(Evaluating{model, {*model, std::move(pairs), std::move(references)}}));
  return reply;
}

EvaluatorMade evaluate_on_task(int model, int task, bool held_out, int count, double seed, int length) {
  return attempt<EvaluatorMade>([&](EvaluatorMade& reply) {
    reply = add_evaluator(models.at(model), drawn(*tasks.at(task), held_out, count, seed, length), {});
  });
}

// BLEU and chrF too, where asked for, against the words as they are given, those too that the model does not know.
EvaluatorMade evaluate_on_pairs(int model, const Pairs& pairs, bool text_scores) {
  return attempt<EvaluatorMade>([&](EvaluatorMade& reply) {
    const std::shared_ptr<Model<float>>& of = models.at(model);
    std::vector<Tokens> references;
    std::vector<Pair> given = pairs_in(pairs, *of, text_scores ? &references : nullptr);
    reply = add_evaluator(of, std::move(given), std::move(references));
  });
}

More evaluate_more(int evaluator) {
  return attempt<More>([&](More& reply) { reply.more = evaluators.at(evaluator)->evaluator.step(); });
}

Evaluated evaluation(int evaluator) {
  return attempt<Evaluated>([&](Evaluated& reply) {
    const Evaluation result = evaluators.at(evaluator)->evaluator.result();
    if (!std::isfinite(result.loss)) {
      throw Error("diverged", "The model's loss is not a finite number: its weights are out of range. Reset it or load another.");
    }
    reply.count = static_cast<double>(result.count);
    reply.loss = result.loss;
    reply.perplexity = std::exp(std::min(result.loss, 700.0));
    reply.token_accuracy = result.token_accuracy;
    reply.sequence_accuracy = result.sequence_accuracy;
    if (result.alignment) {
      reply.aligned = true;
      reply.alignment_hit = result.alignment->hit;
      reply.gold_weight = result.alignment->gold_weight;
      reply.lag_hit = result.alignment->lag_hit;
      reply.error_rate = result.alignment->error_rate;
      reply.best_error_rate = result.alignment->best_error_rate;
      reply.inverted = static_cast<double>(result.alignment->inverted_steps);
      reply.inverted_hit = result.alignment->inverted_hit;
    }
    if (result.spread) {
      reply.spread = true;
      reply.entropy = result.spread->entropy;
      reply.peak = result.spread->peak;
    }
    if (result.bleu && result.chrf) {
      reply.scored = true;
      reply.bleu = *result.bleu;
      reply.chrf = *result.chrf;
    }
    val lengths = val::array();
    std::size_t at = 0;
    for (const auto& [length, accuracy] : result.by_length) {
      val entry = val::object();
      entry.set("length", static_cast<double>(length));
      entry.set("count", static_cast<double>(accuracy.count));
      entry.set("sequenceAccuracy", static_cast<double>(accuracy.right) / static_cast<double>(accuracy.count));
      entry.set("tokenAccuracy", static_cast<double>(accuracy.right_tokens) / static_cast<double>(accuracy.tokens));
      lengths.set(at++, entry);
    }
    reply.by_length = Lengths(lengths);
  });
}

// The model, or, with a trainer and a step of one of its moments, the model as it was then.
const Model<float>& model_at(int model, int trainer, double step) {
  if (trainer == 0) return *models.at(model);
  Training& training = *trainers.at(trainer);
  if (training.replay_step == step) return *training.replay;
  for (const Snapshot& moment : training.trainer.snapshots().all()) {
    if (static_cast<double>(moment.step) != step) continue;
    const Model<float>& now = *training.model;
    if (!training.replay) {
      training.replay = std::make_unique<Model<float>>(now.config(), now.source_vocabulary(), now.target_vocabulary());
    }
    training.replay->update([&](Parameters<float>& parameters) {
      std::copy(moment.weights.begin(), moment.weights.end(), parameters.data());
    });
    training.replay_step = step;
    return *training.replay;
  }
  throw Error("bad-input", "There is no recorded moment at update " + std::to_string(static_cast<long long>(step)) + ": take one that `snapshots()` lists.");
}

val hypothesis_out(const Hypothesis& hypothesis, const Vocabulary& target) {
  std::vector<double> probabilities;
  for (const double log_probability : hypothesis.log_probabilities) {
    if (!std::isfinite(log_probability)) {
      throw Error("diverged", "The model's output is not a finite number: its weights are out of range. Reset it or load another.");
    }
    probabilities.push_back(std::exp(log_probability));
  }
  std::vector<std::string> rows = target.text(hypothesis.tokens);
  val out = val::object();
  out.set("tokens", list(rows));
  if (hypothesis.ended && target.eos >= 0) rows.push_back(target.tokens[static_cast<std::size_t>(target.eos)]);
  out.set("rows", list(rows));
  std::vector<float> weights;
  for (const std::vector<double>& row : hypothesis.weights) {
    for (const double weight : row) weights.push_back(static_cast<float>(weight));
  }
  out.set("weights", copied(weights, "Float32Array"));  // rows × columns, or empty
  out.set("probabilities", val::array(probabilities));
  out.set("score", hypothesis.score);
  out.set("normalizedScore", hypothesis.normalized_score);
  out.set("truncated", !hypothesis.ended);
  return out;
}

std::vector<ForcedWeights> forced_in(const val& forced) {
  std::vector<ForcedWeights> out;
  for (std::size_t k = 0; k < forced["length"].as<std::size_t>(); ++k) {
    out.push_back({static_cast<Index>(forced[k]["step"].as<double>()),
                   emscripten::convertJSArrayToNumberVector<double>(forced[k]["weights"])});
  }
  return out;
}

Translated translate(int model, int trainer, double step, const Strings& source, int beam, int n_best,
                     double length_normalization, const Forced& forced) {
  return attempt<Translated>([&](Translated& reply) {
    const Model<float>& with = model_at(model, trainer, step);
    const Vocabulary &source_side = with.source_vocabulary(), &target_side = with.target_vocabulary();
    const std::vector<int> ids = source_side.ids(texts(source));
    BeamOptions options;
    options.beam = beam;
    options.n_best = n_best;
    options.length_normalization = length_normalization;
    options.forced = forced_in(forced);
    const BeamResult result = beam_search(with, ids, options);
    reply.columns = Strings(list(source_side.text(ids)));
    val hypotheses = val::array(), tree = val::array();
    std::size_t at = 0;
    for (const Hypothesis& hypothesis : result.best) hypotheses.set(at++, hypothesis_out(hypothesis, target_side));
    at = 0;
    for (const BeamNode& node : result.tree) {
      val entry = val::object();
      entry.set("parent", node.parent);
      entry.set("token", target_side.tokens[static_cast<std::size_t>(node.token)]);
      entry.set("step", static_cast<double>(node.step));
      entry.set("logProbability", node.log_probability);
      entry.set("score", node.score);
      entry.set("ended", node.ended);
      entry.set("kept", node.kept);
      tree.set(at++, entry);
    }
    reply.hypotheses = Hypotheses(hypotheses);
    reply.tree = Nodes(tree);
  });
}

MomentsSeen moments(int trainer) {
  return attempt<MomentsSeen>([&](MomentsSeen& reply) {
    val out = val::array();
    std::size_t at = 0;
    for (const Snapshot& snapshot : trainers.at(trainer)->trainer.snapshots().all()) {
      val entry = val::object();
      entry.set("step", static_cast<double>(snapshot.step));
      entry.set("loss", snapshot.loss);
      out.set(at++, entry);
    }
    reply.moments = Moments(out);
  });
}

Text attention(const std::string& input) {
  return attempt<Text>([&](Text& reply) { reply.text = attention_by_hand(input); });
}

Probed probe_position(int model, int task, int position, int training, int test, double seed) {
  return attempt<Probed>([&](Probed& reply) {
    const Task& from = *tasks.at(task);
    const ProbeResult result = probe(*models.at(model), drawn(from, false, training, seed, 0), drawn(from, true, test, seed, 0),
                                     static_cast<Index>(position));
    reply.position = static_cast<double>(result.position);
    reply.trained = static_cast<double>(result.trained);
    reply.tested = static_cast<double>(result.tested);
    reply.accuracy = result.accuracy;
    reply.training_accuracy = result.training_accuracy;
    reply.chance = result.chance;
  });
}

Measured gradient_reach(int model, int task, int length, int count, double seed) {
  return attempt<Measured>([&](Measured& reply) {
    Random random(static_cast<std::uint64_t>(seed), "gradient");
    std::vector<Pair> pairs;
    for (int i = 0; i < count; ++i) pairs.push_back(tasks.at(task)->draw(random, length));
    const std::vector<double> norms = gradient_by_distance(*models.at(model), pairs);
    for (const double norm : norms) {
      if (!std::isfinite(norm)) throw Error("diverged", "The model's gradient is not a finite number: reset it or load another.");
    }
    reply.values = Numbers(val::array(norms));
  });
}

// Milliseconds of the encoder and of one look, for a sentence of that length.
Measured times_of(int model, int task, int length, int count, double seed) {
  return attempt<Measured>([&](Measured& reply) {
    Random random(static_cast<std::uint64_t>(seed), "gradient");
    const ForwardTimes times = forward_times(*models.at(model), tasks.at(task)->draw(random, length), count, emscripten_get_now);
    reply.values = Numbers(val::array(std::vector<double>{times.encoder, times.attention}));
  });
}

val tensor_out(const std::string& name, const std::vector<Index>& shape, const float* data, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    if (!std::isfinite(data[i])) {
      throw Error("diverged", "`" + name + "` holds a number that is not finite: the model's weights are out of range. "
                                           "Reset it or load another.");
    }
  }
  val entry = val::object();
  entry.set("name", name);
  entry.set("shape", val::array(std::vector<int>(shape.begin(), shape.end())));
  entry.set("data", val::global("Float32Array").new_(val(emscripten::typed_memory_view(size, data))));
  return entry;
}

TensorsSeen parameters_of(int model, int trainer, double step) {
  return attempt<TensorsSeen>([&](TensorsSeen& reply) {
    const Parameters<float>& parameters = model_at(model, trainer, step).parameters();
    val tensors = val::array();
    for (std::size_t i = 0; i < parameters.tensors().size(); ++i) {
      const Tensor& tensor = parameters.tensors()[i];
      tensors.set(i, tensor_out(tensor.name, tensor.shape(), parameters.data() + tensor.offset, static_cast<std::size_t>(tensor.size())));
    }
    reply.tensors = Tensors(tensors);
  });
}

DotProductsDrawn draw_dot_products(const Numbers& dimensions, int count, int keys, double seed) {
  return attempt<DotProductsDrawn>([&](DotProductsDrawn& reply) {
    std::vector<Index> sizes;
    for (const int d : emscripten::convertJSArrayToNumberVector<int>(dimensions)) sizes.push_back(d);
    val rows = val::array();
    std::size_t at = 0;
    for (const DotProducts& made : dot_products(sizes, count, keys, static_cast<std::uint64_t>(seed))) {
      val entry = val::object();
      entry.set("dimension", static_cast<double>(made.dimension));
      entry.set("mean", made.mean);
      entry.set("variance", made.variance);
      entry.set("peak", made.peak);
      entry.set("entropy", made.entropy);
      entry.set("scaledPeak", made.scaled_peak);
      entry.set("scaledEntropy", made.scaled_entropy);
      rows.set(at++, entry);
    }
    reply.rows = DotProductRows(rows);
  });
}

// Without a target (an empty list), over what the model itself writes.
Traced trace_model(int model, int trainer, double step, const Strings& source, const Strings& target, const Forced& given) {
  return attempt<Traced>([&](Traced& reply) {
    const Model<float>& with = model_at(model, trainer, step);
    const Vocabulary &source_side = with.source_vocabulary(), &target_side = with.target_vocabulary();
    const std::vector<int> from = source_side.ids(texts(source));
    std::vector<int> to = target_side.ids(texts(target));
    const std::vector<ForcedWeights> forced = forced_in(given);
    if (to.empty()) {
      BeamOptions options;
      options.forced = forced;
      to = beam_search(with, from, options).best.front().tokens;
    }
    if (to.empty()) throw Error("bad-input", "The model writes nothing for this source: give the trace a target.");
    reply.source = Strings(list(source_side.text(from)));
    reply.target = Strings(list(target_side.text(to)));
    val tensors = val::array();
    std::size_t at = 0;
    for (const TraceTensor<float>& tensor : trace(with, from, to, forced)) {
      tensors.set(at++, tensor_out(tensor.name, tensor.shape, tensor.data.data(), tensor.data.size()));
    }
    reply.tensors = Tensors(tensors);
  });
}

std::vector<Pair> pairs_of_words(const val& pairs, std::map<std::string, int>& source, std::map<std::string, int>& target, bool learn) {
  const auto ids = [&](const val& tokens, std::map<std::string, int>& known) {
    std::vector<int> out;
    for (const std::string& token : texts(tokens)) {
      const int next = static_cast<int>(known.size());
      if (learn) out.push_back(known.emplace(token, next).first->second);
      else out.push_back(known.count(token) > 0 ? known.at(token) : next);
    }
    return out;
  };
  std::vector<Pair> out(pairs["length"].as<std::size_t>());
  for (std::size_t k = 0; k < out.size(); ++k) {
    const val pair = pairs[k];
    out[k].source = ids(pair["source"], source);
    out[k].target = ids(pair["target"], target);
    alignment_in(pair, out[k]);
  }
  return out;
}

AlignerMade create_aligner(const Pairs& pairs) {
  return attempt<AlignerMade>([&](AlignerMade& reply) {
    auto aligner = std::make_shared<Aligner>();
    const std::vector<Pair> given = pairs_of_words(pairs, aligner->source, aligner->target, true);
    aligner->model = std::make_unique<IbmModel1>(given, static_cast<int>(aligner->source.size()) + 1, static_cast<int>(aligner->target.size()) + 1);
    reply.handle = aligners.add(std::move(aligner));
  });
}

Iterated iterate_aligner(int handle) {
  return attempt<Iterated>([&](Iterated& reply) { reply.loss = aligners.at(handle)->model->iterate(); });
}

Aligned align(int handle, const Pairs& pairs) {
  return attempt<Aligned>([&](Aligned& reply) {
    Aligner& aligner = *aligners.at(handle);
    AlignmentErrors errors;
    val out = val::array();
    std::size_t at = 0;
    for (const Pair& pair : pairs_of_words(pairs, aligner.source, aligner.target, false)) {
      const std::vector<int> links = aligner.model->align(pair);
      errors.add(pair, links);
      std::vector<float> weights;
      for (int i = 0; i < static_cast<int>(pair.target.size()); ++i) {
        for (const double p : aligner.model->posterior(pair, i)) weights.push_back(static_cast<float>(p));
      }
      val entry = val::object();
      entry.set("links", val::array(links));
      entry.set("weights", copied(weights, "Float32Array"));  // rows × columns
      out.set(at++, entry);
    }
    reply.alignments = Alignments(out);
    reply.known = errors.tokens() > 0;
    reply.error_rate = errors.rate();
    reply.best_error_rate = errors.best();
  });
}

void free_aligner(int handle) { aligners.remove(handle); }
void free_task(int handle) { tasks.remove(handle); }
void free_model(int handle) {
  models.remove(handle);
  paused.erase(handle);
}
void free_given(int handle) { given_tasks.remove(handle); }
void free_trainer(int handle) { trainers.remove(handle); }
void free_evaluator(int handle) { evaluators.remove(handle); }

// A reply's description begins with what all of them have.
template <class Reply>
struct reply : emscripten::value_object<Reply> {
  explicit reply(const char* name) : emscripten::value_object<Reply>(name) {
    this->field("code", static_cast<std::string Reply::*>(&Reply::code));
    this->field("message", static_cast<std::string Reply::*>(&Reply::message));
  }
};

}  // namespace

EMSCRIPTEN_BINDINGS(lookback) {
  using emscripten::function;
  emscripten::register_type<Strings>("string[]");
  emscripten::register_type<Numbers>("number[]");
  emscripten::register_type<Pairs>("{ source: string[]; target: string[]; gold?: number[]; sure?: number[][]; possible?: number[][]; place?: number }[]");
  emscripten::register_type<Ids>("Int32Array");
  emscripten::register_type<Alignments>("{ links: number[]; weights: Float32Array }[]");
  emscripten::register_type<DotProductRows>("{ dimension: number; mean: number; variance: number; peak: number; entropy: number; scaledPeak: number; scaledEntropy: number }[]");
  emscripten::register_type<Floats>("Float32Array");
  emscripten::register_type<Bytes>("Uint8Array");
  emscripten::register_type<Tensors>("{ name: string; shape: number[]; data: Float32Array }[]");
  emscripten::register_type<Forced>("{ step: number; weights: number[] }[]");
  emscripten::register_type<Hypotheses>("{ tokens: string[]; rows: string[]; weights: Float32Array; probabilities: number[]; score: number; normalizedScore: number; truncated: boolean }[]");
  emscripten::register_type<Nodes>("{ parent: number; token: string; step: number; logProbability: number; score: number; ended: boolean; kept: boolean }[]");
  emscripten::register_type<Moments>("{ step: number; loss: number }[]");
  emscripten::register_type<Lengths>("{ length: number; count: number; sequenceAccuracy: number; tokenAccuracy: number }[]");

  reply<Done>("Done");
  reply<Text>("Text").field("text", &Text::text);
  reply<TaskMade>("TaskMade")
      .field("handle", &TaskMade::handle)
      .field("defaults", &TaskMade::defaults)
      .field("training", &TaskMade::training)
      .field("source", &TaskMade::source)
      .field("target", &TaskMade::target)
      .field("minLength", &TaskMade::min_length)
      .field("maxLength", &TaskMade::max_length)
      .field("seed", &TaskMade::seed);
  reply<GivenMade>("GivenMade")
      .field("handle", static_cast<int GivenMade::*>(&GivenMade::handle))
      .field("defaults", static_cast<std::string GivenMade::*>(&GivenMade::defaults))
      .field("training", static_cast<std::string GivenMade::*>(&GivenMade::training))
      .field("source", static_cast<std::string GivenMade::*>(&GivenMade::source))
      .field("target", static_cast<std::string GivenMade::*>(&GivenMade::target))
      .field("minLength", static_cast<double GivenMade::*>(&GivenMade::min_length))
      .field("maxLength", static_cast<double GivenMade::*>(&GivenMade::max_length))
      .field("seed", static_cast<double GivenMade::*>(&GivenMade::seed))
      .field("heldOut", &GivenMade::held_out)
      .field("memory", &GivenMade::memory)
      .field("memoryLimit", &GivenMade::memory_limit);
  reply<ModelMade>("ModelMade")
      .field("handle", &ModelMade::handle)
      .field("config", &ModelMade::config)
      .field("source", &ModelMade::source)
      .field("target", &ModelMade::target)
      .field("parameterCount", &ModelMade::parameter_count)
      .field("steps", &ModelMade::steps);
  reply<TrainerMade>("TrainerMade").field("handle", &TrainerMade::handle).field("config", &TrainerMade::config).field("steps", &TrainerMade::steps);
  reply<Rehearsed>("Rehearsed").field("share", &Rehearsed::share);
  reply<EvaluatorMade>("EvaluatorMade").field("handle", &EvaluatorMade::handle);
  reply<More>("More").field("more", &More::more);
  reply<PairsDrawn>("PairsDrawn").field("pairs", &PairsDrawn::pairs);
  reply<UpdateMade>("UpdateMade")
      .field("step", &UpdateMade::step)
      .field("loss", &UpdateMade::loss)
      .field("gradientNorm", &UpdateMade::gradient_norm)
      .field("learningRate", &UpdateMade::learning_rate);
  reply<Evaluated>("Evaluated")
      .field("count", &Evaluated::count)
      .field("loss", &Evaluated::loss)
      .field("perplexity", &Evaluated::perplexity)
      .field("tokenAccuracy", &Evaluated::token_accuracy)
      .field("sequenceAccuracy", &Evaluated::sequence_accuracy)
      .field("aligned", &Evaluated::aligned)
      .field("alignmentHit", &Evaluated::alignment_hit)
      .field("goldWeight", &Evaluated::gold_weight)
      .field("lagHit", &Evaluated::lag_hit)
      .field("errorRate", &Evaluated::error_rate)
      .field("bestErrorRate", &Evaluated::best_error_rate)
      .field("inverted", &Evaluated::inverted)
      .field("invertedHit", &Evaluated::inverted_hit)
      .field("spread", &Evaluated::spread)
      .field("entropy", &Evaluated::entropy)
      .field("peak", &Evaluated::peak)
      .field("scored", &Evaluated::scored)
      .field("bleu", &Evaluated::bleu)
      .field("chrf", &Evaluated::chrf)
      .field("byLength", &Evaluated::by_length);
  reply<Translated>("Translated")
      .field("columns", &Translated::columns)
      .field("hypotheses", &Translated::hypotheses)
      .field("tree", &Translated::tree);
  reply<MomentsSeen>("MomentsSeen").field("moments", &MomentsSeen::moments);
  reply<Probed>("Probed")
      .field("position", &Probed::position)
      .field("trained", &Probed::trained)
      .field("tested", &Probed::tested)
      .field("accuracy", &Probed::accuracy)
      .field("trainingAccuracy", &Probed::training_accuracy)
      .field("chance", &Probed::chance);
  reply<Measured>("Measured").field("values", &Measured::values);
  reply<AlignerMade>("AlignerMade").field("handle", &AlignerMade::handle);
  reply<Iterated>("Iterated").field("loss", &Iterated::loss);
  reply<Aligned>("Aligned")
      .field("alignments", &Aligned::alignments)
      .field("known", &Aligned::known)
      .field("errorRate", &Aligned::error_rate)
      .field("bestErrorRate", &Aligned::best_error_rate);
  reply<Traced>("Traced")
      .field("source", &Traced::source)
      .field("target", &Traced::target)
      .field("tensors", &Traced::tensors);
  reply<TensorsSeen>("TensorsSeen").field("tensors", &TensorsSeen::tensors);
  reply<DotProductsDrawn>("DotProductsDrawn").field("rows", &DotProductsDrawn::rows);
  reply<Saved>("Saved").field("bytes", &Saved::bytes);

#ifdef __EMSCRIPTEN_PTHREADS__
  function("startThreads", &start_threads);
#endif
  function("createTask", &create_task);
  function("beginGiven", &begin_given);
  function("addGiven", &add_given);
  function("finishGiven", &finish_given);
  function("freeGiven", &free_given);
  function("completeConfig", &complete_config);
  function("checkSource", &check_source);
  function("drawPairs", &draw_pairs);
  function("findPair", &find_pair);
  function("createModel", &create_model);
  function("readModel", &read_model);
  function("saveModel", &save_model);
  function("trainOnTask", &train_on_task);
  function("trainOnPairs", &train_on_pairs);
  function("rehearseUpdate", &rehearse_update);
  function("reserve", &reserve);
  function("update", &update);
  function("reset", &reset);
  function("evaluateOnTask", &evaluate_on_task);
  function("evaluateOnPairs", &evaluate_on_pairs);
  function("evaluateMore", &evaluate_more);
  function("evaluation", &evaluation);
  function("translate", &translate);
  function("traceModel", &trace_model);
  function("parameters", &parameters_of);
  function("moments", &moments);
  function("attention", &attention);
  function("dotProducts", &draw_dot_products);
  function("probe", &probe_position);
  function("gradientByDistance", &gradient_reach);
  function("forwardTimes", &times_of);
  function("createAligner", &create_aligner);
  function("iterateAligner", &iterate_aligner);
  function("align", &align);
  function("freeAligner", &free_aligner);
  function("freeTask", &free_task);
  function("freeModel", &free_model);
  function("freeTrainer", &free_trainer);
  function("freeEvaluator", &free_evaluator);
}
