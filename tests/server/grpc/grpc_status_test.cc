#include "server/grpc/grpc_status.h"

#include <gtest/gtest.h>

#include <chrono>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "server/base/retry_delay.h"

namespace interpres {
namespace {

TEST(GrpcStatusTest, EveryCodeKeepsItsNumber) {
  for (int code = 0; code <= 16; ++code) {
    const absl::Status status(static_cast<absl::StatusCode>(code), "m");
    EXPECT_EQ(static_cast<int>(ToGrpcStatus(status).error_code()), code);
  }
}

TEST(GrpcStatusTest, KeepsTheMessage) {
  const grpc::Status status =
      ToGrpcStatus(absl::NotFoundError("no such model"));
  EXPECT_EQ(status.error_message(), "no such model");
  EXPECT_TRUE(status.error_details().empty());
  EXPECT_TRUE(ToGrpcStatus(absl::OkStatus()).ok());
}

TEST(GrpcStatusTest, ARetryDelayBecomesRetryInfo) {
  const grpc::Status status = ToGrpcStatus(
      WithRetryDelay(absl::ResourceExhaustedError("the queue is full"),
                     std::chrono::milliseconds(2345)));
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(status.error_details()));
  EXPECT_EQ(details.code(), 8);
  EXPECT_EQ(details.message(), "the queue is full");
  ASSERT_EQ(details.details_size(), 1);
  EXPECT_EQ(details.details(0).type_url(),
            "type.googleapis.com/google.rpc.RetryInfo");
  google::rpc::RetryInfo retry;
  ASSERT_TRUE(details.details(0).UnpackTo(&retry));
  EXPECT_EQ(retry.retry_delay().seconds(), 2);
  EXPECT_EQ(retry.retry_delay().nanos(), 345'000'000);
}

}  // namespace
}  // namespace interpres
