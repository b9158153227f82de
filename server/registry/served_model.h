// A model that is being served, and the objects that live as long as the model:
// its limits, queue and measured speed. Its weights and threads may leave
// memory while it is idle (ModelResidency).

#ifndef INTERPRES_SERVER_REGISTRY_SERVED_MODEL_H_
#define INTERPRES_SERVER_REGISTRY_SERVED_MODEL_H_

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "model/engine/translation_model.h"
#include "server/base/clock.h"
#include "server/metrics/metrics.h"
#include "server/registry/decoding_limits.h"
#include "server/registry/model_location.h"
#include "server/registry/model_probes.h"
#include "server/scheduling/follow_up_meter.h"
#include "server/scheduling/scheduler.h"
#include "server/scheduling/throughput_meter.h"
#include "server/worker/time_slices.h"
#include "server/worker/worker_pool.h"

namespace interpres {

// Options that apply to all models of a server.
struct ServedModelOptions {
  // One of ComputeTypeNames().
  std::string compute_type = "auto";
  EngineOptions engine = {};
  // Number of decoding threads of each model. With 0, jobs wait until another
  // caller of ServedModel::scheduler() takes them, as in tests.
  int32_t workers = 1;
  // Of all models of the server. Null means that workers compute at any time.
  TimeSlices* slices = nullptr;
  QueueLimits queue = {};
  // Maximum bytes of a model's result cache. 0 disables the reuse of results.
  int64_t cache_bytes = 0;
  // Where ModelProbes keeps its results. Empty means in memory only.
  std::filesystem::path probe_directory = {};
};

// Objects that the served models share with the rest of the server. They must
// outlive the models.
struct ModelServices {
  Metrics& metrics;
  Clock& clock;
  // The Scheduler::TurnListener of each model's scheduler. Null means no
  // listener.
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
  // TranslationModel::Load, SelfTest and CreateEngine. Returns
  // RESOURCE_EXHAUSTED if a thread cannot start.
  static absl::StatusOr<std::unique_ptr<ServedModel>> Load(
      const ModelLocation& location, const ServedModelOptions& options,
      const ModelServices& services);
  // Closes the queue, and blocks until the workers have decoded all accepted
  // jobs, also the jobs that still wait. Without running workers, because the
  // model is not resident or has 0 workers, waiting jobs complete with
  // UNAVAILABLE.
  ~ServedModel();
  ServedModel(const ServedModel&) = delete;
  ServedModel& operator=(const ServedModel&) = delete;

  // Whether the weights are in memory, and the workers run or are starting.
  bool is_resident() const { return resident_.load(); }
  // Reads the weights again and starts the workers, so that the model is
  // resident. Returns UNAVAILABLE, with the reason and a remedy, if the
  // checkpoint cannot be loaded, if its files have changed since Load, or if
  // the workers cannot start. Then all waiting jobs complete with this error.
  // REQUIRES: the model is not resident; not called concurrently.
  absl::Status LoadWeights();
  // If no request of the present turn uses the model, ends the workers, frees
  // the weights and returns true. Otherwise changes nothing and returns false.
  // Jobs that arrive later wait for LoadWeights. Blocks. REQUIRES: the model is
  // resident; not called concurrently.
  bool UnloadIfIdle();

  const std::string& name() const { return location_.name; }
  const std::string& version() const { return model_->version(); }
  const ModelLocation& location() const { return location_; }
  // Without weights.
  const TranslationModel& model() const { return *model_; }
  const DecodingLimits& decoding_limits() const { return decoding_limits_; }
  // The workers run the probes before they take their first job.
  const ModelProbes& probes() const { return probes_; }
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
  // Reads the checkpoint again and returns the model with its weights. Returns
  // the errors of loading. Returns FAILED_PRECONDITION if the files have
  // changed since Load.
  absl::StatusOr<std::unique_ptr<const TranslationModel>> ReadWeights() const;
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
  ModelProbes probes_;
  Scheduler scheduler_;
  ThroughputMeter meter_;
  TimeShare share_;
  FollowUpMeter follow_ups_;
  // metrics_ and workers_ are declared after the members that they use, so that
  // they are destroyed first. The listeners of scheduler_ use metrics_, but
  // ~Scheduler does not call them.
  const std::unique_ptr<ModelMetrics> metrics_;
  std::unique_ptr<WorkerPool> workers_;  // null unless the model is resident
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_SERVED_MODEL_H_
