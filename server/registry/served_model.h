// A model that is being served, and the objects that live as long as the model:
// its weights, limits, queue, measured speed and threads.

#ifndef INTERPRES_SERVER_REGISTRY_SERVED_MODEL_H_
#define INTERPRES_SERVER_REGISTRY_SERVED_MODEL_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "model/engine/translation_model.h"
#include "server/base/clock.h"
#include "server/metrics/metrics.h"
#include "server/registry/decoding_limits.h"
#include "server/registry/model_location.h"
#include "server/scheduling/follow_up_meter.h"
#include "server/scheduling/scheduler.h"
#include "server/scheduling/throughput_meter.h"
#include "server/worker/worker_pool.h"

namespace interpres {

// Options that apply to all models of a server.
struct ServedModelOptions {
  // One of ComputeTypeNames().
  std::string compute_type = "auto";
  EngineOptions engine = {};
  // Number of decoding threads of each model. With 0, jobs wait until a caller
  // of scheduler() takes them.
  int32_t workers = 1;
  QueueLimits queue = {};
  // Maximum bytes of a model's result cache. 0 disables the reuse of results.
  int64_t cache_bytes = 0;
};

// Objects that a model shares with the rest of the server. They must outlive
// the model.
struct ModelServices {
  Metrics& metrics;
  Clock& clock;
};

// A loaded model, with its queue and its worker threads. Thread-safe. The
// destructor waits for the workers. A thread that must not wait holds the model
// by the shared_ptr of a ModelRegistry, which destroys models on a separate
// thread.
class ServedModel {
 public:
  // Reads the checkpoint, runs its self-test and starts the workers. This takes
  // seconds. Returns the errors of TranslationModel::Load, SelfTest and
  // CreateEngine, and RESOURCE_EXHAUSTED if a thread cannot start.
  static absl::StatusOr<std::unique_ptr<ServedModel>> Load(
      const ModelLocation& location, const ServedModelOptions& options,
      const ModelServices& services);
  // Waits until the workers have decoded all accepted jobs, those that still
  // wait in the queue included. With 0 workers, waiting jobs complete with
  // UNAVAILABLE.
  ~ServedModel();
  ServedModel(const ServedModel&) = delete;
  ServedModel& operator=(const ServedModel&) = delete;

  const std::string& name() const { return location_.name; }
  const std::string& version() const { return model_->version(); }
  const ModelLocation& location() const { return location_; }
  const TranslationModel& model() const { return *model_; }
  const DecodingLimits& decoding_limits() const { return decoding_limits_; }
  // See model/engine/coverage.h.
  double UsualLengthRatio(const std::string& target_language) const;
  Scheduler& scheduler() { return scheduler_; }
  ThroughputMeter& meter() { return meter_; }
  FollowUpMeter& follow_ups() { return follow_ups_; }
  ModelMetrics& metrics() { return *metrics_; }

 private:
  ServedModel(ModelLocation location, const ServedModelOptions& options,
              const ModelServices& services,
              std::unique_ptr<const TranslationModel> model);
  absl::Status StartWorkers();
  // Finds the usual lengths of translations.
  absl::Status FindLengthRatios();
  QueueSnapshot ReadQueue() const;

  const ModelLocation location_;
  const ServedModelOptions options_;
  Clock& clock_;
  const std::unique_ptr<const TranslationModel> model_;
  const DecodingLimits decoding_limits_;
  // By target language; constant after Load.
  std::map<std::string, double> length_ratios_;
  Scheduler scheduler_;
  ThroughputMeter meter_;
  FollowUpMeter follow_ups_;
  // metrics_ and workers_ are declared after the members that they use, so that
  // they are destroyed first. The listeners of scheduler_ use metrics_, but
  // ~Scheduler does not call them.
  const std::unique_ptr<ModelMetrics> metrics_;
  std::unique_ptr<WorkerPool> workers_;  // constant after Load
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_SERVED_MODEL_H_
