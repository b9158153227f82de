#include "server/server_app.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "model/base/cpu_count.h"
#include "model/base/status.h"
#include "model/engine/translation_model.h"
#include "server/base/clock.h"
#include "server/base/logging.h"
#include "server/base/task_pool.h"
#include "server/metrics/metrics.h"
#include "server/models/model_registry.h"
#include "server/rpc/call_tracker.h"
#include "server/rpc/health_service.h"
#include "server/rpc/server_credentials.h"
#include "server/rpc/translation_service.h"
#include "server/security/bearer_tokens.h"

namespace interpres {
namespace {

constexpr int32_t kDefaultRowsPerSlot = 4;
constexpr int32_t kMostDefaultTextThreads = 2;
// For streams that are nobody's work (reflection) once all calls are done.
constexpr std::chrono::seconds kStreamGrace{1};
// Clients may ping this often, even without a call.
constexpr int kLeastPingIntervalMs = 10'000;

int Milliseconds(std::chrono::seconds seconds) {
  return static_cast<int>(std::chrono::milliseconds(seconds).count());
}

int32_t TextThreads(const ServerOptions& options) {
  return options.text_threads > 0
             ? options.text_threads
             : std::min(AvailableCpus(), kMostDefaultTextThreads);
}

int32_t Workers(const ServerOptions& options) {
  return options.workers > 0 ? options.workers : AvailableCpus();
}

ServedModelOptions MakeServedModelOptions(const ServerOptions& options) {
  EngineOptions engine;
  engine.slots = options.slots;
  engine.max_rows =
      options.rows > 0 ? options.rows : options.slots * kDefaultRowsPerSlot;
  return {.compute_type = options.compute_type,
          .engine = engine,
          .workers = Workers(options),
          .queue = options.queue};
}

// Whether an address, as gRPC writes them, is this machine's own.
bool IsLocal(const std::string& address) {
  for (const char* prefix : {"127.", "localhost:", "[::1]:", "unix:"}) {
    if (absl::StartsWith(address, prefix)) {
      return true;
    }
  }
  return false;
}

const char* TlsMode(const TlsOptions& options) {
  if (!options.enabled()) {
    return "no";
  }
  return options.client_ca.empty() ? "yes" : "mutual";
}

void SetConnectionArguments(const ServerOptions& options,
                            grpc::ServerBuilder& builder) {
  // Two servers on one port would share its connections silently.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddChannelArgument(
      GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
      kLeastPingIntervalMs);
  if (options.keepalive_time.count() > 0) {
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS,
                               Milliseconds(options.keepalive_time));
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS,
                               Milliseconds(options.keepalive_timeout));
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  }
  if (options.max_connection_age.count() > 0) {
    builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_MS,
                               Milliseconds(options.max_connection_age));
    builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_GRACE_MS,
                               Milliseconds(options.max_connection_age_grace));
  }
}

}  // namespace

// Members are in the order of their construction; what comes later may use
// what comes earlier.
class ServerApp::Impl {
 public:
  explicit Impl(ServerOptions options)
      : options_(std::move(options)),
        calls_(options_.max_calls, metrics_),
        health_({kTranslationServiceName}),
        text_pool_(TextThreads(options_)) {}
  ~Impl();

  absl::Status Listen();
  absl::Status Load();
  absl::Status Reload();
  absl::Status Drain();
  int port() const { return port_; }
  int metrics_port() const { return metrics_port_; }

 private:
  absl::Status LoadTokens();
  absl::Status LoadModel();
  QueueSnapshot ReadQueues() const;
  void StopServer(std::chrono::seconds grace);

  const ServerOptions options_;
  Metrics metrics_;
  RealClock clock_;
  ModelRegistry models_;
  CallTracker calls_;
  std::unique_ptr<BearerTokens> tokens_;  // null: callers need none
  std::unique_ptr<const TranslationContext> context_;
  HealthService health_;
  TranslationService service_;
  TaskPool text_pool_;
  std::unique_ptr<grpc::Server> server_;
  int port_ = 0;
  int metrics_port_ = 0;
};

ServerApp::Impl::~Impl() {
  if (server_ != nullptr) {
    calls_.BeginDrain();
    StopServer(std::chrono::seconds(0));
  }
  metrics_.StopServing();
  metrics_.SetQueueSource(nullptr);
}

QueueSnapshot ServerApp::Impl::ReadQueues() const {
  QueueSnapshot all;
  for (const ServedModelPtr& model : models_.ListAlive()) {
    const QueueLoad load = model->scheduler().load();
    all.texts += load.jobs;
    all.tokens += load.tokens;
    // The models work side by side.
    all.estimated_seconds =
        std::max(all.estimated_seconds,
                 EstimateSeconds(load, model->meter().Read().work_per_second)
                     .value_or(0.0));
  }
  return all;
}

