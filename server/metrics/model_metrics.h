// What is counted for one model; every series has the label `model`.

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

// The labels of interpres_model_info, beside the name.
struct ModelInfo {
  std::string version;
  std::string compute_type;
  int64_t parameters = 0;
};

// The series of a model exist as long as one of these with its name: a version
// that replaces another counts on. Thread-safe; recording is a few atomic
// operations, or an uncontended lock for a histogram.
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
  // A text that left the queue or its slot unfinished.
  void RecordCancelled();
  void RecordExpired();
  // `change` in the number of sentences that are decoding now.
  void AddActiveSlots(int64_t change);
  // Workers that started, and their slots; taken back by the destructor.
  void AddWorkers(int64_t workers, int64_t slots);
  // At most once; taken back by the destructor.
  void Describe(const ModelInfo& info);
  // Asked at every scrape, from the exposer's threads, until the destructor
  // has returned. At most once.
  void SetQueueSource(std::function<QueueSnapshot()> source);

 private:
  friend class ModelTable;
  ModelMetrics(ModelTable& table, std::string model, ModelSeries& series);

  ModelTable& table_;
  const std::string model_;
  ModelSeries& series_;
  int64_t workers_ = 0;
  int64_t slots_ = 0;
  // Of the table's, under its lock.
  std::optional<ModelInfo> info_;
  std::function<QueueSnapshot()> queue_source_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_METRICS_MODEL_METRICS_H_
