#include "server/metrics/metrics.h"

#include <prometheus/collectable.h>
#include <prometheus/counter.h>
#include <prometheus/exposer.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <array>
#include <exception>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/base/mutex.h"
#include "server/metrics/build_info.h"

namespace interpres {
namespace {

using prometheus::Counter;
using prometheus::Family;
using prometheus::Gauge;
using prometheus::Histogram;
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
constexpr std::array<const char*, 4> kMethodNames = {
    "Translate", "StreamTranslate", "ListModels", "GetModel"};
constexpr std::array<const char*, 5> kPhaseNames = {
    "tokenize", "queue", "encode", "decode", "total"};
constexpr std::array<const char*, 4> kRejectionNames = {
    "queue_full", "deadline", "too_many_calls", "draining"};

// 0.1 ms to a minute: a phase of an idle server up to a full queue.
const Histogram::BucketBoundaries kPhaseBuckets = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
    0.1,    0.25,    0.5,    1.0,   2.5,    5.0,   10.0, 25.0,  60.0};
const Histogram::BucketBoundaries kStepSecondsBuckets = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01,
    0.025,  0.05,    0.1,    0.25,  0.5,    1.0};
const Histogram::BucketBoundaries kSentenceBuckets = {1,  2,  4,  8,  12, 16,
                                                      24, 32, 48, 64, 128};
const Histogram::BucketBoundaries kHypothesisBuckets = {
    1, 4, 8, 16, 32, 48, 64, 96, 128, 192, 256, 512};

int KnownCode(int code) {
  return code >= 0 && code < kCodes ? code : 2;  // UNKNOWN
}

Family<Counter>& CounterFamily(Registry& registry, const std::string& name,
                               const std::string& help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
}

Gauge& AddGauge(Registry& registry, const std::string& name,
                const std::string& help) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(registry).Add(
      {});
}

Counter& AddCounter(Registry& registry, const std::string& name,
                    const std::string& help) {
  return CounterFamily(registry, name, help).Add({});
}

Histogram& AddHistogram(Registry& registry, const std::string& name,
                        const std::string& help,
                        const Histogram::BucketBoundaries& buckets) {
  return prometheus::BuildHistogram()
      .Name(name)
      .Help(help)
      .Register(registry)
      .Add({}, buckets);
}

// The gauges of the queue, read from their source when somebody looks.
class QueueGauges {
 public:
  explicit QueueGauges(Registry& registry)
      : texts_(AddGauge(registry, "interpres_queue_texts",
                        "Texts that wait for a decode slot.")),
        tokens_(AddGauge(registry, "interpres_queue_tokens",
                         "Source tokens of the texts that wait.")),
        seconds_(AddGauge(
            registry, "interpres_queue_seconds",
            "Estimated seconds until the work that waits now is done.")) {}

  void SetSource(std::function<QueueSnapshot()> source) {
    const MutexLock lock(mutex_);
    source_ = std::move(source);
  }

  void Refresh() {
    // The lock is held while the source runs: SetSource(nullptr) promises
    // that the old source has returned. The source only reads a few numbers.
    const MutexLock lock(mutex_);
    const QueueSnapshot snapshot = source_ ? source_() : QueueSnapshot{};
    texts_.Set(static_cast<double>(snapshot.texts));
    tokens_.Set(static_cast<double>(snapshot.tokens));
    seconds_.Set(snapshot.estimated_seconds);
  }

 private:
  Mutex mutex_;
  std::function<QueueSnapshot()> source_ ABSL_GUARDED_BY(mutex_);
  Gauge& texts_;
  Gauge& tokens_;
  Gauge& seconds_;
};

// What the exposer collects: the registry, after a look at the queue.
class Scrapeable final : public prometheus::Collectable {
 public:
  Scrapeable() : queue(registry) {}
  std::vector<prometheus::MetricFamily> Collect() const override {
    queue.Refresh();
    return registry.Collect();
  }

  Registry registry;
  mutable QueueGauges queue;
};

}  // namespace

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
  std::array<Histogram*, kPhaseNames.size()> phases = {};
  std::array<Counter*, kRejectionNames.size()> rejected = {};
  Counter& cancelled;
  Counter& expired;
  Counter& source_tokens;
  Counter& target_tokens;
  Histogram& step_sentences;
  Histogram& step_hypotheses;
  Histogram& step_seconds;
  Gauge& active_slots;
  Gauge& slots;
  Gauge& workers;
  Gauge& calls_in_flight;
  Gauge& streams_in_flight;
  Gauge& ready;
  Family<Gauge>& model_info;

  std::unique_ptr<prometheus::Exposer> exposer;
};

