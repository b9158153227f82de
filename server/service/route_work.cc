// Tested by tests/integration/server_pivot_test.cc.

#include "server/service/route_work.h"

#include <utility>

#include "model/base/status.h"
#include "model/base/within_memory.h"
#include "server/base/out_of_memory.h"
#include "server/service/pivot.h"

namespace interpres {
namespace {

std::string EndPieceOf(const Leg& leg) {
  const Tokenizer& tokenizer = leg.model->model().tokenizer();
  return std::string(tokenizer.Piece(tokenizer.eos_id()));
}

void FillModels(const Route& route, v1::TranslationResult& result) {
  std::string source = result.source_language();
  for (const Leg& leg : route.legs) {
    v1::ModelUse& use = *result.add_models();
    use.set_name(leg.model->name());
    use.set_version(leg.model->version());
    use.set_source_language(source);
    use.set_target_language(leg.direction.target);
    source = leg.direction.target;
  }
}

}  // namespace

RouteWork::RouteWork(const ServiceCall& call, TimePoint deadline,
                     const RequestPlan& plan, const PartialListener* listener,
                     Route route)
    : call_(call),
      deadline_(deadline),
      plan_(plan),
      listener_(listener),
      route_(std::move(route)) {}

void RouteWork::Start(LegTexts texts, std::vector<int> indices,
                      absl::AnyInvocable<void()> done) {
  indices_ = std::move(indices);
  done_ = std::move(done);
  absl::Status status = PlanLegs(*texts.request.mutable_options());
  if (!status.ok()) {
    End(std::move(status));
    return;
  }
  StartLeg(std::move(texts));
}

absl::Status RouteWork::PlanLegs(v1::TranslateOptions& options) {
  if (!route_.is_direct()) {
    options_ = options;
    options = FirstLegOptions(options_);
  }
  for (std::size_t i = 0; i < route_.legs.size(); ++i) {
    INTERPRES_ASSIGN_OR_RETURN(
        LegPlan plan, PlanLeg(i == 0 ? options : options_, plan_, route_, i));
    plans_.push_back(std::move(plan));
  }
  return absl::OkStatus();
}

void RouteWork::StartLeg(LegTexts texts) {
  work_ = std::make_unique<LegWork>(call_, deadline_, std::move(plans_[leg_]),
                                    [this] { OnLegDone(); });
  if (is_last_leg() && listener_ != nullptr) {
    work_->SetSegmentListener(
        [this](int32_t text, int32_t segment) { SendPartial(text, segment); });
  }
  // This work may be gone when Start returns.
  work_->Start(std::move(texts),
               leg_ == 0 ? LegAdmission::kNew : LegAdmission::kAccepted);
}

void RouteWork::SendPartial(int32_t text, int32_t segment) const {
  // Without memory, the sentence is only in the response.
  WithinMemory(OutOfMemory(), [&] {
    v1::PartialResult partial = work_->PartialOf(text, segment);
    partial.set_text(indices_[text]);
    if (!first_.empty()) {
      JoinPartial(first_[text], partial);
    }
    (*listener_)(std::move(partial));
    return absl::OkStatus();
  }).IgnoreError();
}

void RouteWork::OnLegDone() {
  if (is_last_leg() || !work_->status().ok()) {
    End(absl::OkStatus());
    return;
  }
  absl::StatusOr<LegTexts> texts = WithinMemory(
      OutOfMemory(),
      [this]() -> absl::StatusOr<LegTexts> { return FinishFirstLeg(); });
  if (!texts.ok()) {
    End(texts.status());
    return;
  }
  ++leg_;
  StartLeg(*std::move(texts));
}

LegTexts RouteWork::FinishFirstLeg() {
  first_.resize(indices_.size());
  for (std::size_t i = 0; i < first_.size(); ++i) {
    work_->FillResult(i, first_[i]);
  }
  first_times_ = work_->times();
  const std::string& pivot = route_.legs[leg_].direction.target;
  LegTexts texts;
  *texts.request.mutable_options() = options_;
  SetPivotTexts(first_, pivot, texts.request);
  texts.languages.assign(first_.size(), {.source = pivot});
  texts.from_client = false;
  return texts;
}

void RouteWork::End(absl::Status status) {
  status_ = std::move(status);
  // Moves `done` out first, because `done` may destroy this object.
  absl::AnyInvocable<void()> done = std::move(done_);
  done();
}

absl::Status RouteWork::status() const {
  return status_.ok() ? work_->status() : status_;
}

void RouteWork::FillResult(std::size_t text,
                           v1::TranslationResult& result) const {
  work_->FillResult(text, result);
  if (!first_.empty()) {
    JoinResults(first_[text],
                {.first = EndPieceOf(route_.legs.front()),
                 .second = EndPieceOf(route_.legs.back())},
                result);
  }
  FillModels(route_, result);
}

PhaseTimes RouteWork::times() const {
  PhaseTimes times = first_times_;
  if (work_ != nullptr) {
    const PhaseTimes last = work_->times();
    times.queue += last.queue;
    times.encode += last.encode;
    times.decode += last.decode;
  }
  return times;
}

}  // namespace interpres
