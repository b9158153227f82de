#include "server/service/translation_work.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "model/base/within_memory.h"
#include "model/language/language_detector.h"
#include "model/markup/markup_sample.h"
#include "server/base/out_of_memory.h"
#include "server/quota/character_quota.h"
#include "server/service/served_detector.h"
#include "server/service/text_preparation.h"
#include "server/service/translate_response.h"

namespace interpres {
namespace {

constexpr int64_t kBytesPerWeight = 4;

// The cost of examining a text beside its bytes.
constexpr int64_t kTextCost = 64;

// Moves the texts with these indices, and their target prefixes, out of the
// request.
v1::TranslateRequest TakeTexts(v1::TranslateRequest& request,
                               const std::vector<int>& indices) {
  if (std::ssize(indices) == request.texts_size()) {
    return std::move(request);
  }
  v1::TranslateRequest part;
  part.set_source_language(request.source_language());
  *part.mutable_options() = request.options();
  if (request.options().target_prefix_size() > 1) {
    part.mutable_options()->clear_target_prefix();
  }
  for (const int index : indices) {
    part.add_texts(std::move(*request.mutable_texts(index)));
    if (request.options().target_prefix_size() > 1) {
      part.mutable_options()->add_target_prefix(
          request.options().target_prefix(index));
    }
  }
  return part;
}

// Makes the text its own translation.
void FillUnchanged(const std::string& text, const TextLanguages& languages,
                   v1::TranslationResult& result) {
  result.mutable_translations()->add_hypotheses()->set_text(text);
  FillLanguages(languages, result);
}

// Makes the error the result of a text.
void FillError(const absl::Status& status, const TextLanguages& languages,
               v1::TranslationResult& result) {
  FillTextError(status, *result.mutable_error());
  FillLanguages(languages, result);
}

}  // namespace

TranslationWork::TranslationWork(const ServiceCall& call, TimePoint deadline,
                                 absl::AnyInvocable<void()> done)
    : call_(call),
      context_(call.context()),
      deadline_(deadline),
      done_(std::move(done)) {}

void TranslationWork::SetPartialListener(PartialListener listener) {
  listener_ = [this, listener = std::move(listener)](v1::PartialResult result) {
    sent_partial_.store(true, std::memory_order_relaxed);
    listener(std::move(result));
  };
}

void TranslationWork::Start(v1::TranslateRequest request) {
  request_ = std::move(request);
  status_ = WithinMemory(OutOfMemory(), [this] { return Plan(); });
  if (!status_.ok()) {
    Release();
    return;
  }
  FindRoutes();
}

absl::Status TranslationWork::Plan() {
  INTERPRES_ASSIGN_OR_RETURN(plan_, PlanRequest(request_, call_));
  INTERPRES_ASSIGN_OR_RETURN(
      router_, TextRouter::Create(context_.models, request_,
                                  {.languages = context_.pivot_languages,
                                   .requested = request_.allow_pivot()}));
  return Charge();
}

absl::Status TranslationWork::Charge() {
  if (context_.quota == nullptr) {
    return absl::OkStatus();
  }
  int64_t characters = 0;
  for (const std::string& text : request_.texts()) {
    characters += CountCharacters(text);
  }
  INTERPRES_ASSIGN_OR_RETURN(charge_,
                             context_.quota->Charge(call_.owner(), characters));
  return absl::OkStatus();
}

absl::Status TranslationWork::FindSlice() {
  INTERPRES_RETURN_IF_ERROR(call_.CheckNotCancelled());
  int64_t bytes = 0;
  while (std::ssize(routed_) < request_.texts_size() &&
         bytes < kDetectionSliceBytes) {
    const std::string& text = request_.texts(static_cast<int>(routed_.size()));
    const bool needs_sample =
        router_->detects() && plan_.markup.format != TextFormat::kPlain;
    routed_.push_back(needs_sample
                          ? router_->Find(MarkupSample(text, plan_.markup))
                          : router_->Find(text));
    bytes += router_->detects()
                 ? kTextCost + static_cast<int64_t>(
                                   std::min(text.size(), kMaxDetectionBytes))
                 : 1;
  }
  return absl::OkStatus();
}

void TranslationWork::FindRoutes() {
  status_ = WithinMemory(OutOfMemory(), [this] { return FindSlice(); });
  if (status_.ok() && std::ssize(routed_) < request_.texts_size()) {
    context_.text_pool.Post({.stage = TextStage::kPrepare,
                             .flow = plan_.flow,
                             .bytes = kTextSliceBytes,
                             .run = [this] { FindRoutes(); }});
    return;
  }
  if (status_.ok()) {
    status_ = StartRoutes();
  }
  Release();
}

absl::Status TranslationWork::StartRoutes() {
  const std::vector<Route>& routes = router_->routes();
  if (routes.empty() && !AnyStays()) {
    return router_->NoRoute();
  }
  std::vector<std::vector<int>> indices(routes.size());
  for (std::size_t i = 0; i < routed_.size(); ++i) {
    RoutedText& text = routed_[i];
    if (text.status.ok() && !text.route && !text.stays) {
      router_->TakeFirstRoute(text);
    }
    if (text.route) {
      indices[*text.route].push_back(static_cast<int>(i));
    }
  }
  for (std::size_t i = 0; i < routes.size(); ++i) {
    if (!indices[i].empty()) {
      StartRoute(routes[i], std::move(indices[i]));
    }
  }
  return absl::OkStatus();
}

void TranslationWork::StartRoute(const Route& route, std::vector<int> indices) {
  LegTexts texts{.request = TakeTexts(request_, indices)};
  for (const int index : indices) {
    texts.languages.push_back(routed_[index].languages);
  }
  works_.push_back(std::make_unique<RouteWork>(
      call_, deadline_, plan_, listener_ == nullptr ? nullptr : &listener_,
      route));
  pending_.fetch_add(1, std::memory_order_relaxed);
  works_.back()->Start(std::move(texts), std::move(indices),
                       [this] { Release(); });
}

void TranslationWork::Release() {
  // acq_rel: Answer sees what every route wrote.
  if (pending_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    if (!CallStatus().ok()) {
      Refund();
    }
    // Moves `done` out first, because `done` may destroy this object.
    absl::AnyInvocable<void()> done = std::move(done_);
    done();
  }
}

void TranslationWork::Refund() {
  if (!sent_partial_.load(std::memory_order_relaxed)) {
    charge_.Refund();
  }
}

bool TranslationWork::AnyStays() const {
  return std::ranges::any_of(routed_, &RoutedText::stays);
}

absl::Status TranslationWork::CallStatus() const {
  INTERPRES_RETURN_IF_ERROR(status_);
  absl::Status first;
  bool succeeds = AnyStays();
  for (const auto& work : works_) {
    absl::Status status = work->status();
    if (absl::IsCancelled(status)) {
      return status;
    }
    succeeds = succeeds || status.ok();
    first.Update(status);
  }
  return succeeds ? absl::OkStatus() : first;
}

absl::Status TranslationWork::Answer(v1::TranslateResponse& response) {
  INTERPRES_RETURN_IF_ERROR(CallStatus());
  absl::Status status = WithinMemory(OutOfMemory(), [this, &response] {
    FillResults(response);
    FillModel(response);
    return CheckResponseSize(response, MaxResponseBytes());
  });
  if (!status.ok()) {
    response.Clear();
    Refund();
  }
  return status;
}

void TranslationWork::FillResults(v1::TranslateResponse& response) const {
  for (std::size_t i = 0; i < routed_.size(); ++i) {
    const RoutedText& text = routed_[i];
    v1::TranslationResult& result = *response.add_results();
    if (!text.status.ok()) {
      FillError(text.status, text.languages, result);
    } else if (text.stays) {
      FillUnchanged(request_.texts(static_cast<int>(i)), text.languages,
                    result);
    }
  }
  for (const auto& work : works_) {
    FillRoute(*work, response);
  }
}

void TranslationWork::FillRoute(const RouteWork& work,
                                v1::TranslateResponse& response) const {
  const absl::Status status = work.status();
  for (std::size_t i = 0; i < work.indices().size(); ++i) {
    const int index = work.indices()[i];
    v1::TranslationResult& result = *response.mutable_results(index);
    if (status.ok()) {
      work.FillResult(i, result);
    } else {
      FillError(status, routed_[index].languages, result);
    }
  }
}

std::vector<ServedModelPtr> TranslationWork::Models() const {
  std::vector<ServedModelPtr> models;
  const auto add = [&models](const Leg& leg) {
    if (std::ranges::find(models, leg.model) == models.end()) {
      models.push_back(leg.model);
    }
  };
  for (const auto& work : works_) {
    std::ranges::for_each(work->route().legs, add);
  }
  return models;
}

void TranslationWork::FillModel(v1::TranslateResponse& response) const {
  const std::vector<ServedModelPtr> models = Models();
  if (models.size() == 1) {
    response.set_model(models.front()->name());
    response.set_model_version(models.front()->version());
  }
  const auto answered = std::ranges::find_if(
      works_, [](const auto& work) { return work->status().ok(); });
  response.set_target_language(
      answered == works_.end()
          ? router_->target_language()
          : (*answered)->route().legs.back().direction.target);
}

int64_t TranslationWork::MaxResponseBytes() const {
  const RequestLimits& limits = context_.request_limits;
  const bool has_weights = plan_.permit != nullptr;
  return call_.max_response_bytes().value_or(
      limits.max_response_bytes +
      (has_weights ? limits.max_attention_weights * kBytesPerWeight : 0));
}

void TranslationWork::RecordTotal(double seconds) const {
  const std::vector<ServedModelPtr> models = Models();
  for (const ServedModelPtr& model : models) {
    model->metrics().RecordPhase(Phase::kTotal, seconds);
  }
  if (models.empty()) {
    context_.metrics.RecordTotalWithoutModel(seconds);
  }
}

std::string TranslationWork::model_version() const {
  std::vector<std::string> versions;
  for (const ServedModelPtr& model : Models()) {
    versions.push_back(model->version());
  }
  return absl::StrJoin(versions, ",");
}

PhaseTimes TranslationWork::times() const {
  PhaseTimes longest;
  for (const auto& work : works_) {
    longest = LongerOf(longest, work->times());
  }
  return longest;
}

}  // namespace interpres
