// Everything that Prometheus sees (docs/metrics.md). prometheus-cpp stays
// behind this class.

#ifndef INTERPRES_SERVER_METRICS_METRICS_H_
#define INTERPRES_SERVER_METRICS_METRICS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

enum class RpcMethod { kTranslate, kStreamTranslate, kListModels, kGetModel };

// Tokenize and total are per request; queue, encode and decode per text.
enum class Phase { kTokenize, kQueue, kEncode, kDecode, kTotal };

// Why a request was turned away at admission.
enum class Rejection {
  kQueueFull,     // no room for its texts
  kDeadline,      // could not end in time
  kTooManyCalls,  // the limit of concurrent requests
  kDraining,      // the server is shutting down
};

// What the queue looks like at the moment of a scrape.
struct QueueSnapshot {
  int64_t texts = 0;
  int64_t tokens = 0;
  double estimated_seconds = 0.0;
};

// One decoder step of one worker.
struct StepObservation {
  int32_t sentences = 0;
  int32_t hypotheses = 0;
  double seconds = 0.0;
};

// The labels of interpres_model_info.
struct ModelInfo {
  std::string name;
  std::string version;
  std::string compute_type;
  int64_t parameters = 0;
};

// Thread-safe. Every handle is resolved in the constructor: recording is a few
// atomic operations, or an uncontended lock for a histogram.
class Metrics {
 public:
  Metrics();
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  // `code` is a canonical gRPC code, 0 to 16.
  void RecordRequest(RpcMethod method, int code);
  // One message of a stream was answered.
  void RecordStreamMessage(int code);
  void AddStreamsInFlight(int64_t change);
  void RecordPhase(Phase phase, double seconds);
  void RecordRejection(Rejection reason);
  void RecordSourceTokens(int64_t tokens);
  void RecordTargetTokens(int64_t tokens);
  void RecordStep(const StepObservation& step);
  // A text that left the queue or its slot unfinished.
  void RecordCancelled();
  void RecordExpired();

  void SetWorkers(int64_t workers, int64_t slots_in_all);
  // `change` in the number of sentences that are decoding now.
  void AddActiveSlots(int64_t change);
  void AddCallsInFlight(int64_t change);
  void SetModel(const ModelInfo& model);
  void SetReady(bool ready);

  // Asked at every scrape, from the exposer's threads. A null function ends
  // that; when it returns, the old source is no longer running.
  void SetQueueSource(std::function<QueueSnapshot()> source);

  // The exposition text of a scrape.
  std::string Scrape() const;

  // Serves /metrics on `address` ("host:port", port 0 picks one) and returns
  // the port. UNAVAILABLE if the address cannot be bound. At most once.
  absl::StatusOr<int> Serve(const std::string& address);
  void StopServing();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// The exposition name of a canonical code: "OK", "INVALID_ARGUMENT", ...
std::string GrpcCodeName(int code);

}  // namespace interpres

#endif  // INTERPRES_SERVER_METRICS_METRICS_H_
