#include "server/service/call_end.h"

#include <gmock/gmock.h>

#include <chrono>

#include "tests/server/service/service_fixture.h"

namespace interpres {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::Pair;

class CallEndTest : public ServiceTest {
 protected:
  std::unique_ptr<ServiceCall> Call(RpcMethod method) {
    return *Begin({.request_id = "order-66"}, method);
  }

  // The work of a request that is refused, because it names no text.
  static void Refuse(TranslationWork& work) { work.Start({}); }
};

TEST_F(CallEndTest, ATranslateCallHasItsTimesInHeadersAndMetrics) {
  const auto call = Call(RpcMethod::kTranslate);
  TranslationWork work(*call, call->deadline(), [] {});
  Refuse(work);
  v1::TranslateResponse response;
  const absl::Status status = work.Answer(response);
  clock_.Advance(milliseconds(1250));
  EXPECT_THAT(EndTranslate(*call, work, status),
              ElementsAre(Pair("interpres-request-id", "order-66"),
                          Pair("interpres-queue-ms", "0.000"),
                          Pair("interpres-encode-ms", "0.000"),
                          Pair("interpres-decode-ms", "0.000"),
                          Pair("interpres-total-ms", "1250.000")));
  ExpectRequests("Translate", "INVALID_ARGUMENT", 1);
  ExpectMetric(R"(interpres_phase_seconds_sum{phase="total"} 1.25)");
}

TEST_F(CallEndTest, AStreamSaysWhichModelItUsed) {
  const auto call = Call(RpcMethod::kStreamTranslate);
  clock_.Advance(milliseconds(30));
  EXPECT_THAT(EndStream(*call, "v2", absl::CancelledError()),
              ElementsAre(Pair("interpres-request-id", "order-66"),
                          Pair("interpres-total-ms", "30.000"),
                          Pair("interpres-model-version", "v2")));
  EXPECT_THAT(EndStream(*call, "", absl::OkStatus()),
              ElementsAre(Pair("interpres-request-id", "order-66"),
                          Pair("interpres-total-ms", "30.000")));
  ExpectRequests("StreamTranslate", "CANCELLED", 1);
  ExpectRequests("StreamTranslate", "OK", 1);
}

TEST_F(CallEndTest, AMessageIsCountedByItsCodeAndTimedFromItsArrival) {
  const auto call = Call(RpcMethod::kStreamTranslate);
  clock_.Advance(milliseconds(500));
  const TimePoint arrived_at = clock_.Now();
  clock_.Advance(milliseconds(250));
  const absl::Status status = absl::ResourceExhaustedError("x");
  EndStreamMessage(*call,
                   {.status = status, .code = 8, .arrived_at = arrived_at});
  TranslationWork work(*call, call->deadline(), [] {});
  Refuse(work);
  EndStreamMessage(
      *call,
      {.status = status, .code = 3, .arrived_at = arrived_at, .work = &work});
  ExpectMetric(
      R"(interpres_stream_messages_total{code="RESOURCE_EXHAUSTED"} 1)");
  ExpectMetric(R"(interpres_stream_messages_total{code="INVALID_ARGUMENT"} 1)");
  ExpectMetric(R"(interpres_phase_seconds_count{phase="total"} 2)");
  ExpectMetric(R"(interpres_phase_seconds_sum{phase="total"} 0.5)");
}

}  // namespace
}  // namespace interpres
