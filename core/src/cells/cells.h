// The cells that src/cells/table.cpp lists.
#pragma once

#include "lookback/cell.h"

namespace lookback {

template <class T>
const Cell<T>& rnn_cell();
template <class T>
const Cell<T>& gru_cell();
template <class T>
const Cell<T>& lstm_cell();

}  // namespace lookback
