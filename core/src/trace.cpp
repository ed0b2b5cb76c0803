#include "lookback/trace.h"

#include "lookback/loss.h"
#include "lookback/math.h"

namespace lookback {

namespace {

template <class T>
class Collector {
 public:
  explicit Collector(std::vector<TraceTensor<T>>& out) : out_(&out) {}

  // The matrix as it stands, or with another shape of the same size.
  void add(const std::string& name, View<T> m, std::vector<Index> shape = {}) {
    if (m.empty()) return;
    TraceTensor<T> tensor{name, shape.empty() ? std::vector<Index>{m.rows(), m.cols()} : std::move(shape), {}};
    tensor.data.reserve(static_cast<std::size_t>(m.size()));
    for (Index r = 0; r < m.rows(); ++r) tensor.data.insert(tensor.data.end(), m.row(r), m.row(r) + m.cols());
    out_->push_back(std::move(tensor));
  }

  // A recurrent layer by step: W_ih x + b_ih and W_hh h + b_hh a gate, the gates, the memory, the state; and where it started.
  // The first two, which the pass did not keep, are computed again from the layer's inputs: by the same products to the same bits.
  void recurrent(const std::string& name, const RecurrentKept<T>& kept, const Recurrent<T>& layer, Arena<T>& arena,
                 std::initializer_list<View<T>> inputs) {
    const Index H = layer.hidden();
    const std::vector<std::string> gates = layer.cell().gates(), values = layer.cell().kept();
    const View<T> from_input = arena.matrix(kept.gates.rows(), kept.gates.cols());
    const View<T> from_state = arena.matrix(kept.gates.rows(), kept.gates.cols());
    Index block = 0;
    for (const View<T>& input : inputs) {
      if (input.empty()) continue;
      layer.input().forward(input, from_input, block == 0 ? Join::assign : Join::add, block == 0 ? Bias::yes : Bias::no, block);
      ++block;
    }
    layer.recurrence().forward(kept.all_before(), from_state);
    for (std::size_t g = 0; g < gates.size(); ++g) {
      add(name + "." + gates[g] + ".from_input", from_input.cols_from(static_cast<Index>(g) * H, H));
      add(name + "." + gates[g] + ".from_state", from_state.cols_from(static_cast<Index>(g) * H, H));
    }
    if (!layer.cell().sums_gates()) {
      // r ⊙ (W_hn h + b_hn): the reset gate stands before the candidate's share from the state.
      const Index last = static_cast<Index>(gates.size() - 1) * H;
      const View<T> let_through = arena.matrix(from_state.rows(), H);
      for (Index t = 0; t < let_through.rows(); ++t) {
        for (Index u = 0; u < H; ++u) let_through(t, u) = kept.gates(t, u) * from_state(t, last + u);
      }
      add(name + "." + gates.back() + ".let_through", let_through);
    }
    for (std::size_t v = 0; v < values.size(); ++v) {
      const Index first = static_cast<Index>(v) * H, in_gates = kept.gates.cols();
      add(name + "." + values[v], first < in_gates ? kept.gates.cols_from(first, H) : kept.more.cols_from(first - in_gates, H));
    }
    add(name + ".start", kept.start());
    add(name + ".state", kept.all_after());
    if (kept.memories.empty()) return;
    add(name + ".start_memory", kept.start_memory());
    add(name + ".memory", kept.memories.rows_from(kept.block_after(0), kept.steps));
  }

  // How a softmax over each row came about: the largest, which is subtracted; exp of the differences; their sum.
  void softmax_of(const std::string& name, View<T> rows, Arena<T>& arena) {
    const View<T> shift = arena.matrix(rows.rows(), 1), sum = arena.matrix(rows.rows(), 1);
    const View<T> exponential = arena.matrix(rows.rows(), rows.cols());
    for (Index r = 0; r < rows.rows(); ++r) {
      const Exponentials<T> made = exponentials(rows.cols(), rows.row(r), exponential.row(r));
      shift(r, 0) = made.shift;
      sum(r, 0) = made.sum;
    }
    add(name + ".shift", shift);
    add(name + ".exponential", exponential);
    add(name + ".sum", sum);
  }

 private:
  std::vector<TraceTensor<T>>* out_;
};

}  // namespace

template <class T>
std::vector<TraceTensor<T>> trace(const Model<T>& model, const std::vector<int>& source, const std::vector<int>& target,
                                  const std::vector<ForcedWeights>& forced) {
  const ModelConfig& config = model.config();
  Pass<T> pass;
  pass.batch.fill({source, target, {}}, model.source_vocabulary(), model.target_vocabulary());
  model.encode(pass);
  model.decoder().begin(pass.decoder, pass.arena, pass.batch, pass.encoder, pass.batch.target_steps, {});
  force(pass.decoder, forced, source.size(), config.has_score());
  model.decoder().forward(pass.decoder, pass.batch.target_in);
  const Index Ts = pass.batch.source_steps, Tt = pass.batch.target_steps;

  std::vector<TraceTensor<T>> out;
  Collector<T> collect(out);
  collect.add("source.embedding", pass.embedded);  // Ts × E
  for (std::size_t l = 0; l < pass.encoder.layers.size(); ++l) {
    const auto& directions = model.encoder().layers()[l];
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const bool backward = config.encoder == Direction::backward || d == 1;
      collect.recurrent("encoder.l" + std::to_string(l) + (backward ? ".backward" : ".forward"),
                        pass.encoder.layers[l].direction[d], directions[d], pass.arena, {pass.encoder.layers[l].input});
    }
    collect.add("encoder.l" + std::to_string(l) + ".final_state", pass.encoder.layers[l].final_state);  // 1 × C
    collect.add("encoder.l" + std::to_string(l) + ".final_memory", pass.encoder.layers[l].final_memory);
  }
  collect.add("annotations", pass.encoder.annotations());  // h_j: Ts × C

