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
void Recurrent<T>::prepare(const Parameters<T>& parameters) {
  input_.prepare(parameters);
  recurrence_.prepare(parameters);
}

template <class T>
void Recurrent<T>::begin(RecurrentKept<T>& kept, Arena<T>& arena, Index steps, Index rows, bool reversed) const {
  const Index gates = input_.outputs();
  kept.steps = steps;
  kept.rows = rows;
  kept.reversed = reversed;
  kept.input_gates = arena.matrix(steps * rows, gates);
  kept.hidden_gates = arena.matrix(steps * rows, gates);
  kept.kept = arena.matrix(steps * rows, static_cast<Index>(cell_->kept().size()) * hidden_size_);
  kept.states = arena.matrix((steps + 1) * rows, hidden_size_);
  kept.memories = cell_->has_memory() ? arena.matrix((steps + 1) * rows, hidden_size_) : View<T>();
}

template <class T>
void Recurrent<T>::forward(RecurrentKept<T>& k, Index t, Index active) const {
  const auto top = [&](View<T> v) { return v.empty() ? v : v.rows_from(0, active); };
  const View<T> hidden_gates = top(k.hidden_gates.block(t, k.rows));
  recurrence_.forward(top(k.before(t)), hidden_gates);
  cell_->forward({top(k.input_gates.block(t, k.rows)), hidden_gates, top(k.before(t)), top(k.memory_before(t)),
                  top(k.after(t)), top(k.memory_after(t)), top(k.kept.empty() ? k.kept : k.kept.block(t, k.rows))});
  // A sentence that has ended carries its state on.
  const Index ended = k.rows - active;
  if (ended == 0) return;
  k.after(t).rows_from(active, ended).map() = k.before(t).rows_from(active, ended).map();
  if (!k.memories.empty()) k.memory_after(t).rows_from(active, ended).map() = k.memory_before(t).rows_from(active, ended).map();
}

template <class T>
void Recurrent<T>::backward(RecurrentKept<T>& k, Index t, Index active, View<T> d_state, View<T> d_memory,
                            View<T> scratch) const {
  const auto top = [&](View<T> v) { return v.empty() ? v : v.rows_from(0, active); };
  const View<T> d_input_gates = k.input_gates.block(t, k.rows), d_hidden_gates = k.hidden_gates.block(t, k.rows);
  const View<T> d_before = top(scratch);
  cell_->backward({top(d_hidden_gates), top(k.before(t)), top(k.memory_before(t)), top(k.after(t)),
                   top(k.kept.empty() ? k.kept : k.kept.block(t, k.rows)), top(d_state), top(d_memory), top(d_input_gates),
                   top(d_hidden_gates), d_before});
  recurrence_.backward(top(d_hidden_gates), d_before, Join::add);
  top(d_state).map() = d_before.map();
  const Index ended = k.rows - active;
  if (ended == 0) return;
  d_input_gates.rows_from(active, ended).map().setZero();
  d_hidden_gates.rows_from(active, ended).map().setZero();
}

template <class T>
void Recurrent<T>::backward_weights(const RecurrentKept<T>& kept, const std::vector<View<const T>>& inputs,
                                    Gradients<T>& gradients, Packed<T>& scratch) const {
  for (std::size_t block = 0; block < inputs.size(); ++block) {
    input_.backward_weight(kept.input_gates, inputs[block], gradients, scratch, static_cast<Index>(block));
  }
  input_.backward_bias(kept.input_gates, gradients);
  recurrence_.backward_weight(kept.hidden_gates, kept.all_before(), gradients, scratch);
  recurrence_.backward_bias(kept.hidden_gates, gradients);
}

template class Recurrent<float>;
template class Recurrent<double>;

}  // namespace lookback
