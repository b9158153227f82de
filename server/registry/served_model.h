// A model that is being served, and the objects that live as long as the model:
// its limits, queue and measured speed. Its weights and threads may leave
// memory while it is idle (ModelResidency).

#ifndef INTERPRES_SERVER_REGISTRY_SERVED_MODEL_H_
#define INTERPRES_SERVER_REGISTRY_SERVED_MODEL_H_

#include <atomic>
#include <cstdint>
#include <functional>
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
  // The turn listener of each model's scheduler. Null means no listener.
  std::function<void()> turn_listener = nullptr;
};

// A model with its queue and, while it is resident, its weights and its worker
// threads. Thread-safe, except LoadWeights and UnloadIfIdle. The destructor
// waits for the workers. A thread that must not wait holds the model by the
// shared_ptr of a ModelRegistry, which destroys models on a separate thread.
class ServedModel {
 public:
  // Reads the checkpoint, runs its self-test and starts the workers, so that
  // the model is resident. This takes seconds. Returns the errors of
  // TranslationModel::Load, SelfTest and CreateEngine, and RESOURCE_EXHAUSTED
  // if a thread cannot start.
  static absl::StatusOr<std::unique_ptr<ServedModel>> Load(
      const ModelLocation& location, const ServedModelOptions& options,
      const ModelServices& services);
  // Waits until the workers have decoded all accepted jobs, those that still
  // wait in the queue included. With 0 workers, waiting jobs complete with
  // UNAVAILABLE.
  ~ServedModel();
  ServedModel(const ServedModel&) = delete;
  ServedModel& operator=(const ServedModel&) = delete;

  // Whether the weights are in memory and the workers run.
  bool is_resident() const { return resident_.load(); }
  // Reads the weights again and starts the workers, so that the model is
  // resident. If this fails, the waiting jobs complete with the error. Returns
  // UNAVAILABLE, with the reason and the remedy, if the checkpoint cannot be
  // loaded or its files have changed since Load. REQUIRES: the model is not
  // resident.
  absl::Status LoadWeights();
  // Frees the weights and ends the workers if the model is idle. Returns
  // whether it was. Jobs that arrive later wait for LoadWeights. REQUIRES: the
  // model is resident.
  bool UnloadIfIdle();

  const std::string& name() const { return location_.name; }
  const std::string& version() const { return model_->version(); }
  const ModelLocation& location() const { return location_; }
  // Without weights.
  const TranslationModel& model() const { return *model_; }
  const DecodingLimits& decoding_limits() const { return decoding_limits_; }
  // See model/engine/coverage.h.
  double UsualLengthRatio(const std::string& target_language) const;
  Scheduler& scheduler() { return scheduler_; }
  const Scheduler& scheduler() const { return scheduler_; }
  ThroughputMeter& meter() { return meter_; }
  FollowUpMeter& follow_ups() { return follow_ups_; }
  ModelMetrics& metrics() { return *metrics_; }

 private:
  ServedModel(ModelLocation location, const ServedModelOptions& options,
              const ModelServices& services,
              std::unique_ptr<const TranslationModel> model);
  // Starts the workers of loaded_.
  absl::Status StartWorkers();
  // Ends the workers and frees the weights. REQUIRES: the scheduler is paused,
  // or closed.
  void Unload();
  // Returns the model with its weights, or why they cannot be loaded.
  absl::StatusOr<std::unique_ptr<const TranslationModel>> ReadWeights() const;
  // Finds the usual lengths of translations.
  absl::Status FindLengthRatios();
  QueueSnapshot ReadQueue() const;

  const ModelLocation location_;
  const ServedModelOptions options_;
  Clock& clock_;
  // The model with its weights, which shares the rest with model_. Null unless
  // the model is resident. Used by the constructor, by the destructor and by
  // the caller of LoadWeights and UnloadIfIdle.
  std::unique_ptr<const TranslationModel> loaded_;
  const std::unique_ptr<const TranslationModel> model_;
  std::atomic<bool> resident_ = false;
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
  std::unique_ptr<WorkerPool> workers_;  // null unless the model is resident
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_SERVED_MODEL_H_
