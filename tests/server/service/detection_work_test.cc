// More in tests/integration/server_languages_test.cc.

#include "server/service/detection_work.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>

#include "tests/server/service/service_fixture.h"
#include "tests/testing/allocation_counter.h"

namespace interpres {
namespace {

class DetectionWorkTest : public ServiceTest {
 protected:
  // Detects the language of one text in this thread, which may allocate memory
  // `allowed` times.
  absl::Status Detect(int64_t allowed, v1::DetectLanguageResponse& response) {
    v1::DetectLanguageRequest request;
    request.add_texts("Where did you leave the keys of the house?");
    bool ended = false;
    DetectionWork work(*call_, [&ended] { ended = true; });
    {
      const AllocationLimit limit(allowed);
      work.Start(std::move(request));
    }
    EXPECT_TRUE(ended);
    response = work.response();
    return work.status();
  }

  std::unique_ptr<ServiceCall> call_ =
      Begin({}, RpcMethod::kDetectLanguage).value();
};

TEST_F(DetectionWorkTest, ALackOfMemoryIsAnError) {
  if (!kCountsAllocations) {
    GTEST_SKIP() << "the sanitizers replace operator new";
  }
  v1::DetectLanguageResponse response;
  absl::Status status = absl::UnknownError("not called");
  int64_t allowed = 0;
  for (; !status.ok(); ++allowed) {
    status = Detect(allowed, response);
    ASSERT_TRUE(status.ok() || absl::IsResourceExhausted(status)) << status;
  }
  EXPECT_GT(allowed, 1);
  ASSERT_EQ(response.results_size(), 1);
  EXPECT_EQ(response.results(0).languages(0).language(), "und")
      << "no model translates from a language";
}

}  // namespace
}  // namespace interpres
