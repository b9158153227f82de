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
  kReloadModels,
  kDetectLanguage,
  kListLanguages,
  kCreateGlossary,
  kGetGlossary,
  kListGlossaries,
  kUpdateGlossary,
  kDeleteGlossary,
  kGoogleTranslateText,
  kGoogleDetectLanguage,
  kGoogleGetSupportedLanguages,
  kGoogleCreateGlossary,
  kGoogleUpdateGlossary,
  kGoogleListGlossaries,
  kGoogleGetGlossary,
  kGoogleDeleteGlossary,
  kGoogleGetGlossaryEntry,
  kGoogleListGlossaryEntries,
  kGoogleCreateGlossaryEntry,
  kGoogleUpdateGlossaryEntry,
  kGoogleDeleteGlossaryEntry,
  // The methods of Google's interfaces that the server does not implement.
  kGoogleOther
};

// Why the server rejected a request.
enum class Rejection {
  kQueueFull,      // no room for the texts
  kDeadline,       // could not end before the deadline
  kTooManyCalls,   // too many concurrent requests
  kReceiveMemory,  // no room for the message
  kDraining,       // the server is shutting down
};

// The result of a reload for one model or one file of a glossary: a checkpoint
// or a file was loaded or rejected, or is gone.
enum class ReloadResult { kLoaded, kRejected, kUnloaded };

// The Prometheus metrics of the server. Thread-safe, except Serve and
// StopServing. The constructor creates most series, so that recording takes
// only a few atomic operations. Recording in a histogram takes a lock that is
// rarely contended.
class Metrics {
 public:
  // The command-line option that holds the address of the metrics page. Error
  // messages name the option.
  static constexpr char kAddressFlag[] = "--metrics-address";

  Metrics();
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  // Counts one answered request. `code` is the gRPC status code of the answer,
  // 0 to 16. Other codes count as UNKNOWN.
  void RecordRequest(RpcMethod method, int code);
  // Counts one answered message of a stream. `code` is the gRPC status code of
  // the answer, 0 to 16. Other codes count as UNKNOWN.
  void RecordStreamMessage(int code);
  void AddStreamsInFlight(int64_t change);
  // Records the total time (Phase::kTotal), in seconds, of one request or one
  // message of a stream for which no model was chosen.
  void RecordTotalWithoutModel(double seconds);
  void RecordRejection(Rejection reason);
  // Counts one reload of `model` with this result. REQUIRES: `model` is the
  // name of a model in the model directories. Other names could make too many
  // series.
  void RecordReload(const std::string& model, ReloadResult result);
  // Sets for each model whether its checkpoint with the highest version was
  // rejected. `rejected` has an entry for every model in the model directories,
  // by name. Removes the series of models that `rejected` does not have.
  void SetModelsRejected(const std::map<std::string, bool>& rejected);

  // Counts one file of a glossary that was read, rejected or removed.
  void RecordGlossaryReload(ReloadResult result);
  // Sets the number of glossaries that are served, and the number of files that
  // are rejected.
  void SetGlossaries(int64_t served, int64_t rejected);

  // Counts one response of the HTTP listener by its HTTP status, for example
  // 200. A status without a series counts as 500.
  void RecordHttpResponse(int status);
  void AddHttpConnections(int64_t change);

  void AddCallsInFlight(int64_t change);
  // Sets the number of bytes that request messages hold in memory.
  void SetReceivedBytes(int64_t bytes);
  void SetReady(bool ready);
  // Sets the expiry of the TLS certificate that is served, in seconds since
  // 1970. Before the first call, the metric is absent.
  void SetCertificateExpiry(int64_t unix_seconds);

  // Returns a new object that records the metrics of `model`. Creates the
  // series of the model, including the series of its reloads, unless they
  // exist. This Metrics object must outlive the returned object.
  std::unique_ptr<ModelMetrics> ForModel(const std::string& model);

  // Returns the text of a scrape.
  std::string Scrape() const;

  // Serves /metrics on `address` (server/base/listen_address.h) until
  // StopServing or the destructor. Returns the port in use.
  //
  // REQUIRES: called at most once.
  // Returns INVALID_ARGUMENT for a malformed address, and UNAVAILABLE with the
  // reason if the server cannot listen on the address.
  absl::StatusOr<int> Serve(const std::string& address);
  // Closes the port of the metrics page. Blocks until the responses under way
  // are sent, and for up to 2 s if the port listens on a host name instead of
  // an IPv4 address. Does nothing if the port is not open.
  void StopServing();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// Returns the name of `method` in metrics and in the log, for example
// "Translate".
const char* MethodName(RpcMethod method);

// Returns the name of a gRPC status code, for example "INVALID_ARGUMENT".
// Returns "UNKNOWN" if `code` is not in 0 to 16.
std::string GrpcCodeName(int code);

}  // namespace interpres

#endif  // INTERPRES_SERVER_METRICS_METRICS_H_
