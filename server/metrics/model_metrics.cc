// Tested by metrics_test.cc.

#include "server/metrics/model_metrics.h"

#include <utility>

#include "server/metrics/model_table.h"

namespace interpres {

ModelMetrics::ModelMetrics(ModelTable& table, std::string model,
                           ModelSeries& series)
    : table_(table), model_(std::move(model)), series_(series) {}

ModelMetrics::~ModelMetrics() {
  AddWorkers(-workers_, -slots_);
  table_.Close(*this);
}

void ModelMetrics::RecordPhase(Phase phase, double seconds) {
  series_.phases[static_cast<size_t>(phase)]->Observe(seconds);
}

void ModelMetrics::RecordText(TextSource source) {
  series_.texts[static_cast<size_t>(source)]->Increment();
}

void ModelMetrics::RecordRetry(RetryReason reason) {
  series_.retries[static_cast<size_t>(reason)]->Increment();
}

void ModelMetrics::RecordProtectedSpan(AtomKind kind, ProtectionStep step) {
  series_.protected_spans[static_cast<size_t>(kind)][static_cast<size_t>(step)]
      ->Increment();
}

void ModelMetrics::RecordSourceTokens(int64_t tokens) {
  series_.source_tokens->Increment(static_cast<double>(tokens));
}

void ModelMetrics::RecordTargetTokens(int64_t tokens) {
  series_.target_tokens->Increment(static_cast<double>(tokens));
}

void ModelMetrics::RecordStep(const StepObservation& step) {
  series_.step_sentences->Observe(step.sentences);
  series_.step_hypotheses->Observe(step.hypotheses);
  series_.step_seconds->Observe(step.seconds);
}

void ModelMetrics::RecordCancelled() { series_.cancelled->Increment(); }
void ModelMetrics::RecordExpired() { series_.expired->Increment(); }

void ModelMetrics::AddActiveSlots(int64_t change) {
  series_.active_slots->Increment(static_cast<double>(change));
}

void ModelMetrics::AddWorkers(int64_t workers, int64_t slots) {
  workers_ += workers;
  slots_ += slots;
  series_.workers->Increment(static_cast<double>(workers));
  series_.slots->Increment(static_cast<double>(slots));
}

void ModelMetrics::AddResident(int64_t change) {
  series_.resident->Increment(static_cast<double>(change));
}

void ModelMetrics::RecordLoad(bool succeeded, double seconds) {
  series_.loads[succeeded ? 0 : 1]->Increment();
  series_.load_seconds->Observe(seconds);
}

void ModelMetrics::RecordEviction() { series_.evictions->Increment(); }

void ModelMetrics::Describe(const ModelInfo& info) {
  table_.Describe(*this, info);
}

void ModelMetrics::SetQueueSource(std::function<QueueSnapshot()> source) {
  table_.SetQueueSource(*this, std::move(source));
}

}  // namespace interpres
