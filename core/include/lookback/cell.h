// A recurrent cell's arithmetic between its products: given W_ih x + b_ih and W_hh h + b_hh for one step of several sentences,
// the next state; and the way back. A cell is one file in src/cells and one line in src/cells/table.cpp.
#pragma once

#include <string>
#include <vector>

#include "lookback/config.h"

namespace lookback {

// B rows each. `input_gates` and `hidden_gates` are B × gates·H with their biases; states are B × H; `memory` (an LSTM's
// cell state) is empty where a cell has none; `kept` is B × kept·H, what the backward step needs.
template <class T>
struct CellForward {
  View<const T> input_gates, hidden_gates, state_before, memory_before;
  View<T> state, memory, kept;
};

// `d_state` and `d_memory` come in as the gradients of this step's state and memory. Out: `d_input_gates`, `d_hidden_gates`
// (they may be the storage of the gates themselves), `d_state_before` without the part that flows through W_hh, and
// `d_memory` turned into the gradient of `memory_before`.
template <class T>
struct CellBackward {
  View<const T> hidden_gates, state_before, memory_before, state, kept;
  View<const T> d_state;
  View<T> d_memory, d_input_gates, d_hidden_gates, d_state_before;
};

template <class T>
class Cell {
 public:
  virtual ~Cell() = default;
  // Names of the blocks of H columns in the gates, in PyTorch's order.
  virtual std::vector<std::string> gates() const = 0;
  // Names of the blocks of H columns in `kept`.
  virtual std::vector<std::string> kept() const = 0;
  virtual bool has_memory() const = 0;
  virtual void forward(const CellForward<T>& step) const = 0;
  virtual void backward(const CellBackward<T>& step) const = 0;
};

template <class T>
const Cell<T>& find_cell(CellKind kind);

}  // namespace lookback
