#include "server/server_app.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/cpu_count.h"
#include "model/base/status.h"
#include "model/engine/cpu_share.h"
#include "model/engine/translation_model.h"
#include "server/admission/receive_budget.h"
#include "server/base/clock.h"
#include "server/base/listen_address.h"
#include "server/base/listen_failure.h"
#include "server/base/logging.h"
#include "server/base/periodic_task.h"
#include "server/base/permits.h"
#include "server/exposure.h"
#include "server/grpc/admin_service.h"
#include "server/grpc/connection_arguments.h"
#include "server/grpc/health_service.h"
#include "server/grpc/server_credentials.h"
#include "server/grpc/translation_service.h"
#include "server/metrics/metrics.h"
#include "server/registry/model_manager.h"
#include "server/registry/model_registry.h"
#include "server/registry/model_watch.h"
#include "server/scheduling/text_pool.h"
#include "server/secrets.h"
#include "server/service/call_tracker.h"

namespace interpres {
namespace {

constexpr char kAddressFlag[] = "--address";
constexpr char kAdminFlag[] = "--admin-address";
constexpr int32_t kMostDefaultTextThreads = 2;
// For streams that are nobody's work (reflection) once all calls are done.
constexpr std::chrono::seconds kStreamGrace{1};
// How often the memory of request messages is looked after.
constexpr std::chrono::seconds kSweepInterval{1};

int32_t TextThreads(const ServerOptions& options) {
  return options.text_threads > 0
             ? options.text_threads
             : std::min(AvailableCpus(), kMostDefaultTextThreads);
}

int32_t Workers(const ServerOptions& options) {
  return options.workers > 0 ? options.workers : AvailableCpus();
}

ServedModelOptions MakeServedModelOptions(const ServerOptions& options,
                                          CpuShare& cpus) {
  return {.compute_type = options.compute_type,
          .engine = {.slots = options.slots,
                     .max_rows = options.rows,
                     .cpus = &cpus},
          .workers = Workers(options),
          .queue = options.queue,
          .cache_bytes = options.cache_bytes};
}

ModelSources MakeModelSources(const ServerOptions& options) {
  return {.models = {options.models.begin(), options.models.end()},
          .repository = options.model_repository};
}

const char* TlsMode(const TlsOptions& options) {
  if (!options.enabled()) {
    return "no";
  }
  return options.client_ca.empty() ? "yes" : "mutual";
}

}  // namespace

// Members are in the order of their construction; what comes later may use
// what comes earlier.
class ServerApp::Impl {
 public:
  explicit Impl(ServerOptions options)
      : options_(std::move(options)),
        calls_(options_.max_calls, metrics_),
        attention_(options_.max_attention_requests),
        received_({.total_bytes = options_.max_received_bytes,
                   .message_bytes = options_.max_message_bytes},
                  clock_),
        manager_(MakeModelSources(options_),
                 MakeServedModelOptions(options_, cpus_),
                 {.metrics = metrics_, .clock = clock_}, models_),
        health_({kTranslationServiceName}),
        text_pool_(TextThreads(options_)),
        sweep_(clock_, kSweepInterval, [this] { Sweep(); }) {}
  ~Impl();

  absl::Status Listen();
  absl::Status Load();
  void Open();
  void RequestReload(std::function<void(const absl::Status&)> done);
  absl::Status Drain();
  int port() const { return port_; }
  int metrics_port() const { return metrics_port_; }
  int admin_port() const { return admin_port_; }

 private:
  absl::Status ListenForAdmin(
      const std::shared_ptr<grpc::ServerCredentials>& credentials);
  void StopServer(std::chrono::seconds grace);
  void Sweep();

