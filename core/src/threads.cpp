#include "lookback/threads.h"

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

namespace lookback {

namespace {

// How often a waiting thread looks for work before it sleeps: some tens of microseconds, longer than the gaps inside an update.
constexpr int looks = 1 << 14;

// POSIX threads themselves: std::thread and std::mutex bring in the words of every system error, and printf for them.
class Lock {
 public:
  explicit Lock(pthread_mutex_t& mutex) : mutex_(mutex) { pthread_mutex_lock(&mutex_); }
  ~Lock() { pthread_mutex_unlock(&mutex_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  pthread_mutex_t& mutex_;
};

// Helpers join in where they can: the caller takes pieces too, and waits only for those that a helper has taken. So a helper that
// the system has set aside holds nothing up.
class Threads final : public Workers {
 public:
  explicit Threads(Index count) {
    helpers_.reserve(static_cast<std::size_t>(count));  // their places are handed to them
    for (Index t = 1; t < count; ++t) {
      helpers_.push_back({this, t, {}});
      Helper& helper = helpers_.back();
      if (pthread_create(&helper.thread, nullptr, begin, &helper) == 0) continue;
      helpers_.pop_back();
      end();
      throw std::runtime_error("a thread could not be started");
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
      const Lock lock(mutex_);
      const std::uint64_t round = state_.load(std::memory_order_relaxed) >> (2 * bits);
      state_.store((round + 1) << (2 * bits) | static_cast<std::uint64_t>(pieces) << bits, std::memory_order_release);
    }
    pthread_cond_broadcast(&begun_);
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

  struct Helper {
    Threads* of;
    Index number;
    pthread_t thread;
  };

  static void* begin(void* helper) {
    static_cast<Helper*>(helper)->of->help(static_cast<Helper*>(helper)->number);
    return nullptr;
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
        const Lock lock(mutex_);
        if (!thrown_) thrown_ = std::current_exception();
      }
      if (done_.fetch_add(1, std::memory_order_acq_rel) + 1 == pieces(state)) {
        { const Lock lock(mutex_); }
        pthread_cond_signal(&finished_);
      }
      state = state_.load(std::memory_order_acquire);
    }
  }

  void end() {
    {
      const Lock lock(mutex_);
      ended_.store(true, std::memory_order_release);
    }
    pthread_cond_broadcast(&begun_);
    for (const Helper& helper : helpers_) pthread_join(helper.thread, nullptr);
  }

  template <class Ready>
  void wait(pthread_cond_t& change, Ready ready) {
    for (int look = 0; look < looks; ++look) {
      if (ready()) return;
    }
    const Lock lock(mutex_);
    while (!ready()) pthread_cond_wait(&change, &mutex_);
  }

  std::vector<Helper> helpers_;
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t begun_ = PTHREAD_COND_INITIALIZER, finished_ = PTHREAD_COND_INITIALIZER;
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
