#include "server/service/request_plan.h"

#include <chrono>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "server/base/retry_delay.h"
#include "server/service/protection_options.h"
#include "server/service/request_markup.h"
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
            "the server already serves its maximum of concurrent requests with "
            "options.return_attention: try again later, or ask for "
            "options.return_alignments, which has no such limit"),
        kAttentionRetryDelay);
  }
  return permit;
}

// If the leg returns attention weights, sets their maximum number and sizes.
absl::Status PlanAttention(const RequestPlan& request, const Route& route,
                           LegPlan& plan) {
  if (!plan.decoding.attention) {
    return absl::OkStatus();
  }
  if (!route.is_direct()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "options.return_attention is true, and the texts are translated "
        "through \"%s\"; attention weights exist only for one model; use "
        "options.return_alignments",
        route.legs.front().direction.target));
  }
  AttentionOptions& wanted = *plan.decoding.attention;
  wanted.max_weights = request.max_attention_weights;
  const ModelConfig& config = plan.model().model().config();
  plan.answer.attention = wanted;
  plan.answer.layers = config.decoder_layers;
  plan.answer.heads = config.decoder_attention_heads;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<RequestPlan> PlanRequest(const v1::TranslateRequest& request,
                                        const ServiceCall& call) {
  const TranslationContext& context = call.context();
  INTERPRES_RETURN_IF_ERROR(CheckShape(request, context.request_limits));
  RequestPlan plan;
  plan.flow.priority = call.priority();
  if (request.priority() != v1::PRIORITY_UNSPECIFIED) {
    INTERPRES_ASSIGN_OR_RETURN(plan.flow.priority,
                               ResolvePriority(request.priority()));
  }
  plan.flow.client = call.client();
  INTERPRES_ASSIGN_OR_RETURN(
      plan.split, ResolveSplit(request.split(), context.split_by_default));
  INTERPRES_ASSIGN_OR_RETURN(plan.line_breaks,
                             ResolveLineBreaks(request.line_breaks()));
  INTERPRES_ASSIGN_OR_RETURN(
      plan.protection,
      ResolveProtection(request, context.integrity_by_default));
  INTERPRES_ASSIGN_OR_RETURN(
      plan.glossary, ResolveGlossary(request, {.store = context.glossaries,
                                               .owner = call.owner()}));
  INTERPRES_ASSIGN_OR_RETURN(plan.markup, ResolveMarkup(request));
  plan.max_attention_weights =
      context.request_limits.max_attention_weights / request.texts_size();
  if (request.options().return_attention()) {
    INTERPRES_ASSIGN_OR_RETURN(plan.permit, TakePermit(context));
  }
  return plan;
}

absl::StatusOr<LegPlan> PlanLeg(const v1::TranslateOptions& options,
                                const RequestPlan& plan, const Route& route,
                                std::size_t leg) {
  LegPlan planned{.leg = route.legs[leg],
                  .next_model = leg + 1 < route.legs.size()
                                    ? route.legs[leg + 1].model
                                    : nullptr,
                  .flow = plan.flow,
                  .split = plan.split,
                  .line_breaks = plan.line_breaks,
                  .protection = plan.protection,
                  .markup = plan.markup};
  const ServedModel& model = planned.model();
  const ResolvedDirection& direction = planned.leg.direction;
  INTERPRES_ASSIGN_OR_RETURN(planned.protection.glossary,
                             GlossaryFor(plan.glossary, direction));
  const DecodingLimits& limits = model.decoding_limits();
  INTERPRES_ASSIGN_OR_RETURN(planned.decoding, ResolveOptions(options, limits));
  if (planned.decoding.shortlist) {
    INTERPRES_RETURN_IF_ERROR(model.model().CheckShortlist(direction.tags));
  }
  planned.attempts = {
      .max_beam_size = limits.max_beam_size,
      .usual_length_ratio = model.probes().LengthRatio(direction.target)};
  planned.sentinels = model.probes().Sentinels(direction.target);
  planned.answer.target_language = direction.target;
  planned.answer.token_scores = options.return_token_scores();
  planned.answer.alignments = options.return_alignments();
  planned.answer.max_translations = planned.decoding.n_best;
  planned.answer.sampled = planned.decoding.sampling.has_value();
  INTERPRES_RETURN_IF_ERROR(PlanAttention(plan, route, planned));
  return planned;
}

}  // namespace interpres
