// One layer of a recurrent network in one direction: its two products around a cell. The encoder runs it over a whole source,
// the decoder one step at a time; both keep what it did in `RecurrentKept`.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "lookback/cell.h"
#include "lookback/linear.h"

namespace lookback {

// What a layer keeps of a pass over `steps` steps of B rows. `states` has steps + 1 blocks: reading forward, block 0 is the
// start and block t + 1 the state after step t; reading backward (`reversed`), block `steps` is the start and block t the
// state after position t.
template <class T>
struct RecurrentKept {
  Index steps = 0, rows = 0;
  bool reversed = false;
  View<T> gates;             // steps·B × G·H: W_ih x + b_ih, then what the cell leaves there, then the gradient
  View<T> hidden_gates;      // W_hh h + b_hh, then its gradient; the same storage where the cell sums the two
  View<T> more;              // steps·B × more·H
  View<T> states, memories;  // (steps + 1)·B × H

  Index block_before(Index t) const { return reversed ? t + 1 : t; }
  Index block_after(Index t) const { return reversed ? t : t + 1; }
  View<T> before(Index t) const { return states.block(block_before(t), rows); }
  View<T> after(Index t) const { return states.block(block_after(t), rows); }
  View<T> memory_before(Index t) const { return memories.empty() ? memories : memories.block(block_before(t), rows); }
  View<T> memory_after(Index t) const { return memories.empty() ? memories : memories.block(block_after(t), rows); }
  // Blocks of every step, in the order of t.
  View<T> all_before() const { return states.rows_from(block_before(0) * rows, steps * rows); }
  View<T> all_after() const { return states.rows_from(block_after(0) * rows, steps * rows); }
  View<T> start() const { return states.block(reversed ? steps : 0, rows); }
  View<T> start_memory() const { return memories.empty() ? memories : memories.block(reversed ? steps : 0, rows); }
};

template <class T>
class Recurrent {
 public:
  // Parameters `prefix.weight_ih_suffix` … as PyTorch names them; `inputs` are the blocks of the cell's input.
  Recurrent(Parameters<T>& parameters, CellKind cell, const std::string& prefix, const std::string& suffix,
            std::vector<Index> inputs, Index hidden);

  Index hidden() const { return hidden_size_; }
  const Cell<T>& cell() const { return *cell_; }
  const Linear<T>& input() const { return input_; }
  const Linear<T>& recurrence() const { return recurrence_; }
  void prepare(const Parameters<T>& parameters, Packing<T>& packing);

  // Room for `steps` steps of `rows` rows; the start state is left to be filled in.
  void begin(RecurrentKept<T>& kept, Arena<T>& arena, Index steps, Index rows, bool reversed) const;
  // Step t of the first `active` rows; W_ih x + b_ih of t must stand in `gates`.
  void forward(RecurrentKept<T>& kept, Index t, Index active) const;
  // Back through step t of the first `active` rows: from the gradients of the state and memory after it to those before it,
  // in place; gate gradients of the other rows become zero.
  void backward(RecurrentKept<T>& kept, Index t, Index active, View<T> d_state, View<T> d_memory) const;
  // Weight gradients of W_hh and both biases, and of W_ih from its inputs (one matrix a block, steps·B rows each; empty ones are
  // left out).
  void backward_weights(const RecurrentKept<T>& kept, std::initializer_list<View<const T>> inputs,
                        Contributions<T>& contributions) const;

 private:
  const Cell<T>* cell_;
  Index hidden_size_;
  Linear<T> input_, recurrence_;
};

}  // namespace lookback
