#include "model/base/within_memory.h"

#include <gtest/gtest.h>

#include <new>
#include <string>
#include <system_error>

#include "absl/status/statusor.h"

namespace interpres {
namespace {

const absl::Status kExhausted = absl::ResourceExhaustedError("too little");

TEST(WithinMemoryTest, ReturnsWhatTheJobReturns) {
  EXPECT_EQ(WithinMemory(kExhausted, [] { return absl::AbortedError("x"); }),
            absl::AbortedError("x"));
  EXPECT_EQ(*WithinMemory(kExhausted, [] { return absl::StatusOr<int>(7); }),
            7);
}

TEST(WithinMemoryTest, ALackOfMemoryIsTheGivenStatus) {
  const auto result = WithinMemory(
      kExhausted,
      []() -> absl::StatusOr<std::string> { throw std::bad_alloc(); });
  EXPECT_EQ(result.status(), kExhausted);
}

TEST(WithinMemoryTest, ALackOfThreadsHasItsCause) {
  const absl::Status status = WithinMemory(kExhausted, []() -> absl::Status {
    throw std::system_error(
        std::make_error_code(std::errc::resource_unavailable_try_again));
  });
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(std::string(status.message()),
            "too little: Resource temporarily unavailable");
}

}  // namespace
}  // namespace interpres
