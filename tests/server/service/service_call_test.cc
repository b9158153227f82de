#include "server/service/service_call.h"

#include <chrono>
#include <fstream>

#include "model/base/within_memory.h"
#include "server/base/out_of_memory.h"
#include "server/base/retry_delay.h"
#include "server/service/client_key.h"
#include "tests/server/service/service_fixture.h"
#include "tests/testing/allocation_counter.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using std::chrono::seconds;

class ServiceCallTest : public ServiceTest {
 protected:
  void UseTokens() {
    const std::filesystem::path file = temp_.path() / "tokens";
    std::ofstream(file) << "0123456789abcdef\n";
    absl::StatusOr<std::unique_ptr<BearerTokens>> tokens =
        BearerTokens::Load(file.string());
    ASSERT_TRUE(tokens.ok()) << tokens.status();
    tokens_ = *std::move(tokens);
    context_.tokens = tokens_.get();
  }

  // Answers GetModel with `status`.
  absl::Status AnswerWith(const CallInfo& info, const absl::Status& status) {
    return AnswerShortCall(&context_, RpcMethod::kGetModel, info,
                           [&](const TranslationContext& context) {
                             EXPECT_EQ(&context, &context_);
                             return status;
                           });
  }

  const TempDir temp_;
  std::unique_ptr<BearerTokens> tokens_;
};

constexpr char kGoodToken[] = "Bearer 0123456789abcdef";
constexpr char kBadToken[] = "Bearer fedcba9876543210";

TEST_F(ServiceCallTest, CountsACallUntilItIsDestroyed) {
  {
    const auto call = Begin({});
    ASSERT_TRUE(call.ok()) << call.status();
    ExpectMetric("interpres_calls_in_flight 1");
  }
  ExpectMetric("interpres_calls_in_flight 0");
}

TEST_F(ServiceCallTest, ACallWithoutMemoryIsNotCounted) {
  if (!kCountsAllocations) {
    GTEST_SKIP() << "the sanitizers replace operator new";
  }
  absl::Status status = absl::UnknownError("not called");
  int64_t allowed = 0;
  for (; !status.ok(); ++allowed) {
    {
      const AllocationLimit limit(allowed);
      status = WithinMemory(OutOfMemory(), [&] {
        return Begin({.request_id = std::string(100, 'r')}).status();
      });
    }
    ASSERT_TRUE(status.ok() || absl::IsResourceExhausted(status)) << status;
    EXPECT_TRUE(calls_.AwaitNone(clock_, clock_.Now())) << allowed;
  }
  EXPECT_GT(allowed, 1);
}

TEST_F(ServiceCallTest, RecordsACallBeyondTheLimit) {
  const auto first = Begin({});
  const auto second = Begin({});
  const auto third = Begin({}, RpcMethod::kStreamTranslate);
  EXPECT_EQ(third.status().code(), absl::StatusCode::kResourceExhausted);
  ExpectRequests("StreamTranslate", "RESOURCE_EXHAUSTED", 1);
  ExpectMetric("interpres_calls_in_flight 2");
}

TEST_F(ServiceCallTest, RefusesACallWithoutItsToken) {
  UseTokens();
  for (const char* wrong : {"", kBadToken}) {
    EXPECT_EQ(Begin({.authorization = wrong}).status().code(),
              absl::StatusCode::kUnauthenticated);
  }
  EXPECT_TRUE(Begin({.authorization = kGoodToken}).ok());
  ExpectRequests("Translate", "UNAUTHENTICATED", 2);
  ExpectMetric("interpres_calls_in_flight 0");
}

TEST_F(ServiceCallTest, AnApiKeyIsATokenWithoutAScheme) {
  UseTokens();
  const CallInfo key = {.api_key = "0123456789abcdef"};
  const CallInfo bearer = {.authorization = kGoodToken};
  EXPECT_TRUE(CheckToken(tokens_.get(), key).ok());
  EXPECT_FALSE(CheckToken(tokens_.get(), {.api_key = "fedcba9876543210"}).ok());
  EXPECT_FALSE(CheckToken(tokens_.get(), {.authorization = kBadToken,
                                          .api_key = "0123456789abcdef"})
                   .ok());
  EXPECT_EQ(OwnerOf(tokens_.get(), key), OwnerOf(tokens_.get(), bearer));
  EXPECT_EQ((*Begin(key))->client(), (*Begin(bearer))->client());
}

