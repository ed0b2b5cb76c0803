// Eigen takes its SSE path in every build: natively as machine code, as wasm through Emscripten's translation of the
// intrinsics.

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <string>

namespace {

TEST(Eigen, UsesSse) {
  const std::string sets = Eigen::SimdInstructionSetsInUse();
  EXPECT_NE(sets.find("SSE"), std::string::npos) << sets;
}

}  // namespace
