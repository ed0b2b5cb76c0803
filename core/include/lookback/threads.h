// Threads that share pieces of work. Where each piece computes the same whatever thread takes it, and no two write to one
// place, the number of threads changes no bit of a result.
#pragma once

#include <memory>
#include <type_traits>

#include "lookback/matrix.h"

namespace lookback {

// The calling thread alone; `make_threads` gives it company.
class Workers {
 public:
  virtual ~Workers() = default;
  // Threads, the calling one included.
  virtual Index count() const { return 1; }
  // Calls work(piece, thread) once for every piece from 0 to pieces − 1, on some thread from 0 to count() − 1, and returns when
  // all are done. What a piece throws first is thrown here in the end. Allocates nothing.
  template <class F>
  void run(Index pieces, F&& work) {
    using Work = std::remove_reference_t<F>;
    run_pieces(pieces, [](void* w, Index piece, Index thread) { (*static_cast<Work*>(w))(piece, thread); }, &work);
  }

 protected:
  using Call = void (*)(void* work, Index piece, Index thread);
  virtual void run_pieces(Index pieces, Call call, void* work) {
    for (Index piece = 0; piece < pieces; ++piece) call(work, piece, 0);
  }
};

// `count` threads, the calling one included. They wait without spending time, and end with the object.
std::unique_ptr<Workers> make_threads(Index count);

}  // namespace lookback
