#include "lookback/recurrent.h"

#include <cmath>

namespace lookback {

template <class T>
Recurrent<T>::Recurrent(Parameters<T>& parameters, CellKind cell, const std::string& prefix, const std::string& suffix,
                        std::vector<Index> inputs, Index hidden)
    : cell_(&find_cell<T>(cell)),
      hidden_size_(hidden),
      input_(parameters, prefix + ".weight_ih_" + suffix, prefix + ".bias_ih_" + suffix,
             static_cast<Index>(cell_->gates().size()) * hidden, std::move(inputs), 1 / std::sqrt(static_cast<double>(hidden)),
             1 / std::sqrt(static_cast<double>(hidden))),
      recurrence_(parameters, prefix + ".weight_hh_" + suffix, prefix + ".bias_hh_" + suffix,
                  static_cast<Index>(cell_->gates().size()) * hidden, {hidden}, 1 / std::sqrt(static_cast<double>(hidden)),
                  1 / std::sqrt(static_cast<double>(hidden))) {}

template <class T>
void Recurrent<T>::prepare(const Parameters<T>& parameters, Packing<T>& packing) {
  input_.prepare(parameters, packing);
  recurrence_.prepare(parameters, packing);
}

template <class T>
void Recurrent<T>::begin(RecurrentKept<T>& kept, Arena<T>& arena, Index steps, Index rows, bool reversed) const {
  kept.steps = steps;
  kept.rows = rows;
  kept.reversed = reversed;
  kept.gates = arena.matrix(steps * rows, input_.outputs());
  kept.hidden_gates = cell_->sums_gates() ? kept.gates : arena.matrix(steps * rows, input_.outputs());
  kept.more = arena.matrix(steps * rows, cell_->more() * hidden_size_);
  kept.states = arena.matrix((steps + 1) * rows, hidden_size_);
  kept.memories = cell_->has_memory() ? arena.matrix((steps + 1) * rows, hidden_size_) : View<T>();
}

template <class T>
void Recurrent<T>::forward(RecurrentKept<T>& k, Index t, Index active) const {
  const auto top = [&](View<T> v) { return v.empty() ? v : v.rows_from(0, active); };
  const View<T> gates = top(k.gates.block(t, k.rows)), hidden_gates = top(k.hidden_gates.block(t, k.rows));
  recurrence_.forward(top(k.before(t)), hidden_gates, cell_->sums_gates() ? Join::add : Join::assign);
  cell_->forward({gates, hidden_gates, top(k.before(t)), top(k.memory_before(t)), top(k.after(t)), top(k.memory_after(t)),
                  top(k.more.block(t, k.rows))});
  // A sentence that has ended carries its state on.
  const Index ended = k.rows - active;
  if (ended == 0) return;
  k.after(t).rows_from(active, ended).map() = k.before(t).rows_from(active, ended).map();
  if (!k.memories.empty()) k.memory_after(t).rows_from(active, ended).map() = k.memory_before(t).rows_from(active, ended).map();
}

template <class T>
void Recurrent<T>::backward(RecurrentKept<T>& k, Index t, Index active, View<T> d_state, View<T> d_memory) const {
  const auto top = [&](View<T> v) { return v.empty() ? v : v.rows_from(0, active); };
  const View<T> gates = k.gates.block(t, k.rows), hidden_gates = k.hidden_gates.block(t, k.rows);
  cell_->backward({top(gates), top(hidden_gates), top(k.before(t)), top(k.memory_before(t)), top(k.after(t)),
                   top(k.more.block(t, k.rows)), top(d_state), top(d_memory)});
  recurrence_.backward(top(hidden_gates), top(d_state), Join::add);
  const Index ended = k.rows - active;
  if (ended == 0) return;
  gates.rows_from(active, ended).map().setZero();
  hidden_gates.rows_from(active, ended).map().setZero();
}

template <class T>
void Recurrent<T>::backward_weights(const RecurrentKept<T>& kept, std::initializer_list<View<const T>> inputs,
                                    Contributions<T>& contributions) const {
  Index block = 0;
  for (const View<const T>& input : inputs) {
    if (!input.empty()) input_.backward_weight(kept.gates, input, contributions, block++);
  }
  recurrence_.backward_weight(kept.hidden_gates, kept.all_before(), contributions);
  input_.backward_bias(kept.gates, contributions);
  recurrence_.backward_bias(kept.hidden_gates, contributions);
}

template class Recurrent<float>;
template class Recurrent<double>;

}  // namespace lookback
