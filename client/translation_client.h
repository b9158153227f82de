// A client of interpres.v1.TranslationService with one channel. Each call has a
// deadline and is retried as client/retry_policy.h says.

#ifndef INTERPRES_CLIENT_TRANSLATION_CLIENT_H_
#define INTERPRES_CLIENT_TRANSLATION_CLIENT_H_

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/channel.h"
#include "client/retry_policy.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "interpres/v1/admin.grpc.pb.h"
#include "interpres/v1/translation.grpc.pb.h"

namespace interpres {

struct ClientOptions {
  ChannelOptions channel;

  // The bearer token of every call. Empty means that no token is sent. Must be
  // printable ASCII without spaces (see CleanToken).
  std::string token;

  // The client key of every call. A server that asks for no token uses this key
  // for fair shares among clients. Empty means that the server uses the
  // client's host. Must be printable ASCII without spaces.
  std::string name;

  // Maximum time for one call, the waits between its attempts included. Must be
  // above 0.
  std::chrono::milliseconds timeout{60000};

  RetryPolicy retry;

  // Called to wait for the given time between two attempts. Tests replace it.
  // Null means that the thread sleeps.
  std::function<void(std::chrono::milliseconds)> sleep;
};

// The functions that Stream calls: the source of the messages and the receiver
// of the results.
struct StreamHandlers {
  // Blocks until the next message is ready and returns it. Null means that no
  // further message follows. Called on the thread that called Stream. Must
  // return soon after `results_end` was called, because Stream waits for it.
  std::function<std::optional<interpres::v1::StreamTranslateRequest>()> next;
  // Called with each result of the server, on a thread that Stream starts.
  std::function<void(interpres::v1::StreamTranslateResponse)> result;
  // Called once, after the last result, on the same thread as `result`. Also
  // called if the stream fails.
  std::function<void()> results_end;
};

// How a stream ended.
struct StreamEnd {
  absl::Status status;
  // The retry delay of the server's google.rpc.RetryInfo. Null if absent.
  std::optional<std::chrono::milliseconds> server_delay;
};

// Makes calls to one server. Thread-safe. All calls block except TranslateOnce.
// All calls except TranslateOnce and Stream are retried (see RetryPolicy).
//
// An error has the code and the message of the gRPC status. If the server
// cannot be reached, the code is UNAVAILABLE and the message names the address.
// The messages of UNAVAILABLE and UNAUTHENTICATED also have a remedy.
class TranslationClient {
 public:
  // Returns a client that connects with its first call.
  // Returns INVALID_ARGUMENT if the timeout is not above 0, the maximum number
  // of attempts is negative, or the token or the name has a character that it
  // must not have. Also returns the errors of MakeChannel.
  static absl::StatusOr<std::unique_ptr<TranslationClient>> Create(
      ClientOptions options);

  TranslationClient(const TranslationClient&) = delete;
  TranslationClient& operator=(const TranslationClient&) = delete;

  // Returns one result for each text of the request, in the order of the texts.
  // Returns INTERNAL if the server sends another number of results.
  absl::StatusOr<interpres::v1::TranslateResponse> Translate(
      const interpres::v1::TranslateRequest& request);

  // The callback of TranslateOnce. Called once, on a thread of gRPC, with the
  // response or the error. The callback may call functions of the client that
  // do not block.
  using Done =
      std::function<void(absl::StatusOr<interpres::v1::TranslateResponse>)>;
  // Starts one attempt of a Translate call, with the client's timeout, and
  // returns immediately. Calls `done` once, on a thread of gRPC, with the
  // response or the error. The error is INTERNAL if the server sends another
  // number of results than texts. REQUIRES: the client lives until `done` has
  // returned.
  void TranslateOnce(interpres::v1::TranslateRequest request, Done done);

  // Makes one StreamTranslate call without retries. Returns when the stream has
  // ended and all handlers have returned. The call has no deadline, because
  // each message has its own. Another thread may cancel `context`. REQUIRES: no
  // call has used `context` before.
  StreamEnd Stream(grpc::ClientContext& context,
                   const StreamHandlers& handlers);

  // Returns all models of the server.
  absl::StatusOr<interpres::v1::ListModelsResponse> ListModels();

  // Returns the model `name`. An empty name means the server's only model.
  // Returns NOT_FOUND if the server has no such model, INVALID_ARGUMENT if
  // `name` is empty and the server has several models.
  absl::StatusOr<interpres::v1::Model> GetModel(const std::string& name);

  // Returns one result for each text of the request, in the order of the texts.
  // Returns INTERNAL if the server sends another number of results.
  absl::StatusOr<interpres::v1::DetectLanguageResponse> DetectLanguage(
      const interpres::v1::DetectLanguageRequest& request);

  // Returns the pairs of languages that the server translates.
  absl::StatusOr<interpres::v1::ListLanguagesResponse> ListLanguages();

  // Returns the health of the whole server.
  absl::StatusOr<grpc::health::v1::HealthCheckResponse::ServingStatus> Health();

  // Makes the server reload changed models and glossaries. Returns the outcome
  // of each model and of each file of a glossary. REQUIRES: the client calls
  // the admin address of the server.
  absl::StatusOr<interpres::v1::ReloadModelsResponse> ReloadModels();

  // Makes a glossary on the server and returns its description. Returns the
  // errors of the admin service (proto/interpres/v1/admin.proto), as the four
  // functions below do, which get, list, update and delete glossaries.
  // REQUIRES: the client calls the admin address of the server.
  absl::StatusOr<interpres::v1::Glossary> CreateGlossary(
      const interpres::v1::CreateGlossaryRequest& request);
  absl::StatusOr<interpres::v1::GetGlossaryResponse> GetGlossary(
      const interpres::v1::GetGlossaryRequest& request);
  absl::StatusOr<interpres::v1::ListGlossariesResponse> ListGlossaries();
  absl::StatusOr<interpres::v1::Glossary> UpdateGlossary(
      const interpres::v1::UpdateGlossaryRequest& request);
  absl::Status DeleteGlossary(
      const interpres::v1::DeleteGlossaryRequest& request);

  const std::string& server() const { return options_.channel.server; }
  const ClientOptions& options() const { return options_; }

 private:
  TranslationClient(ClientOptions options,
                    const std::shared_ptr<grpc::Channel>& channel);

  // Adds to the metadata of a call the token, the client key and the size of
  // the largest response that the client accepts.
  void AddIdentity(grpc::ClientContext& context) const;

  // Returns OK if a response has one result for each text: `results` equals
  // `texts`. Otherwise returns INTERNAL.
  absl::Status CheckResults(int texts, int results) const;

  // Calls `attempt` with a new context until an attempt succeeds or the retry
  // policy gives up. Waits between attempts. Returns OK or the error of the
  // last attempt.
  absl::Status Call(
      const std::function<grpc::Status(grpc::ClientContext*)>& attempt);

  // Makes the call `method` of the admin service, with the retries of Call.
  // Returns the response or the error of the last attempt.
  template <typename Request, typename Response>
  absl::StatusOr<Response> CallAdmin(
      grpc::Status (interpres::v1::AdminService::Stub::*method)(
          grpc::ClientContext*, const Request&, Response*),
      const Request& request);

  const ClientOptions options_;
  const std::unique_ptr<interpres::v1::TranslationService::Stub> translation_;
  const std::unique_ptr<grpc::health::v1::Health::Stub> health_;
  const std::unique_ptr<interpres::v1::AdminService::Stub> admin_;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_TRANSLATION_CLIENT_H_
