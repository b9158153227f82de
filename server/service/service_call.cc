#include "server/service/service_call.h"

#include <chrono>

#include "absl/strings/numbers.h"
#include "model/base/status.h"
#include "model/base/within_memory.h"
#include "server/base/out_of_memory.h"
#include "server/base/retry_delay.h"
#include "server/security/token_owner.h"
#include "server/service/canonical_code.h"
#include "server/service/client_key.h"

namespace interpres {
namespace {

absl::Status NotLoaded() {
  return WithRetryDelay(
      absl::UnavailableError("the model is being loaded: try again later"),
      std::chrono::seconds(1));
}

absl::StatusOr<std::optional<int64_t>> MaxResponseBytes(const CallInfo& info) {
  if (info.max_response_bytes.empty()) {
    return std::nullopt;
  }
  int64_t bytes = 0;
  if (!absl::SimpleAtoi(std::string(info.max_response_bytes), &bytes) ||
      bytes < 1) {
    return absl::InvalidArgumentError(
        "the metadata interpres-max-response-bytes is no number of bytes; "
        "expected a whole number above 0, or no such metadata");
  }
  return bytes;
}

absl::StatusOr<Priority> PriorityOf(const CallInfo& info) {
  if (info.priority.empty() || info.priority == "interactive") {
    return Priority::kInteractive;
  }
  if (info.priority == "batch") {
    return Priority::kBatch;
  }
  return absl::InvalidArgumentError(
      "the metadata interpres-priority has an unknown value; expected "
      "interactive or batch, or no such metadata");
}

// Returns the value of the header `authorization`, or makes one of the API key
// in `buffer`.
std::string_view AuthorizationOf(const CallInfo& info, std::string& buffer) {
  if (!info.authorization.empty() || info.api_key.empty()) {
    return info.authorization;
  }
  buffer = "Bearer " + std::string(info.api_key);
  return buffer;
}

absl::Status AnswerWithToken(
    const TranslationContext& context, const CallInfo& info,
    absl::FunctionRef<absl::Status(const TranslationContext&)> answer) {
  INTERPRES_RETURN_IF_ERROR(CheckToken(context.tokens, info));
  return answer(context);
}

// Uses the token only if it has been checked, because the sender could write
// anything otherwise.
uint64_t ClientOf(const CallInfo& info, bool has_tokens) {
  std::string buffer;
  return ClientKey(
      {.authorization = has_tokens ? AuthorizationOf(info, buffer) : "",
       .client_name = info.client_name,
       .peer = info.peer});
}

}  // namespace

absl::Status CheckToken(const BearerTokens* tokens, const CallInfo& info) {
  std::string buffer;
  return tokens == nullptr ? absl::OkStatus()
                           : tokens->Check(AuthorizationOf(info, buffer));
}

std::string OwnerOf(const BearerTokens* tokens, const CallInfo& info) {
  std::string buffer;
  return tokens == nullptr ? kAnonymousOwner
                           : TokenOwner(AuthorizationOf(info, buffer));
}

absl::Status AnswerShortCall(
    const TranslationContext* context, RpcMethod method, const CallInfo& info,
    absl::FunctionRef<absl::Status(const TranslationContext&)> answer) {
  if (context == nullptr) {
    return NotLoaded();
  }
  absl::Status status = AnswerWithToken(*context, info, answer);
  context->metrics.RecordRequest(method, CanonicalCode(status.code()));
  return status;
}

absl::StatusOr<std::unique_ptr<ServiceCall>> ServiceCall::Begin(
    const TranslationContext* context, RpcMethod method, const CallInfo& info) {
  if (context == nullptr) {
    return NotLoaded();
  }
  const absl::StatusOr<Headers> headers = Enter(*context, info);
  if (!headers.ok()) {
    const absl::Status& status = headers.status();
    context->metrics.RecordRequest(method, CanonicalCode(status.code()));
    return status;
  }
  std::unique_ptr<ServiceCall> call;
  const absl::Status made = WithinMemory(OutOfMemory(), [&] {
    call.reset(new ServiceCall(*context, method, info, *headers));
    return absl::OkStatus();
  });
  if (!made.ok()) {
    context->calls.Leave();
    return made;
  }
  return call;
}

absl::StatusOr<ServiceCall::Headers> ServiceCall::Enter(
    const TranslationContext& context, const CallInfo& info) {
  INTERPRES_RETURN_IF_ERROR(CheckToken(context.tokens, info));
  Headers headers;
  INTERPRES_ASSIGN_OR_RETURN(headers.max_response_bytes,
                             MaxResponseBytes(info));
  INTERPRES_ASSIGN_OR_RETURN(headers.priority, PriorityOf(info));
  INTERPRES_RETURN_IF_ERROR(context.calls.Enter());
  return headers;
}

ServiceCall::ServiceCall(const TranslationContext& context, RpcMethod method,
                         const CallInfo& info, const Headers& headers)
    : context_(context),
      method_(method),
      identity_(IdentityOf(info.request_id, info.traceparent)),
      client_(ClientOf(info, context.tokens != nullptr)),
      owner_(context.glossaries == nullptr && context.quota == nullptr
                 ? ""
                 : OwnerOf(context.tokens, info)),
      started_at_(context.clock.Now()),
      deadline_(info.timeout.has_value() ? started_at_ + *info.timeout
                                         : kNever),
      headers_(headers) {}

absl::Status ServiceCall::CheckNotCancelled() const {
  return cancelled_.load(std::memory_order_relaxed)
             ? absl::CancelledError("the call was cancelled")
             : absl::OkStatus();
}

void ServiceCall::Cancel() {
  cancelled_.store(true);
  context_.models.DropCancelled();
}

}  // namespace interpres
