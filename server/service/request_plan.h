// A TranslateRequest after its checks: how its texts are translated.

#ifndef INTERPRES_SERVER_SERVICE_REQUEST_PLAN_H_
#define INTERPRES_SERVER_SERVICE_REQUEST_PLAN_H_

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "model/document/document.h"
#include "model/document/sentinel.h"
#include "model/engine/protection.h"
#include "model/engine/segment_encoder.h"
#include "model/markup/markup_options.h"
#include "server/base/permits.h"
#include "server/registry/model_registry.h"
#include "server/scheduling/flow.h"
#include "server/service/request_glossary.h"
#include "server/service/route.h"
#include "server/service/segment_attempts.h"
#include "server/service/service_call.h"
#include "server/service/translate_response.h"

namespace interpres {

// The checked options that all texts of a TranslateRequest share, whichever
// models translate the texts.
struct RequestPlan {
  Flow flow;
  bool split = true;  // whether the texts are divided into sentences
  LineBreaks line_breaks = LineBreaks::kParagraph;
  Protection protection = {};  // without a glossary
  RequestGlossary glossary = {};
  // The format of the texts and the options of XML. MarkupOptions::language is
  // not set, because each text may have another language.
  MarkupOptions markup = {.format = TextFormat::kPlain};
  // Maximum number of attention weights of one text, over all its translations:
  // an equal share of RequestLimits::max_attention_weights.
  int64_t max_attention_weights = 0;
  // The permit for attention weights, which its destructor gives back. Hold the
  // permit until the response is written. Null if the request needs no permit.
  Permits::Permit permit;
};

// Checks the fields of the request that do not depend on a model. Takes a
// permit if the request wants attention weights. Returns INVALID_ARGUMENT if a
// field is wrong (CheckShape, ResolveProtection, ResolveGlossary,
// ResolveMarkup, or an unknown number of an enum). Returns NOT_FOUND if the
// client may use no glossary of the name. Returns RESOURCE_EXHAUSTED with a
// retry delay if all permits are taken; the metrics then record a rejection.
absl::StatusOr<RequestPlan> PlanRequest(const v1::TranslateRequest& request,
                                        const ServiceCall& call);

// How one model translates texts of a request. A leg is the translation by one
// model. A text without a pivot language has one leg, a text with a pivot
// language has two.
struct LegPlan {
  Leg leg;
  // The model that translates the results of this leg into the target language.
  // Null if this leg is the last leg.
  ServedModelPtr next_model = {};
  Flow flow = {};
  DecodingOptions decoding = {};
  bool split = true;
  LineBreaks line_breaks = LineBreaks::kParagraph;
  Protection protection = {};
  // The format of the texts and the options of XML. MarkupOptions::language is
  // not set, because each text may have another language.
  MarkupOptions markup = {.format = TextFormat::kPlain};
  AttemptLimits attempts = {};
  // ModelProbes::Sentinels of the direction.
  const std::atomic<SentinelForm>* sentinels = nullptr;
  ResponseOptions answer = {};

  ServedModel& model() const { return *leg.model; }
};

// Returns the plan for the leg with the index `leg` of the route. Returns
// INVALID_ARGUMENT if an option is out of range or the model does not support
// the option. Returns INVALID_ARGUMENT also if the request wants attention
// weights and the route has two legs, and for the errors of GlossaryFor.
// REQUIRES: leg < route.legs.size().
absl::StatusOr<LegPlan> PlanLeg(const v1::TranslateOptions& options,
                                const RequestPlan& plan, const Route& route,
                                std::size_t leg);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_REQUEST_PLAN_H_
