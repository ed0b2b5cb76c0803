#include "lookback/threads.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace lookback {

namespace {

// How often a waiting thread looks for work before it sleeps: some tens of microseconds, longer than the gaps inside an update.
constexpr int looks = 1 << 14;

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
    if (pieces <= 1 || helpers_.empty()) return Workers::run_pieces(pieces, call, work);
    call_ = call;
    work_ = work;
    pieces_ = pieces;
    next_.store(0, std::memory_order_relaxed);
    busy_.store(static_cast<Index>(helpers_.size()), std::memory_order_relaxed);
    begin();
    take(0);
    wait(finished_, [this] { return busy_.load(std::memory_order_acquire) == 0; });
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  // Round by round: each helper takes part in each, and says so in `busy_` when nothing is left.
  void help(Index thread) {
    for (unsigned seen = 0;;) {
      wait(begun_, [&] { return round_.load(std::memory_order_acquire) != seen; });
      ++seen;
      if (call_ == nullptr) return;
      take(thread);
      if (busy_.fetch_sub(1, std::memory_order_acq_rel) > 1) continue;
      { const std::lock_guard lock(mutex_); }
      finished_.notify_one();
    }
  }

  void end() {
    call_ = nullptr;
    begin();
    for (std::thread& helper : helpers_) helper.join();
  }

  void begin() {
    {
      const std::lock_guard lock(mutex_);
      round_.fetch_add(1, std::memory_order_release);
    }
    begun_.notify_all();
  }

  void take(Index thread) {
    try {
      for (Index piece; (piece = next_.fetch_add(1, std::memory_order_relaxed)) < pieces_;) call_(work_, piece, thread);
    } catch (...) {
      next_.store(pieces_, std::memory_order_relaxed);
      const std::lock_guard lock(mutex_);
      if (!thrown_) thrown_ = std::current_exception();
    }
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
  std::atomic<unsigned> round_ = 0;
  std::atomic<Index> next_ = 0, busy_ = 0;
  Call call_ = nullptr;
  void* work_ = nullptr;
  Index pieces_ = 0;
  std::exception_ptr thrown_;
};

}  // namespace

std::unique_ptr<Workers> make_threads(Index count) { return std::make_unique<Threads>(count); }

}  // namespace lookback
