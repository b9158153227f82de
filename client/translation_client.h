// A thin client of interpres.v1.TranslationService: one channel, a deadline
// for each call, retries where they help (client/retry_policy.h).

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

  // Sent with every call as a bearer token; empty: none.
  std::string token;

  // Sent with every call: what a server without tokens knows this client by
  // when it shares its work among clients; empty: it goes by the host.
  std::string name;

  // The time for one call, waits between its attempts included; above 0.
  std::chrono::milliseconds timeout{60000};

  RetryPolicy retry;

  // Waits between attempts. Tests replace it; unset: the thread sleeps.
  std::function<void(std::chrono::milliseconds)> sleep;
};

// What one stream sends and does with what comes back.
struct StreamHandlers {
  // The next message, as soon as there is one; nothing: close our side.
  std::function<std::optional<interpres::v1::StreamTranslateRequest>()> next;
  // On a thread of its own: a result; no further one comes.
  std::function<void(interpres::v1::StreamTranslateResponse)> result;
  std::function<void()> results_end;
};

// How a stream ended.
struct StreamEnd {
  absl::Status status;
  // The server's google.rpc.RetryInfo, if it sent one.
  std::optional<std::chrono::milliseconds> server_delay;
};

// Thread-safe: any number of threads may call at once. The calls block.
//
// Errors carry the code and the message of the server's gRPC status; a server
// that cannot be reached is UNAVAILABLE, and the message names its address.
class TranslationClient {
 public:
  // Does not connect yet: the first call does.
  // Returns INVALID_ARGUMENT if the timeout is not above 0 or the maximum
  // number of attempts is negative, and the errors of MakeChannel.
  static absl::StatusOr<std::unique_ptr<TranslationClient>> Create(
      ClientOptions options);

  TranslationClient(const TranslationClient&) = delete;
  TranslationClient& operator=(const TranslationClient&) = delete;

  // One result for each text of the request, in its order; INTERNAL if the
  // server answers otherwise.
  absl::StatusOr<interpres::v1::TranslateResponse> Translate(
      const interpres::v1::TranslateRequest& request);

  // One attempt, without waiting for its answer: `done` runs once, on a thread
  // of gRPC's, and may use the client, which must live until then.
  using Done =
      std::function<void(absl::StatusOr<interpres::v1::TranslateResponse>)>;
  void TranslateOnce(interpres::v1::TranslateRequest request, Done done);

  // One StreamTranslate call, without retries; returns when it has ended. No
  // deadline: the messages carry theirs. Another thread may cancel `context`.
  StreamEnd Stream(grpc::ClientContext& context,
                   const StreamHandlers& handlers);

  absl::StatusOr<interpres::v1::ListModelsResponse> ListModels();

  // Of the model of this name; "": the server's only one.
  absl::StatusOr<interpres::v1::Model> GetModel(const std::string& name);

  // The health of the server as a whole.
  absl::StatusOr<grpc::health::v1::HealthCheckResponse::ServingStatus> Health();

  // Has the server look for changed models. The channel must be to its admin
  // address.
  absl::StatusOr<interpres::v1::ReloadModelsResponse> ReloadModels();

  const std::string& server() const { return options_.channel.server; }
  const ClientOptions& options() const { return options_; }

 private:
  TranslationClient(ClientOptions options,
                    const std::shared_ptr<grpc::Channel>& channel);

  // The token and the name.
  void AddIdentity(grpc::ClientContext& context) const;

  // INTERNAL unless there is a result for each text.
  absl::Status CheckResults(
      const interpres::v1::TranslateRequest& request,
      const interpres::v1::TranslateResponse& response) const;

  // Calls `attempt` with a fresh context until it succeeds or the policy gives
  // up.
  absl::Status Call(
      const std::function<grpc::Status(grpc::ClientContext*)>& attempt);

  const ClientOptions options_;
  const std::unique_ptr<interpres::v1::TranslationService::Stub> translation_;
  const std::unique_ptr<grpc::health::v1::Health::Stub> health_;
  const std::unique_ptr<interpres::v1::AdminService::Stub> admin_;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_TRANSLATION_CLIENT_H_
