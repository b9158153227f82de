#include "client/translation_client.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/server_delay.h"

namespace interpres {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Converts a status of a call to `server`. gRPC and Abseil use the same numbers
// for the same codes.
absl::Status ToAbsl(const grpc::Status& status, const std::string& server) {
  const auto code = static_cast<absl::StatusCode>(status.error_code());
  if (code == absl::StatusCode::kUnavailable) {
    return absl::UnavailableError(absl::StrCat(
        "server ", server, " is unavailable: ", status.error_message(),
        "; check the address, that the server runs, and that both sides or "
        "neither use TLS (--tls)"));
  }
  if (code == absl::StatusCode::kUnauthenticated) {
    return absl::UnauthenticatedError(
        absl::StrCat(status.error_message(),
                     "; pass --token-file FILE or set INTERPRES_TOKEN"));
  }
  return absl::Status(code, status.error_message());
}

// Checks the options except `channel`.
absl::Status CheckOptions(const ClientOptions& options) {
  if (options.timeout <= milliseconds(0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("timeout is ", options.timeout.count(),
                     " ms; expected above 0 ms; increase the timeout"));
  }
  if (options.retry.max_attempts < 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "max_attempts is ", options.retry.max_attempts,
        "; expected 0 (unlimited) or more; correct the retry policy"));
  }
  // The message must not have the token, which is a secret.
  if (!IsMetadataValue(options.token) || !IsMetadataValue(options.name)) {
    return absl::InvalidArgumentError(absl::StrCat(
        IsMetadataValue(options.name) ? "token" : "name",
        " has a character that a call cannot send; expected printable ASCII "
        "without spaces; correct the options of the client"));
  }
  return absl::OkStatus();
}

using TranslationStream =
    grpc::ClientReaderWriter<interpres::v1::StreamTranslateRequest,
                             interpres::v1::StreamTranslateResponse>;

// Reads until the server sends no further result.
void ReadResults(TranslationStream& stream, const StreamHandlers& handlers) {
  while (true) {
    interpres::v1::StreamTranslateResponse response;
    if (!stream.Read(&response)) {
      break;
    }
    handlers.result(std::move(response));
  }
  handlers.results_end();
}

}  // namespace

absl::StatusOr<std::unique_ptr<TranslationClient>> TranslationClient::Create(
    ClientOptions options) {
  if (absl::Status status = CheckOptions(options); !status.ok()) {
    return status;
  }
  if (!options.sleep) {
    options.sleep = [](milliseconds delay) {
      std::this_thread::sleep_for(delay);
    };
  }
  const absl::StatusOr<std::shared_ptr<grpc::Channel>> channel =
      MakeChannel(options.channel);
  if (!channel.ok()) {
    return channel.status();
  }
  return std::unique_ptr<TranslationClient>(
      new TranslationClient(std::move(options), *channel));
}

TranslationClient::TranslationClient(
    ClientOptions options, const std::shared_ptr<grpc::Channel>& channel)
    : options_(std::move(options)),
      translation_(interpres::v1::TranslationService::NewStub(channel)),
      health_(grpc::health::v1::Health::NewStub(channel)),
      admin_(interpres::v1::AdminService::NewStub(channel)) {}

void TranslationClient::AddIdentity(grpc::ClientContext& context) const {
  if (!options_.token.empty()) {
    context.AddMetadata("authorization", "Bearer " + options_.token);
  }
  if (!options_.name.empty()) {
    context.AddMetadata("interpres-client", options_.name);
  }
  context.AddMetadata("interpres-max-response-bytes",
                      std::to_string(kMaxResponseBytes));
}

absl::Status TranslationClient::CheckResults(int texts, int results) const {
  if (results == texts) {
    return absl::OkStatus();
  }
  return absl::InternalError(absl::StrCat(
      "server ", server(), " sent ", results, " results for ", texts,
      " texts; expected one result for each text; check that the server and "
      "the client have the same version"));
}

absl::Status TranslationClient::Call(
    const std::function<grpc::Status(grpc::ClientContext*)>& attempt) {
  const auto deadline = steady_clock::now() + options_.timeout;
  for (int attempts = 1;; ++attempts) {
    const auto remaining = std::chrono::duration_cast<milliseconds>(
        deadline - steady_clock::now());
    grpc::ClientContext context;
    AddIdentity(context);
    context.set_deadline(std::chrono::system_clock::now() + remaining);
    const grpc::Status status = attempt(&context);
    if (status.ok()) {
      return absl::OkStatus();
    }
    const std::optional<milliseconds> delay = NextRetryDelay(
        options_.retry,
        FailedAttempt{
            .code = static_cast<absl::StatusCode>(status.error_code()),
            .attempts_made = attempts,
            .server_delay = DelayInDetails(status.error_details()),
            .remaining = std::chrono::duration_cast<milliseconds>(
                deadline - steady_clock::now())},
        DrawJitter());
    if (!delay) {
      return ToAbsl(status, server());
    }
    options_.sleep(*delay);
  }
}

absl::StatusOr<interpres::v1::TranslateResponse> TranslationClient::Translate(
    const interpres::v1::TranslateRequest& request) {
  interpres::v1::TranslateResponse response;
  absl::Status status = Call([&](grpc::ClientContext* context) {
    return translation_->Translate(context, request, &response);
  });
  if (!status.ok()) {
    return status;
  }
  status = CheckResults(request.texts_size(), response.results_size());
  if (!status.ok()) {
    return status;
  }
  return response;
}