absl::Status ServerApp::Impl::LoadTokens() {
  if (options_.token_file.empty()) {
    return absl::OkStatus();
  }
  if (!options_.tls.enabled() && !options_.plaintext_tokens &&
      !IsLocal(options_.address)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "tokens would come to ", options_.address,
        " readable for everybody on the way: serve TLS (--tls-certificate, "
        "--tls-key), or say --plaintext-tokens where something else encrypts "
        "the connections"));
  }
  INTERPRES_ASSIGN_OR_RETURN(tokens_, BearerTokens::Load(options_.token_file));
  return absl::OkStatus();
}

absl::Status ServerApp::Impl::Reload() {
  return tokens_ == nullptr ? absl::OkStatus() : tokens_->Reload();
}

absl::Status ServerApp::Impl::Listen() {
  INTERPRES_RETURN_IF_ERROR(LoadTokens());
  INTERPRES_ASSIGN_OR_RETURN(const auto credentials,
                             MakeServerCredentials(options_.tls));
  metrics_.SetQueueSource([this] { return ReadQueues(); });
  if (!options_.metrics_address.empty()) {
    INTERPRES_ASSIGN_OR_RETURN(metrics_port_,
                               metrics_.Serve(options_.metrics_address));
    Log(LogLevel::kInfo, "metrics listening",
        {{"address", options_.metrics_address},
         {"port", int64_t{metrics_port_}}});
  }
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  builder.AddListeningPort(options_.address, credentials, &port_);
  builder.SetMaxReceiveMessageSize(
      static_cast<int>(options_.max_message_bytes));
  SetConnectionArguments(options_, builder);
  builder.RegisterService(&service_);
  builder.RegisterService(&health_);
  server_ = builder.BuildAndStart();
  if (server_ == nullptr || port_ == 0) {
    return absl::UnavailableError(absl::StrCat(
        "cannot listen on \"", options_.address,
        "\": expected host:port that no other program listens on"));
  }
  Log(LogLevel::kInfo, "server listening",
      {{"address", options_.address},
       {"port", int64_t{port_}},
       {"tls", TlsMode(options_.tls)},
       {"tokens", tokens_ == nullptr ? "no" : "yes"}});
  return absl::OkStatus();
}

absl::Status ServerApp::Impl::LoadModel() {
  INTERPRES_ASSIGN_OR_RETURN(
      std::unique_ptr<ServedModel> model,
      ServedModel::Load({.name = TranslationModel::NameOf(options_.model),
                         .path = options_.model},
                        MakeServedModelOptions(options_),
                        {.metrics = metrics_, .clock = clock_}));
  metrics_.SetModel({.name = model->name(),
                     .version = model->version(),
                     .compute_type = std::string(model->model().compute_type()),
                     .parameters = CountParameters(model->model().config())});
  metrics_.SetWorkers(model->workers(), model->slots());
  models_.Put(std::move(model));
  return absl::OkStatus();
}

absl::Status ServerApp::Impl::Load() {
  INTERPRES_RETURN_IF_ERROR(LoadModel());
  context_ = std::make_unique<TranslationContext>(
      TranslationContext{.tokens = tokens_.get(),
                         .models = models_,
                         .metrics = metrics_,
                         .clock = clock_,
                         .text_pool = text_pool_,
                         .calls = calls_,
                         .request_limits = options_.request});
  service_.Open(*context_);
  health_.SetServing(true);
  metrics_.SetReady(true);
  Log(LogLevel::kInfo, "server ready",
      {{"models", static_cast<int64_t>(models_.List().size())},
       {"port", int64_t{port_}},
       {"workers", int64_t{Workers(options_)}},
       {"batch_invariant",
        TranslationModel::IsBatchInvariant() ? "yes" : "no"}});
  return absl::OkStatus();
}

absl::Status ServerApp::Impl::Drain() {
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

ServerApp::ServerApp(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ServerApp::~ServerApp() = default;

absl::StatusOr<std::unique_ptr<ServerApp>> ServerApp::Create(
    const ServerOptions& options) {
  auto impl = std::make_unique<Impl>(options);
  INTERPRES_RETURN_IF_ERROR(impl->Listen());
  return std::unique_ptr<ServerApp>(new ServerApp(std::move(impl)));
}

absl::Status ServerApp::Load() { return impl_->Load(); }
absl::Status ServerApp::Reload() { return impl_->Reload(); }
absl::Status ServerApp::Drain() { return impl_->Drain(); }
int ServerApp::port() const { return impl_->port(); }
int ServerApp::metrics_port() const { return impl_->metrics_port(); }

}  // namespace interpres
