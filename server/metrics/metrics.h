// Everything that Prometheus sees (docs/metrics.md). prometheus-cpp stays
// behind this class.

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

// Why a request was turned away at admission.
enum class Rejection {
  kQueueFull,      // no room for its texts
  kDeadline,       // could not end in time
  kTooManyCalls,   // the limit of concurrent requests
  kReceiveMemory,  // no room for its message
  kDraining,       // the server is shutting down
};

// What a reload did with a model.
enum class ReloadResult { kLoaded, kRejected, kUnloaded };

// Thread-safe. Handles are resolved in the constructor, but for those of
// reloads: recording is a few atomic operations, or an uncontended lock for a
// histogram.
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
  // One message of a stream was answered.
  void RecordStreamMessage(int code);
  void AddStreamsInFlight(int64_t change);
  // Phase::kTotal of a request that no model was chosen for.
  void RecordTotalWithoutModel(double seconds);
  void RecordRejection(Rejection reason);
  // `model`: a name of the repository's, so that there are few.
  void RecordReload(const std::string& model, ReloadResult result);
  // All models that there are, served or not, and whether their newest
  // checkpoint cannot be served.
  void SetModelsRejected(const std::map<std::string, bool>& rejected);

  void AddCallsInFlight(int64_t change);
  // Bytes of request messages in memory.
  void SetReceivedBytes(int64_t bytes);
  void SetReady(bool ready);
  // Until when the certificate that is served is valid, in seconds since 1970.
  void SetCertificateExpiry(int64_t unix_seconds);

  // The series of a model, those of its reloads too. The metrics must outlive
  // what this returns.
  std::unique_ptr<ModelMetrics> ForModel(const std::string& model);

  // The exposition text of a scrape.
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
