#include "lookback/threads.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace lookback {

namespace {

// How often a waiting thread looks for work before it sleeps: some tens of microseconds, longer than the gaps inside an update.
constexpr int looks = 1 << 14;

// Helpers join in where they can: the caller takes pieces too, and waits only for those that a helper has taken. So a helper that
// the system has set aside holds nothing up.
class Threads final : public Workers {
 public:
  explicit Threads(Index count) {
    try {
      for (Index t = 1; t < count; ++t) helpers_.emplace_back([this, t] { help(t); });
    } catch (...) {
      end();
      throw;
    }
  }

  ~Threads() override { end(); }

  Index count() const override { return static_cast<Index>(helpers_.size()) + 1; }

 protected:
  void run_pieces(Index pieces, Call call, void* work) override {
    if (pieces <= 1 || pieces > most_pieces || helpers_.empty()) return Workers::run_pieces(pieces, call, work);
    call_ = call;
    work_ = work;
    done_.store(0, std::memory_order_relaxed);
    {
      const std::lock_guard lock(mutex_);
      const std::uint64_t round = state_.load(std::memory_order_relaxed) >> (2 * bits);
      state_.store((round + 1) << (2 * bits) | static_cast<std::uint64_t>(pieces) << bits, std::memory_order_release);
    }
    begun_.notify_all();
    take(0);
    wait(finished_, [&] { return done_.load(std::memory_order_acquire) == pieces; });
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  // Of `state_`: the round, how many pieces it has, and which is the next to take. A piece is taken by raising the last, which only
  // succeeds in the round that was seen; the round ends after all its pieces, so call and work are then still its own.
  static constexpr int bits = 20;
  static constexpr Index most_pieces = (Index(1) << bits) - 1;
  static Index next(std::uint64_t state) { return static_cast<Index>(state & most_pieces); }
  static Index pieces(std::uint64_t state) { return static_cast<Index>(state >> bits & most_pieces); }
  bool left() const {
    const std::uint64_t state = state_.load(std::memory_order_acquire);
    return next(state) < pieces(state);
  }

  void help(Index thread) {
    for (;;) {
      wait(begun_, [this] { return ended_.load(std::memory_order_acquire) || left(); });
      if (ended_.load(std::memory_order_acquire)) return;
      take(thread);
    }
  }

  void take(Index thread) {
    for (std::uint64_t state = state_.load(std::memory_order_acquire); next(state) < pieces(state);) {
      if (!state_.compare_exchange_weak(state, state + 1, std::memory_order_acq_rel)) continue;
      try {
        call_(work_, next(state), thread);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!thrown_) thrown_ = std::current_exception();
      }
      if (done_.fetch_add(1, std::memory_order_acq_rel) + 1 == pieces(state)) {
        { const std::lock_guard lock(mutex_); }
        finished_.notify_one();
      }
      state = state_.load(std::memory_order_acquire);
    }
  }

  void end() {
    {
      const std::lock_guard lock(mutex_);
      ended_.store(true, std::memory_order_release);
    }
    begun_.notify_all();
    for (std::thread& helper : helpers_) helper.join();
  }

  template <class Ready>
  void wait(std::condition_variable& change, Ready ready) {
    for (int look = 0; look < looks; ++look) {
      if (ready()) return;
    }
    std::unique_lock lock(mutex_);
    change.wait(lock, ready);
  }

  std::vector<std::thread> helpers_;
  std::mutex mutex_;
  std::condition_variable begun_, finished_;
  std::atomic<std::uint64_t> state_ = 0;
  std::atomic<Index> done_ = 0;
  std::atomic<bool> ended_ = false;
  Call call_ = nullptr;
  void* work_ = nullptr;
  std::exception_ptr thrown_;
};

}  // namespace

std::unique_ptr<Workers> make_threads(Index count) { return std::make_unique<Threads>(count); }

}  // namespace lookback