  // W f + b, where the decoder starts from a tanh of it: 1 × H a layer.
  const auto bridged = [&](const std::string& name, const Linear<T>& linear, View<T> final) {
    const View<T> made = pass.arena.matrix(1, config.hidden);
    linear.forward(final, made);
    collect.add(name, made);
  };
  const Bridge<T>& bridge = model.decoder().bridge();
  for (std::size_t l = 0; l < bridge.states().size(); ++l) {
    const std::string name = "bridge.l" + std::to_string(l);
    bridged(name + ".state", bridge.states()[l], pass.encoder.layers[l].final_state);
    if (!bridge.memories().empty()) bridged(name + ".memory", bridge.memories()[l], pass.encoder.layers[l].final_memory);
  }

  DecoderKept<T>& decoder = pass.decoder;
  collect.add("target.embedding", decoder.embedded);  // emb(y_{i−1}): Tt × E
  for (std::size_t l = 0; l < decoder.layers.size(); ++l) {
    const View<T> fed = config.query == QueryOrder::previous ? decoder.contexts
                        : config.input_feeding              ? decoder.attentional.rows_from(0, Tt)
                                                            : View<T>();
    collect.recurrent("decoder.l" + std::to_string(l), decoder.layers[l], model.decoder().layers()[l], pass.arena,
                      {l == 0 ? decoder.embedded : decoder.inputs[l], l == 0 ? fed : View<T>()});
  }
  if (config.has_score()) {
    AttentionKept<T>& attention = decoder.attention;
    const RecurrentKept<T>& top = decoder.layers.back();
    collect.add("queries", config.query == QueryOrder::current ? top.all_after() : top.all_before());  // s: Tt × H
    collect.add("keys", attention.keys);                    // U_a h_j, W_a h_j or h_j: Ts × K
    collect.add("projected_queries", attention.projected);  // W_a s: Tt × A
    if (!attention.hidden.empty()) collect.add("hidden", attention.hidden, {Tt, Ts, attention.hidden.cols()});  // tanh(W_a s + U_a h_j)
    if (config.attention == AttentionKind::scaled_dot) {
      const View<T> products = pass.arena.matrix(Tt, Ts);
      for (Index i = 0; i < Tt; ++i) {
        const T* query = (config.query == QueryOrder::current ? top.after(i) : top.before(i)).data();
        dots(config.hidden, Ts, query, attention.keys.data(), attention.keys.stride(), products.row(i));
      }
      collect.add("products", products);  // s · h_j, before it is divided by √H: Tt × Ts
    }
    collect.add("energies", attention.energies);  // e_ij: Tt × Ts
    collect.softmax_of("energies", attention.energies, pass.arena);  // Tt × 1, Tt × Ts, Tt × 1
    collect.add("weights", attention.weights);    // α_ij, forced ones where they are: Tt × Ts
  }
  collect.add("contexts", decoder.contexts);  // c_i: Tt × C
  if (config.query == QueryOrder::current) {
    const View<T> joined = pass.arena.matrix(Tt, config.hidden);
    model.decoder().before_attentional(decoder, joined);
    collect.add("attentional.joined", joined);                            // W_c [c_i; s_i]: Tt × H
    collect.add("attentional", decoder.attentional.rows_from(1, Tt));     // h̃_i = tanh of it
  }
  collect.add("features", decoder.features);  // o_i: Tt × F
  collect.add("logits", decoder.logits);      // Tt × Vt
  const View<T> probabilities = pass.arena.matrix(Tt, decoder.logits.cols());
  for (Index t = 0; t < Tt; ++t) softmax(probabilities.cols(), decoder.logits.row(t), probabilities.row(t));
  collect.softmax_of("logits", decoder.logits, pass.arena);  // Tt × 1, Tt × Vt, Tt × 1
  collect.add("probabilities", probabilities);               // Tt × Vt
  // log Σ exp of the logits, and the loss of the token that the target goes on with, nats: Tt × 1 each.
  const View<T> log_sums = pass.arena.matrix(Tt, 1), losses = pass.arena.matrix(Tt, 1);
  cross_entropy(decoder.logits, pass.batch.target_out, 0, 0, pass.losses, pass.arena.matrix(1, decoder.logits.cols()).data());
  for (Index t = 0; t < Tt; ++t) {
    log_sums(t, 0) = static_cast<T>(log_sum_exp(decoder.logits.row(t), decoder.logits.cols()));
    losses(t, 0) = static_cast<T>(pass.losses[static_cast<std::size_t>(t)]);
  }
  collect.add("logits.log_sum", log_sums);
  collect.add("losses", losses);
  return out;
}

template std::vector<TraceTensor<float>> trace(const Model<float>&, const std::vector<int>&, const std::vector<int>&,
                                              const std::vector<ForcedWeights>&);
template std::vector<TraceTensor<double>> trace(const Model<double>&, const std::vector<int>&, const std::vector<int>&,
                                               const std::vector<ForcedWeights>&);

}  // namespace lookback
