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
#include "server/base/mutex.h"
#include "server/metrics/model_metrics.h"

namespace interpres {

inline constexpr std::array<const char*, 5> kPhaseNames = {
    "tokenize", "queue", "encode", "decode", "total"};
inline constexpr std::array<const char*, 3> kTextSourceNames = {
    "model", "cache", "shared"};

// Handles to the series of one model.
struct ModelSeries {
  std::array<prometheus::Histogram*, kPhaseNames.size()> phases = {};
  std::array<prometheus::Counter*, kTextSourceNames.size()> texts = {};
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
  prometheus::Gauge* queue_texts = nullptr;
  prometheus::Gauge* queue_tokens = nullptr;
  prometheus::Gauge* queue_seconds = nullptr;
  // Each function removes one series from its family.
  std::vector<std::function<void()>> removals = {};
};

// Thread-safe. Must outlive the objects that Open returns.
class ModelTable {
 public:
  explicit ModelTable(prometheus::Registry& registry);

  // Returns metrics with the series of the model. Creates the series unless
  // other metrics of the model are open.
  std::unique_ptr<ModelMetrics> Open(const std::string& model)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Called by the destructor of ModelMetrics.
  void Close(ModelMetrics& metrics) ABSL_LOCKS_EXCLUDED(mutex_);
  void Describe(ModelMetrics& metrics, const ModelInfo& info)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void SetQueueSource(ModelMetrics& metrics,
                      std::function<QueueSnapshot()> source)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Sets the gauges of the queues.
  void RefreshQueues() ABSL_LOCKS_EXCLUDED(mutex_);

  // Phase::kTotal of requests for which no model was chosen.
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
  prometheus::Gauge& InfoGauge(const ModelMetrics& metrics);

  Histograms& phases_;
  Counters& texts_;
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
