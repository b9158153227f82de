#include "server/server_app.h"

#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/cpu_count.h"
#include "model/base/status.h"
#include "model/engine/cpu_share.h"
#include "model/engine/translation_model.h"
#include "server/admission/receive_budget.h"
#include "server/base/clock.h"
#include "server/base/listener.h"
#include "server/base/logging.h"
#include "server/base/periodic_task.h"
#include "server/base/permits.h"
#include "server/exposure.h"
#include "server/glossary/glossary_store.h"
#include "server/glossary/glossary_watch.h"
#include "server/grpc/admin_listener.h"
#include "server/grpc/grpc_port.h"
#include "server/grpc/translation_listener.h"
#include "server/http/http_listener.h"
#include "server/metrics/metrics.h"
#include "server/metrics/metrics_listener.h"
#include "server/quota/character_quota.h"
#include "server/registry/model_manager.h"
#include "server/registry/model_registry.h"
#include "server/registry/model_residency.h"
#include "server/registry/model_watch.h"
#include "server/scheduling/text_pool.h"
#include "server/secrets.h"
#include "server/service/call_tracker.h"
#include "server/service/translation_context.h"
#include "server/worker/time_slices.h"

namespace interpres {
namespace {

constexpr int32_t kMaxDefaultTextThreads = 2;
// For streams that no CallTracker counts (reflection), once all calls are done.
constexpr std::chrono::seconds kStreamGrace{1};
// Interval of ReceiveBudget::Sweep.
constexpr std::chrono::seconds kSweepInterval{1};
// Interval of CharacterQuota::Save. A crash loses the counts of this time.
constexpr std::chrono::seconds kQuotaInterval{10};

Integrity IntegrityOf(const std::string& name) {
  if (name == "off") {
    return Integrity::kOff;
  }
  return name == "report" ? Integrity::kReport : Integrity::kRepair;
}

int32_t TextThreads(const ServerOptions& options) {
  return options.text_threads > 0
             ? options.text_threads
             : std::min(AvailableCpus(), kMaxDefaultTextThreads);
}

int32_t Workers(const ServerOptions& options) {
  return options.workers > 0 ? options.workers : AvailableCpus();
}

ServedModelOptions MakeServedModelOptions(const ServerOptions& options,
                                          CpuShare& cpus, TimeSlices& slices) {
  return {.compute_type = options.compute_type,
          .engine = {.slots = options.slots,
                     .max_rows = options.rows,
                     .cpus = &cpus},
          .workers = Workers(options),
          .slices = &slices,
          .queue = options.queue,
          .cache_bytes = options.cache_bytes,
          .probe_directory = options.probe_directory};
}

ModelSources MakeModelSources(const ServerOptions& options) {
  return {.models = {options.models.begin(), options.models.end()},
          .repository = options.model_repository};
}

}  // namespace

// A member may use the members that are declared before it.
class ServerApp::Impl {
 public:
  explicit Impl(ServerOptions options)
      : options_(std::move(options)),
        calls_(options_.max_calls, metrics_),
        attention_(options_.max_attention_requests),
        received_({.total_bytes = options_.max_received_bytes,
                   .message_bytes = options_.max_message_bytes},
                  clock_),
        residency_(options_.max_resident_models, models_, clock_),
        manager_(MakeModelSources(options_),
                 MakeServedModelOptions(options_, cpus_, slices_),
                 {.metrics = metrics_,
                  .clock = clock_,
                  .turn_listener = residency_.turn_listener()},
                 models_, &residency_),
        text_pool_(TextThreads(options_)),
        sweep_(clock_, kSweepInterval, [this] { Sweep(); }) {}
  ~Impl();

  absl::Status Listen();
  absl::Status Load();
  void Open();
  void RequestReload(std::function<void(const absl::Status&)> done);
  absl::Status Drain();
  // The port of the listener with this address option. 0 without the listener.
  int PortOf(std::string_view flag) const;

 private:
  // Creates the listeners that the options ask for.
  void AddListeners();
  void Sweep();
  // Reads the changed glossaries. Returns why files are rejected.
  absl::Status ReloadGlossaries();
  absl::Status LoadQuota();
  // Writes the counts of the quota. Logs the error.
  void SaveQuota();

