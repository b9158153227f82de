#include "server/metrics/metrics.h"

#include <prometheus/collectable.h>
#include <prometheus/exposer.h>
#include <prometheus/text_serializer.h>

#include <array>
#include <exception>
#include <map>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "model/base/status.h"
#include "server/base/listen_address.h"
#include "server/base/listen_failure.h"
#include "server/base/mutex.h"
#include "server/metrics/build_info.h"
#include "server/metrics/connection_pulse.h"
#include "server/metrics/families.h"
#include "server/metrics/model_table.h"
#include "server/metrics/process_metrics.h"

namespace interpres {
namespace {

using prometheus::Counter;
using prometheus::Family;
using prometheus::Gauge;
using prometheus::Labels;
using prometheus::Registry;

constexpr int kCodes = 17;
constexpr std::array<const char*, kCodes> kCodeNames = {"OK",
                                                        "CANCELLED",
                                                        "UNKNOWN",
                                                        "INVALID_ARGUMENT",
                                                        "DEADLINE_EXCEEDED",
                                                        "NOT_FOUND",
                                                        "ALREADY_EXISTS",
                                                        "PERMISSION_DENIED",
                                                        "RESOURCE_EXHAUSTED",
                                                        "FAILED_PRECONDITION",
                                                        "ABORTED",
                                                        "OUT_OF_RANGE",
                                                        "UNIMPLEMENTED",
                                                        "INTERNAL",
                                                        "UNAVAILABLE",
                                                        "DATA_LOSS",
                                                        "UNAUTHENTICATED"};
constexpr std::array<const char*, 26> kMethodNames = {
    "Translate",
    "StreamTranslate",
    "ListModels",
    "GetModel",
    "ReloadModels",
    "DetectLanguage",
    "ListLanguages",
    "CreateGlossary",
    "GetGlossary",
    "ListGlossaries",
    "UpdateGlossary",
    "DeleteGlossary",
    "google.TranslateText",
    "google.DetectLanguage",
    "google.GetSupportedLanguages",
    "google.CreateGlossary",
    "google.UpdateGlossary",
    "google.ListGlossaries",
    "google.GetGlossary",
    "google.DeleteGlossary",
    "google.GetGlossaryEntry",
    "google.ListGlossaryEntries",
    "google.CreateGlossaryEntry",
    "google.UpdateGlossaryEntry",
    "google.DeleteGlossaryEntry",
    "google.other"};
constexpr std::array<const char*, 5> kRejectionNames = {
    "queue_full", "deadline", "too_many_calls", "receive_memory", "draining"};
constexpr std::array<const char*, 3> kReloadNames = {"loaded", "rejected",
                                                     "unloaded"};

// The statuses that the HTTP listener sends. Others count as 500.
constexpr std::array<int, 22> kHttpStatuses = {
    200, 201, 204, 304, 400, 401, 403, 404, 405, 408, 409,
    413, 415, 417, 429, 431, 456, 499, 500, 501, 503, 504};
constexpr int kHttpInternalError = 500;

int KnownCode(int code) {
  return code >= 0 && code < kCodes ? code : 2;  // UNKNOWN
}

Gauge& AddGauge(Registry& registry, const std::string& name,
                const std::string& help) {
  return NewGauges(registry, name, help).Add({});
}

std::map<int, Counter*> AddHttpResponses(Registry& registry) {
  auto& family = NewCounters(registry, "interpres_http_responses_total",
                             "Responses of the HTTP listener, by status.");
  std::map<int, Counter*> responses;
  for (const int status : kHttpStatuses) {
    responses[status] = &family.Add({{"status", std::to_string(status)}});
  }
  return responses;
}

// The exposer collects this object: the registry with the current queues, and
// the metrics of the process.
class Scrapeable final : public prometheus::Collectable {
 public:
  Scrapeable() : models(registry) {}
  std::vector<prometheus::MetricFamily> Collect() const override {
    models.RefreshQueues();
    std::vector<prometheus::MetricFamily> families = registry.Collect();
    for (prometheus::MetricFamily& family : process.Collect()) {
      families.push_back(std::move(family));
    }
    return families;
  }

  Registry registry;
  mutable ModelTable models;
  ProcessMetrics process;
};

}  // namespace

const char* MethodName(RpcMethod method) {
  return kMethodNames[static_cast<size_t>(method)];
}

std::string GrpcCodeName(int code) {
  return code >= 0 && code < kCodes ? kCodeNames[code] : "UNKNOWN";
}

class Metrics::Impl {
 public:
  Impl();

