// The kernels alone, natively, by Google Benchmark: products and transposed products at the shapes of the three works with
// Eigen's beside them, a bare loop of multiplications and additions as the peak, and exp, tanh, sigmoid and softmax beside the C
// library's. FLOP counts a multiplication and an addition as two; a time is one element's.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "lookback/math.h"
#include "lookback/product.h"

namespace {

using namespace lookback;

struct Shape {
  const char* name;
  Index rows, depth, columns;
};

// One shard of 16 sentences: what is done a step at a time, and what is done for all steps at once.
const Shape shapes[] = {
    {"small recurrent", 16, 32, 96},    {"small inputs", 96, 16, 96},      {"small output", 96, 64, 10},
    {"medium recurrent", 16, 128, 384}, {"medium inputs", 160, 64, 192},   {"medium output", 176, 256, 120},
    {"large recurrent", 16, 256, 1024}, {"large inputs", 320, 128, 512},   {"large output", 320, 512, 2000},
};

// Small numbers of either sign, so that sums neither overflow nor vanish.
RowMajor<float> filled(Index rows, Index columns) {
  RowMajor<float> m(rows, columns);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = static_cast<float>(i * 37 % 101 - 50) / 100.0f;
  return m;
}
View<float> view(RowMajor<float>& m) { return {m.data(), m.rows(), m.cols()}; }

void count_operations(benchmark::State& state, double each) {
  state.counters["FLOP"] = benchmark::Counter(each, benchmark::Counter::kIsIterationInvariantRate);
}
void count_elements(benchmark::State& state, double each) {
  state.counters["an element"] =
      benchmark::Counter(each, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
double operations(const Shape& s) { return 2.0 * static_cast<double>(s.rows * s.depth * s.columns); }

// Twelve independent chains x = x · a + b.
void bare_loop(benchmark::State& state) {
  constexpr int chains = 12, turns = 1000;
  Vec<float> x[chains];
  for (int i = 0; i < chains; ++i) x[i] = splat(static_cast<float>(i + 1));
  Vec<float> a = splat(0.999f), b = splat(0.5f);
  benchmark::DoNotOptimize(a);
  benchmark::DoNotOptimize(b);
  for (auto _ : state) {
    for (int t = 0; t < turns; ++t) {
      for (Vec<float>& each : x) each = each * a + b;
    }
    benchmark::DoNotOptimize(x);
  }
  count_operations(state, chains * turns * 4 * 2);
}

// C = A · B, B packed before.
void our_product(benchmark::State& state, const Shape& s) {
  RowMajor<float> a = filled(s.rows, s.depth), b = filled(s.depth, s.columns), c = filled(s.rows, s.columns);
  Packed<float> packed;
  packed.pack(view(b));
  for (auto _ : state) {
    product<float>(view(a), packed, view(c));
    benchmark::DoNotOptimize(c.data());
    benchmark::ClobberMemory();
  }
  count_operations(state, operations(s));
}

void eigen_product(benchmark::State& state, const Shape& s) {
  RowMajor<float> a = filled(s.rows, s.depth), b = filled(s.depth, s.columns), c = filled(s.rows, s.columns);
  for (auto _ : state) {
    c.noalias() = a * b;
    benchmark::DoNotOptimize(c.data());
    benchmark::ClobberMemory();
  }
  count_operations(state, operations(s));
}

// C += Aᵀ · B with A rows × depth, B rows × columns: the gradient of that shape's weight; both are packed within.
void our_transposed(benchmark::State& state, const Shape& s) {
  RowMajor<float> a = filled(s.rows, s.depth), b = filled(s.rows, s.columns);
  RowMajor<float> c = RowMajor<float>::Zero(s.depth, s.columns);
  PackedColumns<float> left;
  Packed<float> right;
  for (auto _ : state) {
    left.pack(view(a));
    right.pack(view(b));
    add_transposed_product<float>(left, right, view(c));
    benchmark::DoNotOptimize(c.data());
    benchmark::ClobberMemory();
  }
  count_operations(state, operations(s));
}

void eigen_transposed(benchmark::State& state, const Shape& s) {
  RowMajor<float> a = filled(s.rows, s.depth), b = filled(s.rows, s.columns);
  RowMajor<float> c = RowMajor<float>::Zero(s.depth, s.columns);
  for (auto _ : state) {
    c.noalias() += a.transpose() * b;
    benchmark::DoNotOptimize(c.data());
    benchmark::ClobberMemory();
  }
  count_operations(state, operations(s));
}

// y = f(x) for 1,024 numbers from −8 to 8, vector by vector or number by number.
template <class F>
void vectors(benchmark::State& state, F f) {
  constexpr Index n = 1024;
  std::vector<float> x(n), y(n);
  for (Index i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] = 16.0f * static_cast<float>(i) / n - 8.0f;
  for (auto _ : state) {
    for (Index i = 0; i < n; i += lanes<float>) store(y.data() + i, f(load(x.data() + i)));
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  count_elements(state, n);
}
template <class F>
void numbers(benchmark::State& state, F f) {
  vectors(state, [&](Vec<float> x) { return Vec<float>{f(x[0]), f(x[1]), f(x[2]), f(x[3])}; });
}

// Weights of one step: a row of energies, one a source token.
void our_softmax(benchmark::State& state, Index n) {
  std::vector<float> energies(static_cast<std::size_t>(n)), weights(energies);
  for (std::size_t j = 0; j < energies.size(); ++j) energies[j] = static_cast<float>(j * 7 % 5);
  for (auto _ : state) {
    softmax<float>(n, energies.data(), weights.data());
    benchmark::DoNotOptimize(weights.data());
    benchmark::ClobberMemory();
  }
  count_elements(state, static_cast<double>(n));
}

}  // namespace

int main(int count, char** values) {
  benchmark::RegisterBenchmark("bare multiply-and-add loop", bare_loop);
  for (const Shape& s : shapes) {
    const std::string shape = std::string(s.name) + " " + std::to_string(s.rows) + "x" + std::to_string(s.depth) + "x" + std::to_string(s.columns);
    benchmark::RegisterBenchmark(("product, " + shape).c_str(), our_product, s);
    benchmark::RegisterBenchmark(("  Eigen, " + shape).c_str(), eigen_product, s);
  }
  for (const Shape& s : shapes) {
    const std::string shape = std::string(s.name) + " " + std::to_string(s.depth) + "x" + std::to_string(s.rows) + "x" + std::to_string(s.columns);
    benchmark::RegisterBenchmark(("transposed, " + shape).c_str(), our_transposed, s);
    benchmark::RegisterBenchmark(("  Eigen, " + shape).c_str(), eigen_transposed, s);
  }
  using State = benchmark::State;
  benchmark::RegisterBenchmark("exp", [](State& s) { vectors(s, [](Vec<float> x) { return exp_vec(x); }); });
  benchmark::RegisterBenchmark("  std::exp", [](State& s) { numbers(s, [](float x) { return std::exp(x); }); });
  benchmark::RegisterBenchmark("tanh", [](State& s) { vectors(s, [](Vec<float> x) { return tanh_vec(x); }); });
  benchmark::RegisterBenchmark("  std::tanh", [](State& s) { numbers(s, [](float x) { return std::tanh(x); }); });
  benchmark::RegisterBenchmark("sigmoid", [](State& s) { vectors(s, [](Vec<float> x) { return sigmoid_vec(x); }); });
  benchmark::RegisterBenchmark("  1 / (1 + std::exp)", [](State& s) { numbers(s, [](float x) { return 1 / (1 + std::exp(-x)); }); });
  for (const Index n : {6, 10, 20}) benchmark::RegisterBenchmark(("softmax of " + std::to_string(n)).c_str(), our_softmax, n);
  benchmark::Initialize(&count, values);
  if (benchmark::ReportUnrecognizedArguments(count, values)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
