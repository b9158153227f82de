// Tested by metrics_test.cc.

#include "server/metrics/model_table.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/metrics/families.h"

namespace interpres {
namespace {

using prometheus::Counter;
using prometheus::Family;
using prometheus::Gauge;
using prometheus::Histogram;
using prometheus::Registry;

// From 0.1 ms, a phase of an idle server, to a minute, with a full queue.
const Histogram::BucketBoundaries kPhaseBuckets = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
    0.1,    0.25,    0.5,    1.0,   2.5,    5.0,   10.0, 25.0,  60.0};
const Histogram::BucketBoundaries kStepSecondsBuckets = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01,
    0.025,  0.05,    0.1,    0.25,  0.5,    1.0};
// From a tiny model to gigabytes on a slow disk.
const Histogram::BucketBoundaries kLoadSecondsBuckets = {
    0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 25.0, 60.0};
const Histogram::BucketBoundaries kSentenceBuckets = {1,  2,  4,  8,  12, 16,
                                                      24, 32, 48, 64, 128};
const Histogram::BucketBoundaries kHypothesisBuckets = {
    1, 4, 8, 16, 32, 48, 64, 96, 128, 192, 256, 512};

// Adds one series of the model, and the function that removes the series.
template <typename Metric, typename... Arguments>
Metric* AddTo(Family<Metric>& family, const prometheus::Labels& labels,
              ModelSeries& series, const Arguments&... arguments) {
  Metric* const metric = &family.Add(labels, arguments...);
  series.removals.emplace_back([&family, metric] { family.Remove(metric); });
  return metric;
}

}  // namespace

ModelTable::ModelTable(Registry& registry)
    : phases_(NewHistograms(registry, "interpres_phase_seconds",
                            "Seconds spent in a phase of a request.")),
      texts_(NewCounters(registry, "interpres_texts_total",
                         "Sentences translated, by where the translation came "
                         "from.")),
      retries_(NewCounters(registry, "interpres_retries_total",
                           "Sentences translated again, by reason.")),
      protected_spans_(NewCounters(
          registry, "interpres_protected_spans_total",
          "Spans that a translation must copy, by kind and by the step that "
          "kept them.")),
      cancelled_(
          NewCounters(registry, "interpres_cancelled_texts_total",
                      "Sentences dropped because their client went away.")),
      expired_(NewCounters(registry, "interpres_expired_texts_total",
                           "Sentences dropped because their deadline passed.")),
      source_tokens_(NewCounters(registry, "interpres_source_tokens_total",
                                 "Source tokens of the sentences accepted.")),
      target_tokens_(
          NewCounters(registry, "interpres_target_tokens_total",
                      "Tokens of the best translation of each sentence.")),
      step_sentences_(NewHistograms(registry, "interpres_step_sentences",
                                    "Sentences that shared a decoder step.")),
      step_hypotheses_(NewHistograms(registry, "interpres_step_hypotheses",
                                     "Hypotheses that shared a decoder step.")),
      step_seconds_(NewHistograms(registry, "interpres_step_seconds",
                                  "Seconds of a decoder step.")),
      active_slots_(NewGauges(registry, "interpres_active_slots",
                              "Sentences that are decoding now.")),
      slots_(
          NewGauges(registry, "interpres_slots",
                    "Sentences that can decode concurrently, in all workers.")),
      workers_(NewGauges(registry, "interpres_workers", "Decoding threads.")),
      resident_(NewGauges(registry, "interpres_model_resident",
                          "Versions of the model whose weights are in "
                          "memory.")),
      loads_(NewCounters(registry, "interpres_model_loads_total",
                         "Loads of weights on demand, by result.")),
      load_seconds_(NewHistograms(registry, "interpres_model_load_seconds",
                                  "Seconds of a load of weights on demand.")),
      evictions_(NewCounters(registry, "interpres_model_evictions_total",
                             "Weights that left memory to make room.")),
      queue_texts_(NewGauges(registry, "interpres_queue_texts",
                             "Sentences that wait for a decode slot.")),
      queue_tokens_(NewGauges(registry, "interpres_queue_tokens",
                              "Source tokens of the sentences that wait.")),
      queue_seconds_(NewGauges(
          registry, "interpres_queue_seconds",
          "Estimated seconds until the work that waits now is done.")),
      info_(NewGauges(registry, "interpres_model_info",
                      "1; the labels describe the model.")),
      total_without_model_(
          phases_.Add({{"phase", kPhaseNames.back()}}, kPhaseBuckets)) {}

void ModelTable::AddProtectedSpans(const std::string& model,
                                   ModelSeries& series) {
  for (int kind = 0; kind < kAtomKindCount; ++kind) {
    for (int step = 0; step < kProtectionStepCount; ++step) {
      series.protected_spans[kind][step] = AddTo(
          protected_spans_,
          {{"model", model},
           {"kind", std::string(AtomKindName(static_cast<AtomKind>(kind)))},
           {"step", std::string(ProtectionStepName(
                        static_cast<ProtectionStep>(step)))}},
          series);
    }
  }
}