  // Shared with the exposer, which holds it weakly.
  std::shared_ptr<Scrapeable> scrapeable = std::make_shared<Scrapeable>();
  Registry& registry = scrapeable->registry;

  std::array<std::array<Counter*, kCodes>, kMethodNames.size()> requests = {};
  std::array<Counter*, kCodes> stream_messages = {};
  std::array<Counter*, kRejectionNames.size()> rejected = {};
  const std::map<int, Counter*> http_responses = AddHttpResponses(registry);
  Gauge& http_connections;
  Gauge& calls_in_flight;
  Gauge& streams_in_flight;
  Gauge& received_bytes;
  Gauge& ready;
  Family<Gauge>& certificate_expiry;  // a series only with TLS
  Family<Counter>& reloads;
  Gauge& glossaries;
  Gauge& glossaries_rejected;
  std::array<Counter*, kReloadNames.size()> glossary_reloads = {};
  Family<Gauge>& models_rejected_family;
  Mutex models_rejected_mutex;
  std::map<std::string, Gauge*> models_rejected
      ABSL_GUARDED_BY(models_rejected_mutex);

  // Null means that the metrics are not served.
  std::unique_ptr<prometheus::Exposer> exposer;
  std::string host;  // that the exposer listens on
  int port = 0;
};

Metrics::Impl::Impl()
    : http_connections(AddGauge(registry, "interpres_http_connections",
                                "Open connections of the HTTP listener.")),
      calls_in_flight(AddGauge(registry, "interpres_calls_in_flight",
                               "Translate requests and streams that are being "
                               "served.")),
      streams_in_flight(AddGauge(registry, "interpres_streams_in_flight",
                                 "Streams among them.")),
      received_bytes(AddGauge(registry, "interpres_received_bytes",
                              "Bytes of request messages that are being "
                              "received or tokenised.")),
      ready(AddGauge(registry, "interpres_ready",
                     "1 while the health service answers SERVING, else 0.")),
      certificate_expiry(NewGauges(
          registry, "interpres_tls_certificate_expiry_timestamp_seconds",
          "Until when the TLS certificate that is served is valid, in seconds "
          "since 1970.")),
      reloads(NewCounters(registry, "interpres_model_reloads_total",
                          "What reloads did, by model.")),
      glossaries(AddGauge(registry, "interpres_glossaries",
                          "Glossaries that are served, of all owners.")),
      glossaries_rejected(AddGauge(registry, "interpres_glossaries_rejected",
                                   "Files of glossaries that cannot be "
                                   "used.")),
      models_rejected_family(
          NewGauges(registry, "interpres_model_rejected",
                    "1 while the newest checkpoint of the model is rejected, "
                    "else 0.")) {
  auto& request_family =
      NewCounters(registry, "interpres_requests_total",
                  "Requests answered, by method and gRPC status code.");
  for (size_t method = 0; method < kMethodNames.size(); ++method) {
    for (int code = 0; code < kCodes; ++code) {
      requests[method][code] = &request_family.Add(
          {{"method", kMethodNames[method]}, {"code", kCodeNames[code]}});
    }
  }
  auto& message_family =
      NewCounters(registry, "interpres_stream_messages_total",
                  "Messages of streams answered, by gRPC status code.");
  for (int code = 0; code < kCodes; ++code) {
    stream_messages[code] = &message_family.Add({{"code", kCodeNames[code]}});
  }
  auto& rejected_family = NewCounters(registry, "interpres_rejected_total",
                                      "Requests refused, by reason.");
  for (size_t reason = 0; reason < kRejectionNames.size(); ++reason) {
    rejected[reason] =
        &rejected_family.Add({{"reason", kRejectionNames[reason]}});
  }
  auto& glossary_family =
      NewCounters(registry, "interpres_glossary_reloads_total",
                  "Files of glossaries that were read, rejected or removed.");
  for (size_t result = 0; result < kReloadNames.size(); ++result) {
    glossary_reloads[result] =
        &glossary_family.Add({{"result", kReloadNames[result]}});
  }
  NewGauges(registry, "interpres_build_info",
            "1; the labels describe the program.")
      .Add({{"version", kVersion}, {"compiler", kCompiler}})
      .Set(1);
}

Metrics::Metrics() : impl_(std::make_unique<Impl>()) {}
Metrics::~Metrics() { StopServing(); }

void Metrics::RecordRequest(RpcMethod method, int code) {
  impl_->requests[static_cast<size_t>(method)][KnownCode(code)]->Increment();
}

void Metrics::RecordStreamMessage(int code) {
  impl_->stream_messages[KnownCode(code)]->Increment();
}

void Metrics::AddStreamsInFlight(int64_t change) {
  impl_->streams_in_flight.Increment(static_cast<double>(change));
}

void Metrics::RecordTotalWithoutModel(double seconds) {
  impl_->scrapeable->models.total_without_model().Observe(seconds);
}

void Metrics::RecordRejection(Rejection reason) {
  impl_->rejected[static_cast<size_t>(reason)]->Increment();
}

void Metrics::RecordReload(const std::string& model, ReloadResult result) {
  impl_->reloads
      .Add({{"model", model},
            {"result", kReloadNames[static_cast<size_t>(result)]}})
      .Increment();
}

void Metrics::SetModelsRejected(const std::map<std::string, bool>& rejected) {
  const MutexLock lock(impl_->models_rejected_mutex);
  std::erase_if(impl_->models_rejected, [&](const auto& entry) {
    const bool gone = !rejected.contains(entry.first);
    if (gone) {
      impl_->models_rejected_family.Remove(entry.second);
    }
    return gone;
  });
  for (const auto& [model, is_rejected] : rejected) {
    Gauge*& gauge = impl_->models_rejected[model];
    if (gauge == nullptr) {
      gauge = &impl_->models_rejected_family.Add({{"model", model}});
    }
    gauge->Set(is_rejected ? 1 : 0);
  }
}

void Metrics::RecordGlossaryReload(ReloadResult result) {
  impl_->glossary_reloads[static_cast<size_t>(result)]->Increment();
}

void Metrics::SetGlossaries(int64_t served, int64_t rejected) {
  impl_->glossaries.Set(static_cast<double>(served));
  impl_->glossaries_rejected.Set(static_cast<double>(rejected));
}

void Metrics::RecordHttpResponse(int status) {
  const auto found = impl_->http_responses.find(status);
  (found == impl_->http_responses.end()
       ? impl_->http_responses.at(kHttpInternalError)
       : found->second)
      ->Increment();
}

void Metrics::AddHttpConnections(int64_t change) {
  impl_->http_connections.Increment(static_cast<double>(change));
}

void Metrics::AddCallsInFlight(int64_t change) {
  impl_->calls_in_flight.Increment(static_cast<double>(change));
}

void Metrics::SetReceivedBytes(int64_t bytes) {
  impl_->received_bytes.Set(static_cast<double>(bytes));
}

void Metrics::SetReady(bool ready) { impl_->ready.Set(ready ? 1 : 0); }

void Metrics::SetCertificateExpiry(int64_t unix_seconds) {
  impl_->certificate_expiry.Add({}).Set(static_cast<double>(unix_seconds));
}

std::unique_ptr<ModelMetrics> Metrics::ForModel(const std::string& model) {
  // Creates the series with 0, because PromQL's increase() ignores the first
  // value of a series.
  for (const char* result : kReloadNames) {
    impl_->reloads.Add({{"model", model}, {"result", result}});
  }
  return impl_->scrapeable->models.Open(model);
}

std::string Metrics::Scrape() const {
  return prometheus::TextSerializer().Serialize(impl_->scrapeable->Collect());
}

absl::StatusOr<int> Metrics::Serve(const std::string& address) {
  INTERPRES_ASSIGN_OR_RETURN(
      const ListenAddress parsed,
      ParseListenAddress(address, ListenProtocol::kMetrics, kAddressFlag));
  // prometheus-cpp and CivetWeb throw exceptions without the reason.
  try {
    auto exposer = std::make_unique<prometheus::Exposer>(parsed.Target(), 2);
    exposer->RegisterCollectable(impl_->scrapeable);
    const std::vector<int> ports = exposer->GetListeningPorts();
    impl_->exposer = std::move(exposer);
    impl_->host = parsed.host;
    impl_->port = ports.empty() ? 0 : ports.front();
    return impl_->port;
  } catch (const std::exception&) {
    return ExplainListenFailure(parsed, kAddressFlag);
  }
}

void Metrics::StopServing() {
  if (impl_->exposer == nullptr) {
    return;
  }
  // CivetWeb 1.15 looks for its end after each connection, and otherwise only
  // every 2 s (SOCKET_TIMEOUT_QUANTUM). It has no option for this time.
  const ConnectionPulse pulse(impl_->host, impl_->port);
  impl_->exposer.reset();
}

}  // namespace interpres
