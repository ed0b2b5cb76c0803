#include "lookback/gradients.h"

#include <algorithm>

#include "lookback/vec.h"

namespace lookback {

template <class T>
void Contributions<T>::product(Index tensor, Index first, In<T> dy, In<T> x) {
  if (used_ == packed_.size()) packed_.emplace_back();
  packed_[used_].pack(x);
  note(Note::Kind::product, tensor, first, dy, nullptr, used_++);
}

template <class T>
void Contributions<T>::rows(Index tensor, In<T> dy) {
  note(Note::Kind::rows, tensor, 0, dy, nullptr, 0);
}

template <class T>
void Contributions<T>::lookup(Index tensor, const int* ids, In<T> d_out) {
  note(Note::Kind::lookup, tensor, 0, d_out, ids, 0);
}

template <class T>
void Contributions<T>::clear() {
  notes_.clear();
  used_ = 0;
}

template <class T>
std::size_t Contributions<T>::bytes() const {
  std::size_t total = 0;
  for (std::size_t i = 0; i < used_; ++i) total += packed_[i].bytes();
  return total;
}

template <class T>
void Gradients<T>::clear(Workers& workers) {
  constexpr Index piece_size = 1 << 16;
  workers.run((size() + piece_size - 1) / piece_size, [&](Index piece, Index) {
    std::fill_n(values_.data() + piece * piece_size, std::min(piece_size, size() - piece * piece_size), T(0));
  });
}

template <class T>
void Gradients<T>::add(const std::vector<const Contributions<T>*>& passes, Workers& workers) {
  constexpr Index most_columns = 64;  // of dy in a piece: with 320 rows they fill a second-level cache to a twentieth
  using Kind = typename Contributions<T>::Note::Kind;
  const auto& notes = passes.front()->notes_;
  pieces_.clear();
  for (std::size_t begin = 0, end; begin < notes.size(); begin = end) {
    end = begin + 1;
    const auto same = [&](std::size_t i) { return notes[i].kind == Kind::product && notes[i].dy.data() == notes[begin].dy.data(); };
    while (notes[begin].kind == Kind::product && end < notes.size() && same(end)) ++end;
    // A table that both sides share is one thread's.
    const auto taken = [&](const auto& note) { return note.kind == Kind::lookup && note.tensor == notes[begin].tensor; };
    if (notes[begin].kind == Kind::lookup && std::any_of(notes.begin(), notes.begin() + static_cast<std::ptrdiff_t>(begin), taken)) continue;
    for (Index first = 0; first < notes[begin].dy.cols(); first += most_columns) {
      pieces_.push_back({begin, end, first, std::min(most_columns, notes[begin].dy.cols() - first)});
    }
  }
  if (static_cast<Index>(scratch_.size()) < workers.count()) scratch_.resize(static_cast<std::size_t>(workers.count()));
  // Any thread may meet the largest piece, now or in a later batch.
  Index depth = 0;
  for (const Contributions<T>* pass : passes) {
    for (const auto& note : pass->notes_) depth = std::max(depth, note.kind == Kind::product ? note.dy.rows() : Index(0));
  }
  for (PackedColumns<T>& scratch : scratch_) scratch.reserve(depth, most_columns);
  workers.run(static_cast<Index>(pieces_.size()), [&](Index piece, Index thread) {
    sum(pieces_[static_cast<std::size_t>(piece)], passes, scratch_[static_cast<std::size_t>(thread)]);
  });
}

template <class T>
void Gradients<T>::sum(const Piece& piece, const std::vector<const Contributions<T>*>& passes, PackedColumns<T>& scratch) {
  using Kind = typename Contributions<T>::Note::Kind;
  for (const Contributions<T>* pass : passes) {
    const auto& note = pass->notes_[piece.begin];
    const Timed timed(pass->profile, note.part);
    const View<T> gradient = view(note.tensor);
    const View<const T> dy = note.dy.cols_from(piece.first, piece.count);
    if (note.kind == Kind::rows) {
      T* db = gradient.data() + piece.first;
      for_lanes<T>(piece.count, [&](auto l) {
        Vec<T> total{};
        for (Index r = 0; r < dy.rows(); ++r) total += l.load(dy.row(r));
        l.store(db, l.load(db) + total);
      });
    } else if (note.kind == Kind::lookup) {
      for (const auto& each : pass->notes_) {
        if (each.kind != Kind::lookup || each.tensor != note.tensor) continue;
        for (Index k = 0; k < each.dy.rows(); ++k) {
          add_scaled<T>(piece.count, T(1), each.dy.row(k) + piece.first, gradient.row(each.ids[k]) + piece.first);
        }
      }
    } else {
      scratch.pack(dy);
      for (std::size_t i = piece.begin; i < piece.end; ++i) {
        const auto& each = pass->notes_[i];
        const Packed<T>& x = pass->packed_[each.x];
        add_transposed_product(scratch, x, view(each.tensor).rows_from(piece.first, piece.count).cols_from(each.first, x.columns()));
      }
    }
  }
}

template class Contributions<float>;
template class Contributions<double>;
template class Gradients<float>;
template class Gradients<double>;

}  // namespace lookback
