// The metrics of the server (docs/metrics.md). Hides prometheus-cpp.

#ifndef INTERPRES_SERVER_METRICS_METRICS_H_
#define INTERPRES_SERVER_METRICS_METRICS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/metrics/model_metrics.h"

namespace interpres {

enum class RpcMethod {
  kTranslate,
  kStreamTranslate,
  kListModels,
  kGetModel,
  kReloadModels
};

// Why the server rejected a request.
enum class Rejection {
  kQueueFull,      // no room for the texts
  kDeadline,       // could not end before the deadline
  kTooManyCalls,   // too many concurrent requests
  kReceiveMemory,  // no room for the message
  kDraining,       // the server is shutting down
};

// The result of a reload for one model.
enum class ReloadResult { kLoaded, kRejected, kUnloaded };

// Thread-safe. The constructor looks up the series, except the series of
// reloads. So recording takes a few atomic operations, or for a histogram a
// lock that is rarely contended.
class Metrics {
 public:
  // The option that holds the address, for messages.
  static constexpr char kAddressFlag[] = "--metrics-address";

  Metrics();
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  // `code` is a canonical gRPC code, 0 to 16.
  void RecordRequest(RpcMethod method, int code);
  // Records the answer to one message of a stream.
  void RecordStreamMessage(int code);
  void AddStreamsInFlight(int64_t change);
  // Records Phase::kTotal of a request for which no model was chosen.
  void RecordTotalWithoutModel(double seconds);
  void RecordRejection(Rejection reason);
  // `model` must be the name of a found model, because the number of series
  // must stay small.
  void RecordReload(const std::string& model, ReloadResult result);
  // `rejected` has all found models by name, and whether the newest checkpoint
  // of the model was rejected.
  void SetModelsRejected(const std::map<std::string, bool>& rejected);

  void AddCallsInFlight(int64_t change);
  // Sets the bytes of request messages in memory.
  void SetReceivedBytes(int64_t bytes);
  void SetReady(bool ready);
  // Sets the expiry of the served certificate, in seconds since 1970.
  void SetCertificateExpiry(int64_t unix_seconds);

  // Creates the series of a model, including the series of its reloads. The
  // metrics must outlive the returned object.
  std::unique_ptr<ModelMetrics> ForModel(const std::string& model);

  // Returns the text of a scrape.
  std::string Scrape() const;

  // Serves /metrics on `address` (server/base/listen_address.h) and returns the
  // port.
  //
  // REQUIRES: called at most once.
  // Returns INVALID_ARGUMENT for a malformed address, and UNAVAILABLE with the
  // reason if nothing can listen on it.
  absl::StatusOr<int> Serve(const std::string& address);
  void StopServing();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// The name of a method in metrics and in the log.
const char* MethodName(RpcMethod method);

// The exposition name of a canonical code: "OK", "INVALID_ARGUMENT", ...
std::string GrpcCodeName(int code);

}  // namespace interpres

#endif  // INTERPRES_SERVER_METRICS_METRICS_H_