  const ServerOptions options_;
  Metrics metrics_;
  RealClock clock_;
  CpuShare cpus_{AvailableCpus()};
  TimeSlices slices_{AvailableCpus(), clock_};
  ModelRegistry models_;
  CallTracker calls_;
  Permits attention_;
  ReceiveBudget received_;
  std::unique_ptr<Secrets> secrets_;  // set by Listen
  // Set by Listen. Null without --glossary-directory.
  std::unique_ptr<GlossaryStore> glossaries_;
  std::unique_ptr<CharacterQuota> quota_;  // null without --quota
  ModelResidency residency_;
  ModelManager manager_;
  std::unique_ptr<ModelWatch> watch_;  // null if no interval is set
  // Null if no interval is set or the server has no glossaries.
  std::unique_ptr<GlossaryWatch> glossary_watch_;
  std::unique_ptr<const TranslationContext> context_;  // set by Listen
  TextPool text_pool_;
  PeriodicTask sweep_;
  // Null without --quota-file.
  std::unique_ptr<PeriodicTask> quota_saver_;
  // In the order of their start.
  std::vector<std::unique_ptr<Listener>> listeners_;
};

ServerApp::Impl::~Impl() {
  manager_.Stop();
  calls_.BeginDrain();
  // Closes the ports in the reverse order of their start. The calls end while
  // the workers and the text threads still run.
  while (!listeners_.empty()) {
    listeners_.pop_back();
  }
  quota_saver_.reset();
  SaveQuota();
}

void ServerApp::Impl::RequestReload(
    std::function<void(const absl::Status&)> done) {
  // Immediately, because a token that was withdrawn must not wait for models.
  const absl::Status secrets = secrets_->Reload();
  manager_.RequestReload(
      ModelManager::Mode::kRequested,
      [this, secrets, done = std::move(done)](const ReloadReport& report) {
        absl::Status status = secrets;
        status.Update(StatusOf(report));
        status.Update(ReloadGlossaries());
        done(status);
      });
}

absl::Status ServerApp::Impl::ReloadGlossaries() {
  return glossaries_ == nullptr ? absl::OkStatus()
                                : StatusOf(glossaries_->Reload());
}

absl::Status ServerApp::Impl::LoadQuota() {
  if (options_.quota.characters == 0) {
    return absl::OkStatus();
  }
  INTERPRES_ASSIGN_OR_RETURN(
      quota_, CharacterQuota::Load(options_.quota, CharacterQuota::SystemTime));
  if (!options_.quota.file.empty()) {
    quota_saver_ = std::make_unique<PeriodicTask>(clock_, kQuotaInterval,
                                                  [this] { SaveQuota(); });
  }
  return absl::OkStatus();
}

void ServerApp::Impl::SaveQuota() {
  if (quota_ == nullptr) {
    return;
  }
  const absl::Status status = quota_->Save();
  if (!status.ok()) {
    Log(LogLevel::kError, "quota not saved",
        {{"reason", std::string(status.message())}});
  }
}

absl::Status ServerApp::Impl::Listen() {
  INTERPRES_RETURN_IF_ERROR(CheckExposure(options_));
  INTERPRES_ASSIGN_OR_RETURN(secrets_,
                             Secrets::Load(options_, clock_, metrics_));
  if (!options_.glossaries.directory.empty()) {
    INTERPRES_ASSIGN_OR_RETURN(
        glossaries_, GlossaryStore::Load(options_.glossaries, metrics_));
  }
  INTERPRES_RETURN_IF_ERROR(LoadQuota());
  context_ = std::make_unique<TranslationContext>(TranslationContext{
      .tokens = secrets_->tokens(),
      .models = models_,
      .metrics = metrics_,
      .clock = clock_,
      .text_pool = text_pool_,
      .received = received_,
      .calls = calls_,
      .attention = attention_,
      .request_limits = options_.request,
      .split_by_default = options_.split == "sentences",
      .integrity_by_default = IntegrityOf(options_.integrity),
      .pivot_languages = options_.pivot_languages,
      .quota = quota_.get(),
      .glossaries = glossaries_.get()});
  AddListeners();
  for (const auto& listener : listeners_) {
    INTERPRES_RETURN_IF_ERROR(listener->Start());
  }
  return absl::OkStatus();
}

void ServerApp::Impl::AddListeners() {
  const GrpcTransport transport(options_.connections,
                                options_.max_received_bytes, secrets_->tls());
  if (!options_.metrics_address.empty()) {
    listeners_.push_back(
        std::make_unique<MetricsListener>(options_.metrics_address, metrics_));
  }
  if (!options_.admin_address.empty()) {
    listeners_.push_back(std::make_unique<AdminListener>(
        options_.admin_address, transport,
        AdminParts{.tokens = secrets_->tokens(),
                   .manager = manager_,
                   .glossaries = glossaries_.get(),
                   .max_glossary_bytes = options_.glossaries.limits.max_bytes,
                   .metrics = metrics_}));
  }
  if (!options_.http.address.empty()) {
    HttpOptions http = options_.http;
    http.max_body_bytes = options_.max_message_bytes;
    listeners_.push_back(std::make_unique<HttpListener>(
        std::move(http), secrets_->tls(), *context_));
  }
  listeners_.push_back(std::make_unique<TranslationListener>(
      options_.address, options_.max_message_bytes, transport, *context_));
}

int ServerApp::Impl::PortOf(std::string_view flag) const {
  for (const auto& listener : listeners_) {
    if (listener->flag() == flag) {
      return listener->port();
    }
  }
  return 0;
}

absl::Status ServerApp::Impl::Load() { return manager_.LoadAll(); }

void ServerApp::Impl::Open() {
  if (options_.watch_models.count() > 0) {
    watch_ =
        std::make_unique<ModelWatch>(manager_, clock_, options_.watch_models);
  }
  if (options_.watch_models.count() > 0 && glossaries_ != nullptr) {
    glossary_watch_ = std::make_unique<GlossaryWatch>(*glossaries_, clock_,
                                                      options_.watch_models);
  }
  for (const auto& listener : listeners_) {
    listener->Open();
  }
  metrics_.SetReady(true);
  Log(LogLevel::kInfo, "server ready",
      {{"models", static_cast<int64_t>(models_.List().size())},
       {"port", int64_t{PortOf(TranslationListener::kAddressFlag)}},
       {"workers", int64_t{Workers(options_)}},
       {"batch_invariant",
        TranslationModel::IsBatchInvariant() ? "yes" : "no"}});
}

absl::Status ServerApp::Impl::Drain() {
  manager_.Stop();
  Log(LogLevel::kInfo, "draining",
      {{"timeout_seconds", int64_t{options_.drain_timeout.count()}}});
  for (const auto& listener : listeners_) {
    listener->BeginDrain();
  }
  calls_.BeginDrain();
  // Who sees this metric knows that every new call is refused.
  metrics_.SetReady(false);
  const bool finished =
      calls_.AwaitNone(clock_, clock_.Now() + options_.drain_timeout);
  // The calls end while the workers and the text threads still run.
  for (const auto& listener : listeners_) {
    listener->EndDrain(finished ? kStreamGrace : std::chrono::seconds(0));
  }
  return finished ? absl::OkStatus()
                  : absl::DeadlineExceededError(absl::StrCat(
                        "requests were still in flight after the drain "
                        "timeout of ",
                        options_.drain_timeout.count(),
                        " s and were cancelled: allow more (--drain-timeout)"));
}

void ServerApp::Impl::Sweep() {
  received_.Sweep();
  metrics_.SetReceivedBytes(received_.held_bytes());
  if (received_.TakePeak()) {
    // Otherwise the C library keeps the memory of a flood of large requests.
    malloc_trim(0);
  }
}

ServerApp::ServerApp(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ServerApp::~ServerApp() = default;

absl::StatusOr<std::unique_ptr<ServerApp>> ServerApp::Create(
    const ServerOptions& options) {
  auto impl = std::make_unique<Impl>(options);
  INTERPRES_RETURN_IF_ERROR(impl->Listen());
  return std::unique_ptr<ServerApp>(new ServerApp(std::move(impl)));
}

absl::Status ServerApp::Load() { return impl_->Load(); }
void ServerApp::Open() { impl_->Open(); }
void ServerApp::RequestReload(std::function<void(const absl::Status&)> done) {
  impl_->RequestReload(std::move(done));
}
absl::Status ServerApp::Reload() {
  // Shared, because set_value still uses the promise after it wakes the waiter.
  const auto promise = std::make_shared<std::promise<absl::Status>>();
  RequestReload(
      [promise](const absl::Status& status) { promise->set_value(status); });
  return promise->get_future().get();
}
absl::Status ServerApp::Drain() { return impl_->Drain(); }
int ServerApp::port() const {
  return impl_->PortOf(TranslationListener::kAddressFlag);
}
int ServerApp::http_port() const {
  return impl_->PortOf(HttpListener::kAddressFlag);
}
int ServerApp::metrics_port() const {
  return impl_->PortOf(Metrics::kAddressFlag);
}
int ServerApp::admin_port() const {
  return impl_->PortOf(AdminListener::kAddressFlag);
}

}  // namespace interpres
