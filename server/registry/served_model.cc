#include "server/registry/served_model.h"

#include <malloc.h>

#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "server/base/logging.h"
#include "server/metrics/build_info.h"
#include "server/registry/model_repository.h"

namespace interpres {
namespace {

void LogLoaded(const ModelLocation& location, const TranslationModel& model,
               Duration duration) {
  Log(LogLevel::kInfo, "model loaded",
      {{"model", location.name},
       {"path", location.path.string()},
       {"version", model.version()},
       {"compute_type", std::string(model.compute_type())},
       {"parameters", CountParameters(model.config())},
       {"golden_sentences", static_cast<int64_t>(model.card().golden.size())},
       {"seconds", Seconds(duration)}});
  if (!model.refused_types().empty()) {
    Log(LogLevel::kWarning,
        "the model failed its self-test in faster arithmetic, so a slower type "
        "is used",
        {{"model", location.name}, {"refused", model.refused_types()}});
  }
}

// Otherwise the C library keeps weights that were freed, and the copies that
// loading needs.
void ReturnFreeMemory() { malloc_trim(0); }

// Returns no file if changes of the checkpoint cannot be noticed.
ProbeFile MakeProbeFile(const ModelLocation& location,
                        const ServedModelOptions& options,
                        const TranslationModel& model) {
  if (options.probe_directory.empty() || location.fingerprint.empty()) {
    return {};
  }
  return ProbeFile(options.probe_directory,
                   absl::StrCat(kVersion, "\n", model.version(), "\n",
                                std::string(model.compute_type()), "\n",
                                location.fingerprint));
}

}  // namespace

absl::StatusOr<std::unique_ptr<ServedModel>> ServedModel::Load(
    const ModelLocation& location, const ServedModelOptions& options,
    const ModelServices& services) {
  const TimePoint start = services.clock.Now();
  INTERPRES_ASSIGN_OR_RETURN(
      std::unique_ptr<const TranslationModel> model,
      TranslationModel::Load(location.path, options.compute_type));
  INTERPRES_RETURN_IF_ERROR(model->SelfTest());
  std::unique_ptr<ServedModel> served(
      new ServedModel(location, options, services, std::move(model)));
  INTERPRES_RETURN_IF_ERROR(served->StartWorkers());
  served->metrics_->Describe(
      {.version = served->version(),
       .compute_type = std::string(served->model().compute_type()),
       .parameters = CountParameters(served->model().config())});
  LogLoaded(location, served->model(), services.clock.Now() - start);
  return served;
}

ServedModel::ServedModel(ModelLocation location,
                         const ServedModelOptions& options,
                         const ModelServices& services,
                         std::unique_ptr<const TranslationModel> model)
    : location_(std::move(location)),
      options_(options),
      clock_(services.clock),
      loaded_(std::move(model)),
      model_(loaded_->ShareWithoutWeights()),
      decoding_limits_(
          MakeDecodingLimits(*model_, model_->Resolve(options_.engine))),
      probes_(*model_, MakeProbeFile(location_, options_, *model_)),
      scheduler_(options_.queue, clock_, options_.cache_bytes),
      meter_(options_.workers),
      share_(options_.slices),
      metrics_(services.metrics.ForModel(location_.name)) {
  scheduler_.SetDropListener([this](const absl::Status& status) {
    if (absl::IsDeadlineExceeded(status)) {
      metrics_->RecordExpired();
    } else if (absl::IsCancelled(status)) {
      metrics_->RecordCancelled();
    }
  });
  scheduler_.SetReuseListener([this](Scheduler::Reuse reuse) {
    metrics_->RecordText(reuse == Scheduler::Reuse::kCached
                             ? TextSource::kCache
                             : TextSource::kShared);
  });
  if (services.turn_listener) {
    scheduler_.SetTurnListener(services.turn_listener);
  }
  metrics_->SetQueueSource([this] { return ReadQueue(); });
}

ServedModel::~ServedModel() {
  scheduler_.Close();
  Unload();
}

void ServedModel::Unload() {
  const int64_t slots = workers_ == nullptr ? 0 : workers_->slots();
  workers_.reset();  // waits for the threads
  loaded_.reset();
  if (resident_.exchange(false)) {
    metrics_->AddWorkers(-options_.workers, -slots);
    metrics_->AddResident(-1);
  }
}

bool ServedModel::UnloadIfIdle() {
  if (!scheduler_.PauseIfIdle()) {
    return false;
  }
  Unload();
  ReturnFreeMemory();
  metrics_->RecordEviction();
  Log(LogLevel::kInfo, "model weights unloaded", {{"model", name()}});
  return true;
}

absl::StatusOr<std::unique_ptr<const TranslationModel>>
ServedModel::ReadWeights() const {
  absl::StatusOr<std::unique_ptr<const TranslationModel>> loaded =
      model_->LoadAgain(location_.path);
  // Looks after reading, so that no change during it is missed.
  if (!location_.fingerprint.empty() &&
      Fingerprint(location_.path) != location_.fingerprint) {
    return absl::FailedPreconditionError(
        "its files have changed since the server checked them; reload the "
        "models (SIGHUP)");
  }
  return loaded;
}

absl::Status ServedModel::LoadWeights() {
  const TimePoint start = clock_.Now();
  absl::StatusOr<std::unique_ptr<const TranslationModel>> loaded =
      ReadWeights();
  absl::Status status = loaded.status();
  if (status.ok()) {
    loaded_ = *std::move(loaded);
    ReturnFreeMemory();
    scheduler_.Resume();
    status = StartWorkers();
  }
  const double seconds = Seconds(clock_.Now() - start);
  metrics_->RecordLoad(status.ok(), seconds);
  if (status.ok()) {
    Log(LogLevel::kInfo, "model weights loaded",
        {{"model", name()}, {"version", version()}, {"seconds", seconds}});
    return status;
  }
  scheduler_.Pause();
  loaded_.reset();
  status = absl::UnavailableError(absl::StrCat(
      "the weights of model \"", name(), "\" cannot be loaded from ",
      location_.path.string(), ": ", status.message(),
      "; repair the checkpoint or free memory, then send the request again"));
  Log(LogLevel::kError, "model weights not loaded",
      {{"model", name()}, {"error", std::string(status.message())}});
  scheduler_.FailWaiting(status);
  return status;
}

absl::Status ServedModel::StartWorkers() {
  resident_.store(true);  // before the first job completes
  auto workers = WorkerPool::Create(
      options_.workers,
      {.create_engine =
           [this] { return loaded_->CreateEngine(options_.engine); },
       .prepare = [this] { probes_.Run(*loaded_); }},
      {.scheduler = scheduler_,
       .meter = meter_,
       .metrics = *metrics_,
       .clock = clock_,
       .share = share_});
  if (!workers.ok()) {
    resident_.store(false);
    return workers.status();
  }
  workers_ = *std::move(workers);
  metrics_->AddWorkers(options_.workers, workers_->slots());
  metrics_->AddResident(1);
  return absl::OkStatus();
}

QueueSnapshot ServedModel::ReadQueue() const {
  const QueueLoad load = scheduler_.load();
  const std::optional<double> seconds =
      EstimateSeconds(load, meter_.Read(clock_.Now()).cost_per_second);
  return {.texts = load.jobs,
          .tokens = load.tokens,
          .estimated_seconds = seconds.value_or(0.0)};
}

}  // namespace interpres
