// A model that is being served, with everything that lives as long as it does:
// its weights, its limits, its queue, its measured speed and its threads.

#ifndef INTERPRES_SERVER_REGISTRY_SERVED_MODEL_H_
#define INTERPRES_SERVER_REGISTRY_SERVED_MODEL_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "model/engine/translation_model.h"
#include "server/base/clock.h"
#include "server/metrics/metrics.h"
#include "server/registry/decoding_limits.h"
#include "server/registry/model_location.h"
#include "server/scheduling/scheduler.h"
#include "server/scheduling/throughput_meter.h"
#include "server/worker/worker_pool.h"

namespace interpres {

// How every model is served.
struct ServedModelOptions {
  // One of ComputeTypeNames().
  std::string compute_type = "auto";
  EngineOptions engine = {};
  // Decoding threads; 0 leaves its jobs to whoever takes them.
  int32_t workers = 1;
  QueueLimits queue = {};
  // See Scheduler.
  int64_t cache_bytes = 0;
};

// What a model shares with the rest of the server; both outlive it.
struct ModelServices {
  Metrics& metrics;
  Clock& clock;
};

// Thread-safe. The destructor waits for the workers, so whoever may be the last
// to use a model holds it by the shared_ptr of a ModelRegistry, which destroys
// it on a thread of its own.
class ServedModel {
 public:
  // Reads the checkpoint, runs its self-test and starts the workers; takes
  // seconds. The errors of TranslationModel::Load, SelfTest and CreateEngine.
  static absl::StatusOr<std::unique_ptr<ServedModel>> Load(
      const ModelLocation& location, const ServedModelOptions& options,
      const ModelServices& services);
  // Jobs that still wait complete with UNAVAILABLE, those that decode finish.
  ~ServedModel();
  ServedModel(const ServedModel&) = delete;
  ServedModel& operator=(const ServedModel&) = delete;

  const std::string& name() const { return location_.name; }
  const std::string& version() const { return model_->version(); }
  const ModelLocation& location() const { return location_; }
  const TranslationModel& model() const { return *model_; }
  const DecodingLimits& decoding_limits() const { return decoding_limits_; }
  Scheduler& scheduler() { return scheduler_; }
  ThroughputMeter& meter() { return meter_; }
  ModelMetrics& metrics() { return *metrics_; }

 private:
  ServedModel(ModelLocation location, const ServedModelOptions& options,
              const ModelServices& services,
              std::unique_ptr<const TranslationModel> model);
  absl::Status StartWorkers();
  QueueSnapshot ReadQueue() const;

  const ModelLocation location_;
  const ServedModelOptions options_;
  Clock& clock_;
  const std::unique_ptr<const TranslationModel> model_;
  const DecodingLimits decoding_limits_;
  Scheduler scheduler_;
  ThroughputMeter meter_;
  // Behind what they use: destroyed before it.
  const std::unique_ptr<ModelMetrics> metrics_;
  std::unique_ptr<WorkerPool> workers_;  // constant after Load
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_SERVED_MODEL_H_
