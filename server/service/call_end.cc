#include "server/service/call_end.h"

#include "absl/strings/str_format.h"
#include "server/service/canonical_code.h"
#include "server/service/request_log.h"

namespace interpres {
namespace {

std::string Milliseconds(double seconds) {
  return absl::StrFormat("%.3f", seconds * 1000.0);
}

double SecondsSince(TimePoint start, const ServiceCall& call) {
  return Seconds(call.context().clock.Now() - start);
}

void RecordCode(const ServiceCall& call, const absl::Status& status) {
  call.context().metrics.RecordRequest(call.method(),
                                       CanonicalCode(status.code()));
}

void AddTotalAndVersion(double seconds, const std::string& version,
                        AnswerHeaders& headers) {
  headers.emplace_back("interpres-total-ms", Milliseconds(seconds));
  if (!version.empty()) {
    headers.emplace_back("interpres-model-version", version);
  }
}

}  // namespace

AnswerHeaders EndTranslate(const ServiceCall& call,
                           const EndedTranslations& ended,
                           const absl::Status& status) {
  const double total = SecondsSince(call.started_at(), call);
  RecordCode(call, status);
  ended.work.RecordTotal(total);
  LogRequest({.method = MethodName(call.method()),
              .identity = call.identity(),
              .status = status,
              .texts = ended.texts,
              .seconds = total});
  const PhaseTimes& times = ended.times;
  AnswerHeaders headers = {{"interpres-request-id", call.identity().request_id},
                           {"interpres-queue-ms", Milliseconds(times.queue)},
                           {"interpres-encode-ms", Milliseconds(times.encode)},
                           {"interpres-decode-ms", Milliseconds(times.decode)}};
  AddTotalAndVersion(total, ended.work.model_version(), headers);
  return headers;
}

AnswerHeaders EndTranslate(const ServiceCall& call, const TranslationWork& work,
                           const absl::Status& status) {
  return EndTranslate(
      call, {.work = work, .texts = work.texts(), .times = work.times()},
      status);
}

AnswerHeaders EndOtherCall(const ServiceCall& call, int64_t texts,
                           const absl::Status& status) {
  const double total = SecondsSince(call.started_at(), call);
  RecordCode(call, status);
  LogRequest({.method = MethodName(call.method()),
              .identity = call.identity(),
              .status = status,
              .texts = texts,
              .seconds = total});
  AnswerHeaders headers = {
      {"interpres-request-id", call.identity().request_id}};
  AddTotalAndVersion(total, "", headers);
  return headers;
}

void EndStreamMessage(const ServiceCall& call, const StreamMessageEnd& end) {
  Metrics& metrics = call.context().metrics;
  metrics.RecordStreamMessage(end.code);
  const double total = SecondsSince(end.arrived_at, call);
  LogRequest({.method = MethodName(call.method()),
              .identity = call.identity(),
              .status = end.status,
              .texts = end.texts,
              .seconds = total});
  if (end.work != nullptr) {
    end.work->RecordTotal(total);
  } else {
    metrics.RecordTotalWithoutModel(total);
  }
}

AnswerHeaders EndStream(const ServiceCall& call,
                        const std::string& model_version,
                        const absl::Status& status) {
  RecordCode(call, status);
  AnswerHeaders headers = {
      {"interpres-request-id", call.identity().request_id}};
  AddTotalAndVersion(SecondsSince(call.started_at(), call), model_version,
                     headers);
  return headers;
}

}  // namespace interpres
