// Which cell each kind of ModelConfig is: a new cell is a line here.
#include "cells.h"

namespace lookback {

template <class T>
const Cell<T>& find_cell(CellKind kind) {
  switch (kind) {
    case CellKind::rnn: return rnn_cell<T>();
    case CellKind::gru: return gru_cell<T>();
    case CellKind::lstm: return lstm_cell<T>();
  }
  return gru_cell<T>();
}

template const Cell<float>& find_cell<float>(CellKind);
template const Cell<double>& find_cell<double>(CellKind);

}  // namespace lookback
