#include "server/google/translate_text_work.h"

#include <algorithm>
#include <utility>

#include "model/base/status.h"
#include "model/base/within_memory.h"
#include "server/base/out_of_memory.h"

namespace interpres::google_api {

TranslateTextWork::TranslateTextWork(const ServiceCall& call,
                                     absl::AnyInvocable<void()> done)
    : call_(call), done_(std::move(done)), first_(MakeWork()) {}

std::unique_ptr<TranslationWork> TranslateTextWork::MakeWork() {
  return std::make_unique<TranslationWork>(call_, call_.deadline(),
                                           [this] { OnPartEnded(); });
}

void TranslateTextWork::Start(const v3::TranslateTextRequest& request) {
  status_ =
      WithinMemory(OutOfMemory(), [this, &request] { return Plan(request); });
  if (status_.ok()) {
    StartPart();
    return;
  }
  // Moves `done` out first, because `done` may destroy this object.
  absl::AnyInvocable<void()> done = std::move(done_);
  done();
}

absl::Status TranslateTextWork::Plan(const v3::TranslateTextRequest& request) {
  const TranslationContext& context = call_.context();
  INTERPRES_ASSIGN_OR_RETURN(
      plan_,
      PlanTranslateText(request, {.max_texts = context.request_limits.max_texts,
                                  .has_pivot = !context.pivot_languages.empty(),
                                  .priority = call_.priority()}));
  return absl::OkStatus();
}

void TranslateTextWork::StartPart() {
  v1::TranslateRequest request = std::move(plan_.parts[part_].request);
  if (part_ > 0) {
    current_ = MakeWork();
  }
  // This object may be gone when Start returns.
  TranslationWork& work = part_ > 0 ? *current_ : *first_;
  work.Start(std::move(request));
}

void TranslateTextWork::OnPartEnded() {
  status_ = WithinMemory(OutOfMemory(), [this] { return AddPart(); });
  if (status_.ok() && part_ + 1 < plan_.parts.size()) {
    ++part_;
    // Posts a task, because a cached part ends before its Start returns.
    call_.context().text_pool.Post(
        {.stage = TextStage::kPrepare,
         .flow = {.priority = call_.priority(), .client = call_.client()},
         .bytes = kTextSliceBytes,
         .run = [this] { StartPart(); }});
    return;
  }
  if (!status_.ok()) {
    std::ranges::for_each(charges_, &QuotaCharge::Refund);
  }
  absl::AnyInvocable<void()> done = std::move(done_);
  done();
}

absl::Status TranslateTextWork::AddPart() {
  TranslationWork& work = part_ > 0 ? *current_ : *first_;
  texts_ += work.texts();
  times_ = LongerOf(times_, work.times());
  v1::TranslateResponse translated;
  INTERPRES_RETURN_IF_ERROR(WithGoogleNames(work.Answer(translated)));
  charges_.push_back(work.TakeCharge());
  INTERPRES_RETURN_IF_ERROR(
      AddTranslations(plan_, plan_.parts[part_], translated, response_));
  return CheckBytes(response_, MaxResponseBytes());
}

int64_t TranslateTextWork::MaxResponseBytes() const {
  return call_.max_response_bytes().value_or(
      call_.context().request_limits.max_response_bytes);
}

AnswerHeaders TranslateTextWork::End(const absl::Status& status) const {
  return EndTranslate(
      call_, {.work = *first_, .texts = texts_, .times = times_}, status);
}

}  // namespace interpres::google_api
