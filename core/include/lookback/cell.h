// A recurrent cell's arithmetic between its products: given W_ih x + b_ih and W_hh h + b_hh for one step of several sentences,
// the next state; and the way back. A cell is one file in src/cells and one line in src/cells/table.cpp.
#pragma once

#include <string>
#include <vector>

#include "lookback/config.h"

namespace lookback {

// B rows each; states are B × H. `gates`, B × gates·H, comes in with W_ih x + b_ih, and with W_hh h + b_hh added where the cell
// sums the two; elsewhere that stands in `hidden_gates`. Out: in `gates` what the gates let through, in `more`, B × more·H, what
// else the backward step needs. `memory` (an LSTM's cell state) is empty where a cell has none.
template <class T>
struct CellForward {
  View<T> gates;
  View<const T> hidden_gates, state_before, memory_before;
  View<T> state, memory, more;
};

// In place: `gates` and `hidden_gates` turn into their gradients; `d_state` and `d_memory`, the gradients of this step's state
// and memory, into those of the ones before, `d_state` without the part that flows through W_hh.
template <class T>
struct CellBackward {
  View<T> gates, hidden_gates;
  View<const T> state_before, memory_before, state, more;
  View<T> d_state, d_memory;
};

template <class T>
class Cell {
 public:
  virtual ~Cell() = default;
  // Names of the blocks of H columns in the gates, in PyTorch's order.
  virtual std::vector<std::string> gates() const = 0;
  // Names of the blocks of H columns that a forward step leaves: in place of the gates first, then in `more`.
  virtual std::vector<std::string> kept() const = 0;
  // Blocks in `more`.
  virtual Index more() const { return 0; }
  // Whether the parts of a gate that come from input and state meet in a sum and nowhere else.
  virtual bool sums_gates() const { return true; }
  virtual bool has_memory() const { return false; }
  virtual void forward(const CellForward<T>& step) const = 0;
  virtual void backward(const CellBackward<T>& step) const = 0;
};

template <class T>
const Cell<T>& find_cell(CellKind kind);

}  // namespace lookback