Metrics::Impl::Impl()
    : cancelled(AddCounter(registry, "interpres_cancelled_texts_total",
                           "Texts dropped because their client went away.")),
      expired(AddCounter(registry, "interpres_expired_texts_total",
                         "Texts dropped because their deadline passed.")),
      source_tokens(AddCounter(registry, "interpres_source_tokens_total",
                               "Source tokens of the texts accepted.")),
      target_tokens(AddCounter(registry, "interpres_target_tokens_total",
                               "Tokens of the best translation of each text.")),
      step_sentences(AddHistogram(registry, "interpres_step_sentences",
                                  "Sentences that shared a decoder step.",
                                  kSentenceBuckets)),
      step_hypotheses(AddHistogram(registry, "interpres_step_hypotheses",
                                   "Hypotheses that shared a decoder step.",
                                   kHypothesisBuckets)),
      step_seconds(AddHistogram(registry, "interpres_step_seconds",
                                "Seconds of a decoder step.",
                                kStepSecondsBuckets)),
      active_slots(AddGauge(registry, "interpres_active_slots",
                            "Sentences that are decoding now.")),
      slots(AddGauge(registry, "interpres_slots",
                     "Sentences that can decode at once, in all workers.")),
      workers(AddGauge(registry, "interpres_workers", "Decoding threads.")),
      calls_in_flight(AddGauge(registry, "interpres_calls_in_flight",
                               "Translate requests and streams that are being "
                               "served.")),
      streams_in_flight(AddGauge(registry, "interpres_streams_in_flight",
                                 "Streams among them.")),
      ready(AddGauge(registry, "interpres_ready",
                     "1 while the health service answers SERVING, else 0.")),
      model_info(prometheus::BuildGauge()
                     .Name("interpres_model_info")
                     .Help("1; the labels describe the model.")
                     .Register(registry)) {
  auto& request_family =
      CounterFamily(registry, "interpres_requests_total",
                    "Requests answered, by method and gRPC status code.");
  for (size_t method = 0; method < kMethodNames.size(); ++method) {
    for (int code = 0; code < kCodes; ++code) {
      requests[method][code] = &request_family.Add(
          {{"method", kMethodNames[method]}, {"code", kCodeNames[code]}});
    }
  }
  auto& message_family =
      CounterFamily(registry, "interpres_stream_messages_total",
                    "Messages of streams answered, by gRPC status code.");
  for (int code = 0; code < kCodes; ++code) {
    stream_messages[code] = &message_family.Add({{"code", kCodeNames[code]}});
  }
  auto& phase_family = prometheus::BuildHistogram()
                           .Name("interpres_phase_seconds")
                           .Help("Seconds spent in a phase of a request.")
                           .Register(registry);
  for (size_t phase = 0; phase < kPhaseNames.size(); ++phase) {
    phases[phase] =
        &phase_family.Add({{"phase", kPhaseNames[phase]}}, kPhaseBuckets);
  }
  auto& rejected_family = CounterFamily(registry, "interpres_rejected_total",
                                        "Requests turned away, by reason.");
  for (size_t reason = 0; reason < kRejectionNames.size(); ++reason) {
    rejected[reason] =
        &rejected_family.Add({{"reason", kRejectionNames[reason]}});
  }
  prometheus::BuildGauge()
      .Name("interpres_build_info")
      .Help("1; the labels describe the program.")
      .Register(registry)
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

void Metrics::RecordPhase(Phase phase, double seconds) {
  impl_->phases[static_cast<size_t>(phase)]->Observe(seconds);
}

void Metrics::RecordRejection(Rejection reason) {
  impl_->rejected[static_cast<size_t>(reason)]->Increment();
}

void Metrics::RecordSourceTokens(int64_t tokens) {
  impl_->source_tokens.Increment(static_cast<double>(tokens));
}

void Metrics::RecordTargetTokens(int64_t tokens) {
  impl_->target_tokens.Increment(static_cast<double>(tokens));
}

void Metrics::RecordStep(const StepObservation& step) {
  impl_->step_sentences.Observe(step.sentences);
  impl_->step_hypotheses.Observe(step.hypotheses);
  impl_->step_seconds.Observe(step.seconds);
}

void Metrics::RecordCancelled() { impl_->cancelled.Increment(); }
void Metrics::RecordExpired() { impl_->expired.Increment(); }

void Metrics::SetWorkers(int64_t workers, int64_t slots_in_all) {
  impl_->workers.Set(static_cast<double>(workers));
  impl_->slots.Set(static_cast<double>(slots_in_all));
}

void Metrics::AddActiveSlots(int64_t change) {
  impl_->active_slots.Increment(static_cast<double>(change));
}

void Metrics::AddCallsInFlight(int64_t change) {
  impl_->calls_in_flight.Increment(static_cast<double>(change));
}

void Metrics::SetModel(const ModelInfo& model) {
  impl_->model_info
      .Add({{"model", model.name},
            {"version", model.version},
            {"compute_type", model.compute_type},
            {"parameters", absl::StrCat(model.parameters)}})
      .Set(1);
}

void Metrics::SetReady(bool ready) { impl_->ready.Set(ready ? 1 : 0); }

void Metrics::SetQueueSource(std::function<QueueSnapshot()> source) {
  impl_->scrapeable->queue.SetSource(std::move(source));
}

std::string Metrics::Scrape() const {
  return prometheus::TextSerializer().Serialize(impl_->scrapeable->Collect());
}

absl::StatusOr<int> Metrics::Serve(const std::string& address) {
  // prometheus-cpp and CivetWeb report by exceptions; ours does not.
  try {
    auto exposer = std::make_unique<prometheus::Exposer>(address, 2);
    exposer->RegisterCollectable(impl_->scrapeable);
    const std::vector<int> ports = exposer->GetListeningPorts();
    impl_->exposer = std::move(exposer);
    return ports.empty() ? 0 : ports.front();
  } catch (const std::exception& error) {
    return absl::UnavailableError(absl::StrCat(
        "cannot serve metrics on \"", address, "\" (", error.what(),
        "): expected host:port that no other program listens on"));
  }
}

void Metrics::StopServing() { impl_->exposer.reset(); }

}  // namespace interpres
