// One call, whichever listener it arrived on: its sender, its deadline and its
// cancellation.

#ifndef INTERPRES_SERVER_SERVICE_SERVICE_CALL_H_
#define INTERPRES_SERVER_SERVICE_SERVICE_CALL_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/base/clock.h"
#include "server/metrics/metrics.h"
#include "server/scheduling/flow.h"
#include "server/security/bearer_tokens.h"
#include "server/service/call_identity.h"
#include "server/service/call_info.h"
#include "server/service/translation_context.h"

namespace interpres {

// Returns OK if the call carries one of the tokens, in `authorization` or, if
// this is empty, as `api_key`. Otherwise returns UNAUTHENTICATED. Null `tokens`
// mean that callers need no token.
absl::Status CheckToken(const BearerTokens* tokens, const CallInfo& info);

// Returns the owner of the glossaries and of the quota of the sender: the
// result of TokenOwner, or kAnonymousOwner if `tokens` is null. REQUIRES:
// CheckToken has returned OK.
std::string OwnerOf(const BearerTokens* tokens, const CallInfo& info);

// Answers a call that needs no worker and that CallTracker does not count.
// Checks the token, runs `answer`, records the call in the metrics, and returns
// the status of the call. Returns UNAUTHENTICATED, and does not run `answer`,
// if the token is wrong. Null `context` means that the models are still being
// loaded: returns UNAVAILABLE with a retry delay and records nothing.
absl::Status AnswerShortCall(
    const TranslationContext* context, RpcMethod method, const CallInfo& info,
    absl::FunctionRef<absl::Status(const TranslationContext&)> answer);

// A call that translates texts or detects languages: its sender, its deadline
// and its cancellation. CallTracker counts the call until this object is
// destroyed.
class ServiceCall {
 public:
  // Checks the token and the headers, and counts the call. Returns
  // UNAUTHENTICATED for a wrong token, INVALID_ARGUMENT for a wrong header,
  // RESOURCE_EXHAUSTED with a retry delay for too many calls, and UNAVAILABLE
  // during a drain. The metrics record such an error as the end of the call.
  // Null `context` means that the models are still being loaded: returns
  // UNAVAILABLE with a retry delay and records nothing. The context must
  // outlive the call.
  static absl::StatusOr<std::unique_ptr<ServiceCall>> Begin(
      const TranslationContext* context, RpcMethod method,
      const CallInfo& info);
  ~ServiceCall() { context_.calls.Leave(); }
  ServiceCall(const ServiceCall&) = delete;
  ServiceCall& operator=(const ServiceCall&) = delete;

  const TranslationContext& context() const { return context_; }
  RpcMethod method() const { return method_; }
  const CallIdentity& identity() const { return identity_; }
  // The client key of the sender.
  uint64_t client() const { return client_; }
  // The owner of the sender's glossaries and quota. Empty if the server has
  // neither.
  const std::string& owner() const { return owner_; }
  TimePoint started_at() const { return started_at_; }
  TimePoint deadline() const { return deadline_; }
  // Returns the size in bytes of the largest response that the sender accepts.
  // Null means that the sender does not say.
  std::optional<int64_t> max_response_bytes() const {
    return headers_.max_response_bytes;
  }
  // Returns the priority of the header `interpres-priority`, for requests whose
  // message states no priority. kInteractive without the header.
  Priority priority() const { return headers_.priority; }

  // Cancels the jobs of the call, because the sender no longer wants the
  // answer. Waiting jobs leave the queue and complete with CANCELLED, or with
  // DEADLINE_EXCEEDED if their deadline has passed, before Cancel returns. They
  // complete on this thread, so the caller must hold no lock that they take. A
  // worker drops the jobs that decode before its next step. Thread-safe.
  void Cancel();
  const std::atomic<bool>& cancelled() const { return cancelled_; }
  // Returns CANCELLED after Cancel, otherwise OK. Thread-safe.
  absl::Status CheckNotCancelled() const;

 private:
  // The values of headers.
  struct Headers {
    std::optional<int64_t> max_response_bytes;
    Priority priority = Priority::kInteractive;
  };

  // Checks the token and the headers, and counts the call. Returns the values
  // of the headers, or the errors of Begin; then the call is not counted.
  static absl::StatusOr<Headers> Enter(const TranslationContext& context,
                                       const CallInfo& info);
  // REQUIRES: CallTracker::Enter has counted the call.
  ServiceCall(const TranslationContext& context, RpcMethod method,
              const CallInfo& info, const Headers& headers);

  const TranslationContext& context_;
  const RpcMethod method_;
  const CallIdentity identity_;
  const uint64_t client_;
  const std::string owner_;
  const TimePoint started_at_;
  const TimePoint deadline_;
  const Headers headers_;
  std::atomic<bool> cancelled_ = false;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_SERVICE_CALL_H_
