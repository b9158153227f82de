// The metrics of one model. Every series has the label `model`.

#ifndef INTERPRES_SERVER_METRICS_MODEL_METRICS_H_
#define INTERPRES_SERVER_METRICS_MODEL_METRICS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace interpres {

class ModelTable;
struct ModelSeries;

// Tokenize and total are per request; queue, encode and decode per text.
enum class Phase { kTokenize, kQueue, kEncode, kDecode, kTotal };

// Where a translation came from.
enum class TextSource {
  kModel,   // a worker made it
  kCache,   // an equal text was translated before
  kShared,  // an equal text was being translated
};

// The queue at the time of a scrape.
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

// The series of a model exist while a ModelMetrics with its name exists. So a
// version that replaces another one continues the counters. Thread-safe.
// Recording takes a few atomic operations, or for a histogram a lock that is
// rarely contended.
class ModelMetrics {
 public:
  ~ModelMetrics();
  ModelMetrics(const ModelMetrics&) = delete;
  ModelMetrics& operator=(const ModelMetrics&) = delete;

  void RecordPhase(Phase phase, double seconds);
  void RecordText(TextSource source);
  void RecordSourceTokens(int64_t tokens);
  void RecordTargetTokens(int64_t tokens);
  void RecordStep(const StepObservation& step);
  // Record a text that left the queue or its slot unfinished.
  void RecordCancelled();
  void RecordExpired();
  // Adds `change` to the number of sentences that are being decoded.
  void AddActiveSlots(int64_t change);
  // Adds workers and their slots. The destructor subtracts them.
  void AddWorkers(int64_t workers, int64_t slots);
  // Sets the labels. The destructor removes them. REQUIRES: called at most
  // once.
  void Describe(const ModelInfo& info);
  // Every scrape calls `source`, on a thread of the exposer, until the
  // destructor has returned. REQUIRES: called at most once.
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
