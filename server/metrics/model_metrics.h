// The metrics of one model. Every series has the label `model`.

#ifndef INTERPRES_SERVER_METRICS_MODEL_METRICS_H_
#define INTERPRES_SERVER_METRICS_MODEL_METRICS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "model/document/atom.h"
#include "model/document/protected_span.h"

namespace interpres {

class ModelTable;
struct ModelSeries;

// The phases whose durations are measured. For each model that a request uses,
// kTotal is measured once, and kTokenize once for the texts that the model
// translates together. kQueue, kEncode and kDecode are measured for each
// attempt to translate a sentence, when the phase ends. An attempt that reuses
// the result of an equal sentence has none of these three phases.
enum class Phase { kTokenize, kQueue, kEncode, kDecode, kTotal };

// Where a translation came from.
enum class TextSource {
  kModel,   // a worker made it
  kCache,   // an equal text was translated before
  kShared,  // an equal text was being translated
};

// Why a sentence is translated again.
enum class RetryReason {
  kRepetition,     // the translation repeats itself
  kCopy,           // the translation is the source
  kLowCoverage,    // the translation leaves a part of the source out
  kProtectedSpan,  // the translation damages a protected span
};

// The sentences of one model that wait in the queue or in the backlog at the
// time of a scrape: their number, their source tokens, and the estimated
// seconds until all are translated. 0 seconds also means no estimate.
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

// The labels of interpres_model_info, except the name.
struct ModelInfo {
  std::string version;
  std::string compute_type;
  int64_t parameters = 0;
};

// Records the metrics of one model. Thread-safe, except AddWorkers. The series
// of a model exist while a ModelMetrics for its name exists. So a new version
// of the model continues the counters of the old version. Recording takes a few
// atomic operations, or for a histogram a lock that is rarely contended.
class ModelMetrics {
 public:
  ~ModelMetrics();
  ModelMetrics(const ModelMetrics&) = delete;
  ModelMetrics& operator=(const ModelMetrics&) = delete;

  void RecordPhase(Phase phase, double seconds);
  void RecordText(TextSource source);
  void RecordRetry(RetryReason reason);
  void RecordProtectedSpan(AtomKind kind, ProtectionStep step);
  void RecordSourceTokens(int64_t tokens);
  void RecordTargetTokens(int64_t tokens);
  void RecordStep(const StepObservation& step);
  // Counts a sentence that left the queue or its slot unfinished because its
  // call was cancelled.
  void RecordCancelled();
  // Counts a sentence that left the queue or its slot unfinished because its
  // deadline passed.
  void RecordExpired();
  // Adds `change`, which may be negative, to the number of sentences that are
  // being decoded.
  void AddActiveSlots(int64_t change);
  // Adds `workers` to the number of workers of the model, and `slots` to the
  // number of their slots. The destructor subtracts both again. Not
  // thread-safe.
  void AddWorkers(int64_t workers, int64_t slots);
  // Adds `change`, which may be negative, to the number of versions of the
  // model whose weights are in memory.
  void AddResident(int64_t change);
  // Counts a load of the model's weights on demand by its result, and records
  // its duration, also if the load failed.
  void RecordLoad(bool succeeded, double seconds);
  // Counts one time that the model's weights left memory to make room for
  // another model.
  void RecordEviction();
  // Creates the series interpres_model_info with the labels `info`. The
  // destructor removes the series, unless another object for the same model has
  // the same labels. REQUIRES: called at most once.
  void Describe(const ModelInfo& info);
  // Sets the function that returns the present queue of the model. Every scrape
  // calls `source`, on any thread and with a lock held. So `source` must be
  // fast and must not use the metrics. The calls end before the destructor
  // returns. REQUIRES: called at most once.
  void SetQueueSource(std::function<QueueSnapshot()> source);

 private:
  friend class ModelTable;
  ModelMetrics(ModelTable& table, std::string model, ModelSeries& series);

  ModelTable& table_;
  const std::string model_;
  ModelSeries& series_;
  int64_t workers_ = 0;
  int64_t slots_ = 0;
  // Guarded by the lock of the table.
  std::optional<ModelInfo> info_;
  std::function<QueueSnapshot()> queue_source_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_METRICS_MODEL_METRICS_H_