std::unique_ptr<ModelSeries> ModelTable::AddSeries(const std::string& model) {
  auto added = std::make_unique<ModelSeries>();
  ModelSeries& series = *added;
  const prometheus::Labels labels = {{"model", model}};
  for (size_t phase = 0; phase < kPhaseNames.size(); ++phase) {
    series.phases[phase] =
        AddTo(phases_, {{"model", model}, {"phase", kPhaseNames[phase]}},
              series, kPhaseBuckets);
  }
  for (size_t source = 0; source < kTextSourceNames.size(); ++source) {
    series.texts[source] =
        AddTo(texts_, {{"model", model}, {"source", kTextSourceNames[source]}},
              series);
  }
  for (size_t reason = 0; reason < kRetryReasonNames.size(); ++reason) {
    series.retries[reason] = AddTo(
        retries_, {{"model", model}, {"reason", kRetryReasonNames[reason]}},
        series);
  }
  AddProtectedSpans(model, series);
  series.cancelled = AddTo(cancelled_, labels, series);
  series.expired = AddTo(expired_, labels, series);
  series.source_tokens = AddTo(source_tokens_, labels, series);
  series.target_tokens = AddTo(target_tokens_, labels, series);
  series.step_sentences =
      AddTo(step_sentences_, labels, series, kSentenceBuckets);
  series.step_hypotheses =
      AddTo(step_hypotheses_, labels, series, kHypothesisBuckets);
  series.step_seconds =
      AddTo(step_seconds_, labels, series, kStepSecondsBuckets);
  series.active_slots = AddTo(active_slots_, labels, series);
  series.slots = AddTo(slots_, labels, series);
  series.workers = AddTo(workers_, labels, series);
  series.resident = AddTo(resident_, labels, series);
  for (size_t result = 0; result < kLoadResultNames.size(); ++result) {
    series.loads[result] =
        AddTo(loads_, {{"model", model}, {"result", kLoadResultNames[result]}},
              series);
  }
  series.load_seconds =
      AddTo(load_seconds_, labels, series, kLoadSecondsBuckets);
  series.evictions = AddTo(evictions_, labels, series);
  series.queue_texts = AddTo(queue_texts_, labels, series);
  series.queue_tokens = AddTo(queue_tokens_, labels, series);
  series.queue_seconds = AddTo(queue_seconds_, labels, series);
  return added;
}

std::unique_ptr<ModelMetrics> ModelTable::Open(const std::string& model) {
  const MutexLock lock(mutex_);
  Entry& entry = models_[model];
  if (entry.users.empty()) {
    entry.series = AddSeries(model);
  }
  std::unique_ptr<ModelMetrics> metrics(
      new ModelMetrics(*this, model, *entry.series));
  entry.users.push_back(metrics.get());
  return metrics;
}

prometheus::Gauge& ModelTable::InfoGauge(const ModelMetrics& metrics) {
  return info_.Add({{"model", metrics.model_},
                    {"version", metrics.info_->version},
                    {"compute_type", metrics.info_->compute_type},
                    {"parameters", absl::StrCat(metrics.info_->parameters)}});
}

void ModelTable::Close(ModelMetrics& metrics) {
  const MutexLock lock(mutex_);
  Entry& entry = models_[metrics.model_];
  std::erase(entry.users, &metrics);
  if (metrics.info_.has_value()) {
    info_.Remove(&InfoGauge(metrics));
  }
  for (const ModelMetrics* user : entry.users) {
    // Adds the series again if another user has it: one version, loaded twice.
    if (user->info_.has_value()) {
      InfoGauge(*user).Set(1);
    }
  }
  if (entry.users.empty()) {
    for (const auto& remove : entry.series->removals) {
      remove();
    }
    models_.erase(metrics.model_);
  }
}

void ModelTable::Describe(ModelMetrics& metrics, const ModelInfo& info) {
  const MutexLock lock(mutex_);
  metrics.info_ = info;
  InfoGauge(metrics).Set(1);
}

void ModelTable::SetQueueSource(ModelMetrics& metrics,
                                std::function<QueueSnapshot()> source) {
  const MutexLock lock(mutex_);
  metrics.queue_source_ = std::move(source);
}

void ModelTable::RefreshQueues() {
  // Runs the sources with the lock held, because the destructor of ModelMetrics
  // guarantees that its source has returned. A source only reads a few numbers.
  const MutexLock lock(mutex_);
  for (const auto& [model, entry] : models_) {
    QueueSnapshot all;
    for (const ModelMetrics* user : entry.users) {
      const QueueSnapshot one =
          user->queue_source_ ? user->queue_source_() : QueueSnapshot{};
      all.texts += one.texts;
      all.tokens += one.tokens;
      // The old and the new version have separate workers, which run in
      // parallel.
      all.estimated_seconds =
          std::max(all.estimated_seconds, one.estimated_seconds);
    }
    entry.series->queue_texts->Set(static_cast<double>(all.texts));
    entry.series->queue_tokens->Set(static_cast<double>(all.tokens));
    entry.series->queue_seconds->Set(all.estimated_seconds);
  }
}

}  // namespace interpres
