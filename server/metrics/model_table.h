// The series of the models. Only metrics.cc and model_metrics.cc may include
// this header, because it exposes prometheus-cpp.

#ifndef INTERPRES_SERVER_METRICS_MODEL_TABLE_H_
#define INTERPRES_SERVER_METRICS_MODEL_TABLE_H_

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "model/document/atom.h"
#include "model/document/protected_span.h"
#include "server/base/mutex.h"
#include "server/metrics/model_metrics.h"

namespace interpres {

inline constexpr std::array<const char*, 5> kPhaseNames = {
    "tokenize", "queue", "encode", "decode", "total"};
inline constexpr std::array<const char*, 3> kTextSourceNames = {
    "model", "cache", "shared"};
inline constexpr std::array<const char*, 4> kRetryReasonNames = {
    "repetition", "copy", "low_coverage", "protected_span"};
inline constexpr std::array<const char*, 2> kLoadResultNames = {"loaded",
                                                                "failed"};

// Handles to the series of one model.
struct ModelSeries {
  std::array<prometheus::Histogram*, kPhaseNames.size()> phases = {};
  std::array<prometheus::Counter*, kTextSourceNames.size()> texts = {};
  std::array<prometheus::Counter*, kRetryReasonNames.size()> retries = {};
  // [kind, step] of protected spans.
  std::array<std::array<prometheus::Counter*, kProtectionStepCount>,
             kAtomKindCount>
      protected_spans = {};
  prometheus::Counter* cancelled = nullptr;
  prometheus::Counter* expired = nullptr;
  prometheus::Counter* source_tokens = nullptr;
  prometheus::Counter* target_tokens = nullptr;
  prometheus::Histogram* step_sentences = nullptr;
  prometheus::Histogram* step_hypotheses = nullptr;
  prometheus::Histogram* step_seconds = nullptr;
  prometheus::Gauge* active_slots = nullptr;
  prometheus::Gauge* slots = nullptr;
  prometheus::Gauge* workers = nullptr;
  prometheus::Gauge* resident = nullptr;
  std::array<prometheus::Counter*, kLoadResultNames.size()> loads = {};
  prometheus::Histogram* load_seconds = nullptr;
  prometheus::Counter* evictions = nullptr;
  prometheus::Gauge* queue_texts = nullptr;
  prometheus::Gauge* queue_tokens = nullptr;
  prometheus::Gauge* queue_seconds = nullptr;
  // Each function removes one series of the model from its family. Called once,
  // when the last ModelMetrics of the model is destroyed.
  std::vector<std::function<void()>> removals = {};
};

// The series of all models. Thread-safe. Must outlive the objects that Open
// returns.
class ModelTable {
 public:
  explicit ModelTable(prometheus::Registry& registry);

  // Returns a new object that records into the series of `model`. Objects for
  // the same model share the series. Creates the series if no other object for
  // the model exists. This table must outlive the returned object.
  std::unique_ptr<ModelMetrics> Open(const std::string& model)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Called by the destructor of ModelMetrics.
  void Close(ModelMetrics& metrics) ABSL_LOCKS_EXCLUDED(mutex_);
  void Describe(ModelMetrics& metrics, const ModelInfo& info)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void SetQueueSource(ModelMetrics& metrics,
                      std::function<QueueSnapshot()> source)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Sets the gauges of the queues of all models: calls the queue sources of the
  // models with the lock held. Called before each scrape.
  void RefreshQueues() ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the histogram of the total time (Phase::kTotal), in seconds, of
  // requests for which no model was chosen.
  prometheus::Histogram& total_without_model() { return total_without_model_; }

 private:
  using Gauges = prometheus::Family<prometheus::Gauge>;
  using Counters = prometheus::Family<prometheus::Counter>;
  using Histograms = prometheus::Family<prometheus::Histogram>;

  struct Entry {
    std::unique_ptr<ModelSeries> series;
    std::vector<ModelMetrics*> users;
  };

  std::unique_ptr<ModelSeries> AddSeries(const std::string& model);
  void AddProtectedSpans(const std::string& model, ModelSeries& series);
  prometheus::Gauge& InfoGauge(const ModelMetrics& metrics);

  Histograms& phases_;
  Counters& texts_;
  Counters& retries_;
  Counters& protected_spans_;
  Counters& cancelled_;
  Counters& expired_;
  Counters& source_tokens_;
  Counters& target_tokens_;
  Histograms& step_sentences_;
  Histograms& step_hypotheses_;
  Histograms& step_seconds_;
  Gauges& active_slots_;
  Gauges& slots_;
  Gauges& workers_;
  Gauges& resident_;
  Counters& loads_;
  Histograms& load_seconds_;
  Counters& evictions_;
  Gauges& queue_texts_;
  Gauges& queue_tokens_;
  Gauges& queue_seconds_;
  Gauges& info_;
  prometheus::Histogram& total_without_model_;

  Mutex mutex_;
  std::map<std::string, Entry> models_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_METRICS_MODEL_TABLE_H_
