#include "server/service/request_plan.h"

#include <chrono>
#include <utility>

#include "absl/status/status.h"
#include "model/base/status.h"
#include "server/base/retry_delay.h"
#include "server/service/translate_request.h"

namespace interpres {
namespace {

constexpr std::chrono::seconds kAttentionRetryDelay{1};

absl::StatusOr<Permits::Permit> TakePermit(const TranslationContext& context) {
  Permits::Permit permit = context.attention.TryTake();
  if (permit == nullptr) {
    context.metrics.RecordRejection(Rejection::kTooManyCalls);
    return WithRetryDelay(
        absl::ResourceExhaustedError(
            "as many requests with options.return_attention as this server "
            "takes at once are being served: try again later, or ask for "
            "options.return_alignments, which has no such limit"),
        kAttentionRetryDelay);
  }
  return permit;
}

// If the request wants attention weights, takes a permit and sets the maximum
// number of weights of each text.
absl::Status PlanAttention(const v1::TranslateRequest& request,
                           const TranslationContext& context,
                           RequestPlan& plan) {
  if (!plan.decoding.attention) {
    return absl::OkStatus();
  }
  INTERPRES_ASSIGN_OR_RETURN(plan.permit, TakePermit(context));
  AttentionOptions& wanted = *plan.decoding.attention;
  wanted.max_weights =
      context.request_limits.max_attention_weights / request.texts_size();
  const ModelConfig& config = plan.model->model().config();
  plan.answer.attention = wanted;
  plan.answer.layers = config.decoder_layers;
  plan.answer.heads = config.decoder_attention_heads;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<RequestPlan> PlanRequest(const v1::TranslateRequest& request,
                                        const ServiceCall& call) {
  const TranslationContext& context = call.context();
  RequestPlan plan;
  INTERPRES_RETURN_IF_ERROR(CheckShape(request, context.request_limits));
  INTERPRES_ASSIGN_OR_RETURN(plan.model,
                             ChooseModelFor(context.models, request));
  INTERPRES_ASSIGN_OR_RETURN(
      plan.languages, ResolveLanguages(*plan.model, context.models, request));
  const ResolvedDirection& direction = plan.languages.direction;
  const TranslationModel& model = plan.model->model();
  INTERPRES_ASSIGN_OR_RETURN(
      plan.decoding,
      ResolveOptions(request.options(), plan.model->decoding_limits()));
  if (plan.decoding.shortlist) {
    INTERPRES_RETURN_IF_ERROR(model.CheckShortlist(direction.tag));
  }
  INTERPRES_ASSIGN_OR_RETURN(plan.flow.priority,
                             ResolvePriority(request.priority()));
  plan.flow.client = call.client();
  INTERPRES_ASSIGN_OR_RETURN(
      plan.split, ResolveSplit(request.split(), context.split_by_default));
  INTERPRES_ASSIGN_OR_RETURN(plan.line_breaks,
                             ResolveLineBreaks(request.line_breaks()));
  plan.recase = plan.split && plan.model->NeedsSentenceCase(direction.target);
  plan.attempts = {
      .max_beam_size = plan.model->decoding_limits().max_beam_size,
      .usual_length_ratio = plan.model->UsualLengthRatio(direction.target)};
  plan.answer.target_language = direction.target;
  plan.answer.token_scores = request.options().return_token_scores();
  plan.answer.alignments = request.options().return_alignments();
  plan.answer.max_translations = plan.decoding.n_best;
  plan.answer.sampled = plan.decoding.sampling.has_value();
  INTERPRES_RETURN_IF_ERROR(PlanAttention(request, context, plan));
  return plan;
}

}  // namespace interpres