  const ServerOptions options_;
  Metrics metrics_;
  RealClock clock_;
  CpuShare cpus_{AvailableCpus()};
  ModelRegistry models_;
  CallTracker calls_;
  Permits attention_;
  ReceiveBudget received_;
  std::unique_ptr<Secrets> secrets_;  // set by Listen
  ModelManager manager_;
  std::unique_ptr<ModelWatch> watch_;  // null: none
  std::unique_ptr<const TranslationContext> context_;
  HealthService health_;
  TranslationService service_;
  TextPool text_pool_;
  PeriodicTask sweep_;
  std::unique_ptr<AdminService> admin_service_;  // null: none
  std::unique_ptr<grpc::Server> admin_server_;
  std::unique_ptr<grpc::Server> server_;
  int port_ = 0;
  int admin_port_ = 0;
  int metrics_port_ = 0;
};

ServerApp::Impl::~Impl() {
  manager_.Stop();
  if (admin_server_ != nullptr) {
    // Returns when the reloads that were asked for are answered.
    admin_server_->Shutdown(std::chrono::system_clock::now());
  }
  if (server_ != nullptr) {
    calls_.BeginDrain();
    StopServer(std::chrono::seconds(0));
  }
  metrics_.StopServing();
}

absl::Status ServerApp::Impl::ListenForAdmin(
    const std::shared_ptr<grpc::ServerCredentials>& credentials) {
  if (options_.admin_address.empty()) {
    return absl::OkStatus();
  }
  INTERPRES_ASSIGN_OR_RETURN(
      const ListenAddress address,
      ParseListenAddress(options_.admin_address, ListenProtocol::kGrpc,
                         kAdminFlag));
  admin_service_ =
      std::make_unique<AdminService>(secrets_->tokens(), manager_, metrics_);
  grpc::ServerBuilder builder;
  builder.AddListeningPort(address.Target(), credentials, &admin_port_);
  SetConnectionArguments(options_.connections, options_.max_received_bytes,
                         builder);
  builder.RegisterService(admin_service_.get());
  admin_server_ = builder.BuildAndStart();
  if (admin_server_ == nullptr || admin_port_ == 0) {
    return ExplainListenFailure(address, kAdminFlag);
  }
  Log(LogLevel::kInfo, "admin listening",
      {{"address", options_.admin_address}, {"port", int64_t{admin_port_}}});
  return absl::OkStatus();
}

void ServerApp::Impl::RequestReload(
    std::function<void(const absl::Status&)> done) {
  // Immediately, because a token that was withdrawn must not wait for models.
  const absl::Status secrets = secrets_->Reload();
  manager_.RequestReload(
      ModelManager::Mode::kAsked,
      [secrets, done = std::move(done)](const ReloadReport& report) {
        absl::Status status = secrets;
        status.Update(StatusOf(report));
        done(status);
      });
}

absl::Status ServerApp::Impl::Listen() {
  INTERPRES_RETURN_IF_ERROR(CheckExposure(options_));
  INTERPRES_ASSIGN_OR_RETURN(
      const ListenAddress address,
      ParseListenAddress(options_.address, ListenProtocol::kGrpc,
                         kAddressFlag));
  INTERPRES_ASSIGN_OR_RETURN(secrets_,
                             Secrets::Load(options_, clock_, metrics_));
  const auto credentials = MakeServerCredentials(secrets_->tls());
  if (!options_.metrics_address.empty()) {
    INTERPRES_ASSIGN_OR_RETURN(metrics_port_,
                               metrics_.Serve(options_.metrics_address));
    Log(LogLevel::kInfo, "metrics listening",
        {{"address", options_.metrics_address},
         {"port", int64_t{metrics_port_}}});
  }
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  INTERPRES_RETURN_IF_ERROR(ListenForAdmin(credentials));
  grpc::ServerBuilder builder;
  builder.AddListeningPort(address.Target(), credentials, &port_);
  builder.SetMaxReceiveMessageSize(
      static_cast<int>(options_.max_message_bytes));
  SetConnectionArguments(options_.connections, options_.max_received_bytes,
                         builder);
  builder.RegisterService(&service_);
  builder.RegisterService(&health_);
  server_ = builder.BuildAndStart();
  if (server_ == nullptr || port_ == 0) {
    return ExplainListenFailure(address, kAddressFlag);
  }
  Log(LogLevel::kInfo, "server listening",
      {{"address", options_.address},
       {"port", int64_t{port_}},
       {"tls", TlsMode(options_.tls)},
       {"tokens", secrets_->tokens() == nullptr ? "no" : "yes"}});
  return absl::OkStatus();
}

absl::Status ServerApp::Impl::Load() {
  INTERPRES_RETURN_IF_ERROR(manager_.LoadAll());
  context_ = std::make_unique<TranslationContext>(
      TranslationContext{.tokens = secrets_->tokens(),
                         .models = models_,
                         .metrics = metrics_,
                         .clock = clock_,
                         .text_pool = text_pool_,
                         .received = received_,
                         .calls = calls_,
                         .attention = attention_,
                         .request_limits = options_.request});
  return absl::OkStatus();
}

void ServerApp::Impl::Open() {
  service_.Open(*context_);
  if (admin_service_ != nullptr) {
    admin_service_->Open();
  }
  if (options_.watch_models.count() > 0) {
    watch_ =
        std::make_unique<ModelWatch>(manager_, clock_, options_.watch_models);
  }
  health_.SetServing(true);
  metrics_.SetReady(true);
  Log(LogLevel::kInfo, "server ready",
      {{"models", static_cast<int64_t>(models_.List().size())},
       {"port", int64_t{port_}},
       {"workers", int64_t{Workers(options_)}},
       {"batch_invariant",
        TranslationModel::IsBatchInvariant() ? "yes" : "no"}});
}

absl::Status ServerApp::Impl::Drain() {
  manager_.Stop();
  Log(LogLevel::kInfo, "draining",
      {{"timeout_seconds", int64_t{options_.drain_timeout.count()}}});
  health_.SetServing(false);
  metrics_.SetReady(false);
  calls_.BeginDrain();
  const bool finished =
      calls_.AwaitNone(clock_, clock_.Now() + options_.drain_timeout);
  StopServer(finished ? kStreamGrace : std::chrono::seconds(0));
  return finished ? absl::OkStatus()
                  : absl::DeadlineExceededError(absl::StrCat(
                        "requests were still in flight after the drain "
                        "timeout of ",
                        options_.drain_timeout.count(),
                        " s and were cancelled: allow more (--drain-timeout)"));
}

void ServerApp::Impl::StopServer(std::chrono::seconds grace) {
  health_.EndWatches();
  // Cancels what is left after the grace, and returns when the last call is
  // done: the workers and the text threads still run.
  server_->Shutdown(std::chrono::system_clock::now() + grace);
  server_.reset();
}

void ServerApp::Impl::Sweep() {
  received_.Sweep();
  metrics_.SetReceivedBytes(received_.held_bytes());
  if (received_.TakePeak()) {
    // Otherwise the C library keeps what a flood of large requests has used.
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
  // Shared: it is in use until set_value has returned, after the wait.
  const auto promise = std::make_shared<std::promise<absl::Status>>();
  RequestReload(
      [promise](const absl::Status& status) { promise->set_value(status); });
  return promise->get_future().get();
}
absl::Status ServerApp::Drain() { return impl_->Drain(); }
int ServerApp::port() const { return impl_->port(); }
int ServerApp::metrics_port() const { return impl_->metrics_port(); }
int ServerApp::admin_port() const { return impl_->admin_port(); }

}  // namespace interpres