TEST_F(ServiceCallTest, AHeaderStatesThePriority) {
  EXPECT_EQ((*Begin({}))->priority(), Priority::kInteractive);
  EXPECT_EQ((*Begin({.priority = "interactive"}))->priority(),
            Priority::kInteractive);
  EXPECT_EQ((*Begin({.priority = "batch"}))->priority(), Priority::kBatch);
  EXPECT_EQ(Begin({.priority = "urgent"}).status().code(),
            absl::StatusCode::kInvalidArgument);
  ExpectMetric("interpres_calls_in_flight 0");
}

TEST_F(ServiceCallTest, TellsCallersToRetryWhileTheModelsAreLoaded) {
  const auto call = ServiceCall::Begin(nullptr, RpcMethod::kTranslate, {});
  EXPECT_EQ(call.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_TRUE(RetryDelay(call.status()).has_value());
}

TEST_F(ServiceCallTest, TheClientIsTheTokenOnlyIfTokensAreChecked) {
  const CallInfo info = {.authorization = kGoodToken,
                         .client_name = "one",
                         .peer = "ipv4:192.0.2.1:50000"};
  EXPECT_EQ((*Begin(info))->client(), ClientKey({.client_name = "one"}));
  UseTokens();
  EXPECT_EQ((*Begin(info))->client(), ClientKey({.authorization = kGoodToken}));
}

TEST_F(ServiceCallTest, ReadsWhatTheSenderAccepts) {
  EXPECT_EQ((*Begin({}))->max_response_bytes(), std::nullopt);
  EXPECT_EQ((*Begin({.max_response_bytes = "9000000"}))->max_response_bytes(),
            9000000);
  for (const char* bad : {"0", "-1", "many", "1e9", "99999999999999999999"}) {
    EXPECT_EQ(Begin({.max_response_bytes = bad}).status().code(),
              absl::StatusCode::kInvalidArgument)
        << bad;
  }
  ExpectMetric("interpres_calls_in_flight 0");
}

TEST_F(ServiceCallTest, TheDeadlineIsTheTimeoutAfterTheStart) {
  EXPECT_EQ((*Begin({}))->deadline(), kNever);
  const auto call = Begin({.timeout = seconds(3)});
  EXPECT_EQ((*call)->started_at(), clock_.Now());
  EXPECT_EQ((*call)->deadline(), clock_.Now() + seconds(3));
  EXPECT_EQ((*Begin({.timeout = -seconds(3)}))->deadline(),
            clock_.Now() - seconds(3));
}

TEST_F(ServiceCallTest, ACancellationSetsTheFlag) {
  const auto call = Begin({.request_id = "order-66"});
  EXPECT_EQ((*call)->identity().request_id, "order-66");
  EXPECT_FALSE((*call)->cancelled());
  (*call)->Cancel();
  EXPECT_TRUE((*call)->cancelled());
}

TEST_F(ServiceCallTest, AShortCallIsRecordedWithItsCode) {
  EXPECT_TRUE(AnswerWith({}, absl::OkStatus()).ok());
  EXPECT_EQ(AnswerWith({}, absl::NotFoundError("x")).code(),
            absl::StatusCode::kNotFound);
  ExpectRequests("GetModel", "OK", 1);
  ExpectRequests("GetModel", "NOT_FOUND", 1);
}

TEST_F(ServiceCallTest, AShortCallNeedsATokenAndTheModels) {
  UseTokens();
  const auto must_not_run = [](const TranslationContext&) -> absl::Status {
    ADD_FAILURE();
    return absl::OkStatus();
  };
  EXPECT_EQ(AnswerShortCall(&context_, RpcMethod::kListModels, {}, must_not_run)
                .code(),
            absl::StatusCode::kUnauthenticated);
  EXPECT_EQ(
      AnswerShortCall(nullptr, RpcMethod::kListModels, {}, must_not_run).code(),
      absl::StatusCode::kUnavailable);
  ExpectRequests("ListModels", "UNAUTHENTICATED", 1);
  EXPECT_TRUE(AnswerWith({.authorization = kGoodToken}, absl::OkStatus()).ok());
}

}  // namespace
}  // namespace interpres
