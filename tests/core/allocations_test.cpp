// Training asks for memory once: what `operator new` is asked for is counted, and after the first update
// that is nothing, whatever the batch, except for the moments that are recorded.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "lookback/source.h"
#include "lookback/trainer.h"
#include "models.h"

namespace {
std::atomic<bool> counting = false;
std::atomic<long> allocations = 0;

void* allocate(std::size_t size) {
  if (counting) ++allocations;
  return std::malloc(size > 0 ? size : 1);
}
void* allocate_or_throw(std::size_t size) {
  if (void* block = allocate(size)) return block;
  throw std::bad_alloc();
}
}  // namespace

void* operator new(std::size_t size) { return allocate_or_throw(size); }
void* operator new[](std::size_t size) { return allocate_or_throw(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void operator delete(void* block) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t) noexcept { std::free(block); }

namespace {

using lookback::Index;
using lookback::Pair;

// Allocations of each update from the second on.
std::vector<long> counted(lookback::Trainer<float>& trainer, int updates) {
  std::vector<long> counts;
  for (int i = 0; i < updates; ++i) {
    const std::size_t moments = trainer.snapshots().all().size();
    allocations = 0;
    counting = true;
    trainer.step();
    counting = false;
    if (i > 0 && trainer.snapshots().all().size() == moments) counts.push_back(allocations);
  }
  return counts;
}

TEST(Allocations, AreCounted) {
  allocations = 0;
  counting = true;
  operator delete(operator new(4));  // a new-expression may be left out by the compiler, a call may not
  std::vector<int> numbers(static_cast<std::size_t>(testing::UnitTest::GetInstance()->total_test_count()));
  counting = false;
  EXPECT_FALSE(numbers.empty());
  EXPECT_EQ(allocations, 2);
}

TEST(Allocations, NoneAfterTheFirstUpdate) {
  for (const std::string& config : {std::string(R"({"cell": "rnn", "attention": "none"})"), std::string(R"({"attention": "fixed"})"),
                                    std::string(R"({"cell": "lstm", "attention": "dot", "inputFeeding": true, "layers": 3})"),
                                    std::string(R"({"attention": "general", "bridge": "tanh", "dropout": 0.2, "layers": 2})"),
                                    std::string(R"({"cell": "gru", "encoder": "bidirectional", "attention": "additive", "sharedEmbedding": true})"),
                                    std::string(R"({"attention": "concat", "query": "current"})")}) {
    SCOPED_TRACE(config);
    lookback::Model<float> model = models::model<float>(models::config(config));
    lookback::Random random(3, "allocations");
    std::vector<Pair> pairs;
    for (int i = 0; i < 600; ++i) pairs.push_back(models::random_pair(random, 1 + static_cast<Index>(random.below(9)), 1 + static_cast<Index>(random.below(9))));
    for (const Index threads : {Index(1), Index(0)}) {  // 0: two of them, where there are threads
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
      if (threads == 0) continue;
      const std::unique_ptr<lookback::Workers> workers;
#else
      const std::unique_ptr<lookback::Workers> workers = threads == 0 ? lookback::make_threads(2) : nullptr;
#endif
      lookback::TrainingConfig training;
      training.batch_size = 66;
      lookback::Trainer<float> trainer(model, training, lookback::from_pairs(pairs), workers.get());
      trainer.reserve(models::random_pair(random, 9, 9), training.batch_size);
      const std::vector<long> counts = counted(trainer, 60);
      ASSERT_GT(counts.size(), 30u);
      for (std::size_t i = 0; i < counts.size(); ++i) ASSERT_EQ(counts[i], 0) << "update " << i;
    }
  }
}

TEST(Allocations, NoneWhileATaskIsDrawnFrom) {
  for (const std::string& name : lookback::task_names()) {
    SCOPED_TRACE(name);
    const bool digits = name == "reverse" || name == "copy" || name == "sort";
    const std::shared_ptr<const lookback::Task> task = lookback::make_task(name, digits ? R"({"minLength": 1, "maxLength": 12})" : "{}");
    lookback::Model<float> model(task->model, task->source, task->target);
    lookback::TrainingConfig training = task->training;
    training.batch_size = 64;
    lookback::Trainer<float> trainer(model, training, lookback::from_task(task));
    trainer.reserve(task->longest(), training.batch_size);
    for (const long count : counted(trainer, 40)) ASSERT_EQ(count, 0);
  }
}

}  // namespace