void TranslationClient::TranslateOnce(interpres::v1::TranslateRequest request,
                                      Done done) {
  // The objects that gRPC refers to until the call is done.
  struct Attempt {
    grpc::ClientContext context;
    interpres::v1::TranslateRequest request;
    interpres::v1::TranslateResponse response;
    Done done;
  };
  auto attempt = std::make_shared<Attempt>();
  attempt->request = std::move(request);
  attempt->done = std::move(done);
  AddIdentity(attempt->context);
  attempt->context.set_deadline(std::chrono::system_clock::now() +
                                options_.timeout);
  translation_->async()->Translate(
      &attempt->context, &attempt->request, &attempt->response,
      [this, attempt](const grpc::Status& status) {
        absl::Status checked = ToAbsl(status, server());
        if (checked.ok()) {
          checked = CheckResults(attempt->request.texts_size(),
                                 attempt->response.results_size());
        }
        if (checked.ok()) {
          attempt->done(std::move(attempt->response));
        } else {
          attempt->done(std::move(checked));
        }
      });
}

StreamEnd TranslationClient::Stream(grpc::ClientContext& context,
                                    const StreamHandlers& handlers) {
  AddIdentity(context);
  const auto stream = translation_->StreamTranslate(&context);
  {
    const std::jthread reader([&] { ReadResults(*stream, handlers); });
    bool open = true;
    while (open) {
      const std::optional<interpres::v1::StreamTranslateRequest> message =
          handlers.next();
      open = message.has_value() && stream->Write(*message);
    }
    stream->WritesDone();
  }
  const grpc::Status status = stream->Finish();
  return {.status = ToAbsl(status, server()),
          .server_delay = DelayInDetails(status.error_details())};
}

absl::StatusOr<interpres::v1::ListModelsResponse>
TranslationClient::ListModels() {
  interpres::v1::ListModelsResponse response;
  absl::Status status = Call([&](grpc::ClientContext* context) {
    return translation_->ListModels(context, interpres::v1::ListModelsRequest(),
                                    &response);
  });
  if (!status.ok()) {
    return status;
  }
  return response;
}

absl::StatusOr<interpres::v1::Model> TranslationClient::GetModel(
    const std::string& name) {
  interpres::v1::GetModelRequest request;
  request.set_name(name);
  interpres::v1::Model model;
  absl::Status status = Call([&](grpc::ClientContext* context) {
    return translation_->GetModel(context, request, &model);
  });
  if (!status.ok()) {
    return status;
  }
  return model;
}

absl::StatusOr<interpres::v1::DetectLanguageResponse>
TranslationClient::DetectLanguage(
    const interpres::v1::DetectLanguageRequest& request) {
  interpres::v1::DetectLanguageResponse response;
  absl::Status status = Call([&](grpc::ClientContext* context) {
    return translation_->DetectLanguage(context, request, &response);
  });
  if (status.ok()) {
    status = CheckResults(request.texts_size(), response.results_size());
  }
  if (!status.ok()) {
    return status;
  }
  return response;
}

absl::StatusOr<interpres::v1::ListLanguagesResponse>
TranslationClient::ListLanguages() {
  interpres::v1::ListLanguagesResponse response;
  absl::Status status = Call([&](grpc::ClientContext* context) {
    return translation_->ListLanguages(
        context, interpres::v1::ListLanguagesRequest(), &response);
  });
  if (!status.ok()) {
    return status;
  }
  return response;
}

absl::StatusOr<grpc::health::v1::HealthCheckResponse::ServingStatus>
TranslationClient::Health() {
  grpc::health::v1::HealthCheckResponse response;
  absl::Status status = Call([&](grpc::ClientContext* context) {
    return health_->Check(context, grpc::health::v1::HealthCheckRequest(),
                          &response);
  });
  if (!status.ok()) {
    return status;
  }
  return response.status();
}

template <typename Request, typename Response>
absl::StatusOr<Response> TranslationClient::CallAdmin(
    grpc::Status (interpres::v1::AdminService::Stub::*method)(
        grpc::ClientContext*, const Request&, Response*),
    const Request& request) {
  Response response;
  absl::Status status = Call([&](grpc::ClientContext* context) {
    return (admin_.get()->*method)(context, request, &response);
  });
  if (!status.ok()) {
    return status;
  }
  return response;
}

absl::StatusOr<interpres::v1::ReloadModelsResponse>
TranslationClient::ReloadModels() {
  return CallAdmin(&interpres::v1::AdminService::Stub::ReloadModels,
                   interpres::v1::ReloadModelsRequest());
}

absl::StatusOr<interpres::v1::Glossary> TranslationClient::CreateGlossary(
    const interpres::v1::CreateGlossaryRequest& request) {
  return CallAdmin(&interpres::v1::AdminService::Stub::CreateGlossary, request);
}

absl::StatusOr<interpres::v1::GetGlossaryResponse>
TranslationClient::GetGlossary(
    const interpres::v1::GetGlossaryRequest& request) {
  return CallAdmin(&interpres::v1::AdminService::Stub::GetGlossary, request);
}

absl::StatusOr<interpres::v1::ListGlossariesResponse>
TranslationClient::ListGlossaries() {
  return CallAdmin(&interpres::v1::AdminService::Stub::ListGlossaries,
                   interpres::v1::ListGlossariesRequest());
}

absl::StatusOr<interpres::v1::Glossary> TranslationClient::UpdateGlossary(
    const interpres::v1::UpdateGlossaryRequest& request) {
  return CallAdmin(&interpres::v1::AdminService::Stub::UpdateGlossary, request);
}

absl::Status TranslationClient::DeleteGlossary(
    const interpres::v1::DeleteGlossaryRequest& request) {
  return CallAdmin(&interpres::v1::AdminService::Stub::DeleteGlossary, request)
      .status();
}

}  // namespace interpres
