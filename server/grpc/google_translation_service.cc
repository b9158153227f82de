// Tested by tests/integration/server_google_test.cc.

#include "server/grpc/google_translation_service.h"

#include <google/protobuf/descriptor.h>

#include <memory>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "model/base/within_memory.h"
#include "server/base/out_of_memory.h"
#include "server/google/glossaries.h"
#include "server/google/glossary_entries.h"
#include "server/google/supported_languages.h"
#include "server/google/unsupported_methods.h"
#include "server/grpc/call_metadata.h"
#include "server/grpc/refused_call.h"
#include "server/grpc/wire.h"
#include "server/service/canonical_code.h"
#include "server/service/service_call.h"

namespace interpres {
namespace {

namespace v3 = ::google::cloud::translation::v3;

constexpr std::size_t kMaxShownPath = 100;

// Returns the index of the method in the service.
int IndexOf(const char* method) {
  return v3::TranslateTextRequest::descriptor()
      ->file()
      ->FindServiceByName("TranslationService")
      ->FindMethodByName(method)
      ->index();
}

// Parses a request and returns the status of `function`, which answers it.
template <typename Request>
absl::Status Answer(const grpc::ByteBuffer& bytes,
                    absl::FunctionRef<absl::Status(const Request&)> function) {
  return WithinMemory(OutOfMemory(), [&] {
    Request request;
    INTERPRES_RETURN_IF_ERROR(ParseMessage(bytes, request));
    return function(request);
  });
}

// Parses a request, and has a member function of `part` answer it.
template <typename Part, typename Request, typename Response>
absl::Status AnswerBy(const Part& part,
                      absl::Status (Part::*function)(const Request&, Response&)
                          const,
                      const grpc::ByteBuffer& bytes, Response& response) {
  return Answer<Request>(bytes, [&](const Request& request) {
    return (part.*function)(request, response);
  });
}

// Starts the call that `make` makes, or refuses it.
template <typename Make>
GoogleTranslationService::Reactor* StartCall(
    const TranslationContext* context, RpcMethod rpc,
    grpc::CallbackServerContext& server, const Make& make) {
  absl::StatusOr<std::unique_ptr<ServiceCall>> service_call =
      ServiceCall::Begin(context, rpc, CallInfoOf(server));
  if (!service_call.ok()) {
    return new RefusedCall(service_call.status());
  }
  ReceivedCall* const call = make(*std::move(service_call));
  call->Begin();
  return call;
}

}  // namespace

template <typename Call>
void GoogleTranslationService::Serve(const char* method, RpcMethod rpc) {
  ServeStreamed(
      IndexOf(method), [this, rpc](grpc::CallbackServerContext* server) {
        return StartCall(context_.load(), rpc, *server,
                         [server](std::unique_ptr<ServiceCall> service_call) {
                           return new Call(std::move(service_call), *server);
                         });
      });
}

void GoogleTranslationService::ServeCall(
    const char* method, RpcMethod rpc, const GoogleShortCall::Answer& answer) {
  ServeStreamed(IndexOf(method), [this, rpc,
                                  answer](grpc::CallbackServerContext* server) {
    return StartCall(
        context_.load(), rpc, *server,
        [server, &answer](std::unique_ptr<ServiceCall> service_call) {
          return new GoogleShortCall(std::move(service_call), *server, answer);
        });
  });
}

template <typename Request, typename Response, typename Function>
void GoogleTranslationService::ServeShort(const char* method, RpcMethod rpc,
                                          const Function& function) {
  ServeCall(method, rpc,
            [function](const ServiceCall& call, const grpc::ByteBuffer& bytes,
                       const GoogleShortCall::Finish& finish) {
              Response response;
              finish(Answer<Request>(bytes,
                                     [&](const Request& request) {
                                       return function(call, request, response);
                                     }),
                     response);
            });
}

template <typename Part, typename Request, typename Response>
void GoogleTranslationService::ServeGlossary(
    const char* method, RpcMethod rpc,
    absl::Status (Part::*function)(const Request&, Response&) const) {
  ServeCall(
      method, rpc,
      [this, function](const ServiceCall& call, const grpc::ByteBuffer& bytes,
                       const GoogleShortCall::Finish& finish) {
        const absl::Status posted =
            glossary_thread_.Post([&call, bytes, finish, function] {
              Response response;
              const absl::Status status =
                  AnswerBy(Part(call), function, bytes, response);
              finish(status, response);
            });
        if (!posted.ok()) {
          finish(posted, Response());
        }
      });
}

GoogleTranslationService::GoogleTranslationService() {
  using google_api::Glossaries;
  using google_api::GlossaryEntries;
  Serve<GoogleTranslateTextCall>("TranslateText",
                                 RpcMethod::kGoogleTranslateText);
  Serve<GoogleDetectLanguageCall>("DetectLanguage",
                                  RpcMethod::kGoogleDetectLanguage);
  ServeShort<v3::GetSupportedLanguagesRequest, v3::SupportedLanguages>(
      "GetSupportedLanguages", RpcMethod::kGoogleGetSupportedLanguages,
      [](const ServiceCall& call,
         const v3::GetSupportedLanguagesRequest& request,
         v3::SupportedLanguages& response) {
        INTERPRES_ASSIGN_OR_RETURN(response, google_api::SupportedLanguagesOf(
                                                 call.context(), request));
        return absl::OkStatus();
      });
  ServeGlossary("CreateGlossary", RpcMethod::kGoogleCreateGlossary,
                &Glossaries::Create);
  ServeGlossary("UpdateGlossary", RpcMethod::kGoogleUpdateGlossary,
                &Glossaries::Update);
  ServeGlossary("ListGlossaries", RpcMethod::kGoogleListGlossaries,
                &Glossaries::List);
  ServeGlossary("GetGlossary", RpcMethod::kGoogleGetGlossary, &Glossaries::Get);
  ServeGlossary("DeleteGlossary", RpcMethod::kGoogleDeleteGlossary,
                &Glossaries::Delete);
  ServeGlossary("GetGlossaryEntry", RpcMethod::kGoogleGetGlossaryEntry,
                &GlossaryEntries::Get);
  ServeGlossary("ListGlossaryEntries", RpcMethod::kGoogleListGlossaryEntries,
                &GlossaryEntries::List);
  ServeGlossary("CreateGlossaryEntry", RpcMethod::kGoogleCreateGlossaryEntry,
                &GlossaryEntries::Create);
  ServeGlossary("UpdateGlossaryEntry", RpcMethod::kGoogleUpdateGlossaryEntry,
                &GlossaryEntries::Update);
  ServeGlossary("DeleteGlossaryEntry", RpcMethod::kGoogleDeleteGlossaryEntry,
                &GlossaryEntries::Delete);
}

grpc::ServerGenericBidiReactor* UnknownMethods::CreateReactor(
    grpc::GenericCallbackServerContext* server) {
  std::optional<std::string> sentence =
      google_api::ExplainUnsupported(server->method());
  if (sentence) {
    const absl::Status status = absl::UnimplementedError(*sentence);
    metrics_.RecordRequest(RpcMethod::kGoogleOther,
                           CanonicalCode(status.code()));
    return new RefusedCall(status);
  }
  return new RefusedCall(absl::UnimplementedError(absl::StrCat(
      "the server has no method ",
      ReplaceInvalidUtf8(server->method().substr(0, kMaxShownPath)),
      "; gRPC reflection lists the methods")));
}

}  // namespace interpres
