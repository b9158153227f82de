// A TranslateRequest after its checks: how its texts are translated.

#ifndef INTERPRES_SERVER_SERVICE_REQUEST_PLAN_H_
#define INTERPRES_SERVER_SERVICE_REQUEST_PLAN_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "model/document/document.h"
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

// What holds for all texts of a request.
struct RequestPlan {
  Flow flow;
  bool split = true;  // whether the texts are divided into sentences
  LineBreaks line_breaks = LineBreaks::kParagraph;
  Protection protection = {};  // without a glossary
  RequestGlossary glossary = {};
  // The language is not set.
  MarkupOptions markup = {.format = TextFormat::kPlain};
  // Maximum number of attention weights of a text.
  int64_t max_attention_weights = 0;
  // The permit for attention weights. Null if the request needs no permit.
  Permits::Permit permit;
};

// Checks the request and resolves what does not depend on a model. Returns the
// error of the whole request: the errors of CheckShape and ResolveGlossary;
// INVALID_ARGUMENT for an unknown number of an enum; RESOURCE_EXHAUSTED with a
// retry delay if the request needs a permit for attention weights and none is
// free.
absl::StatusOr<RequestPlan> PlanRequest(const v1::TranslateRequest& request,
                                        const ServiceCall& call);

// How one model translates texts of a request. A text without a pivot language
// has one leg, a text with a pivot language has two.
struct LegPlan {
  Leg leg;
  // The model of the next leg. Null if this leg is the last.
  ServedModelPtr next_model = {};
  Flow flow = {};
  DecodingOptions decoding = {};
  bool split = true;
  LineBreaks line_breaks = LineBreaks::kParagraph;
  Protection protection = {};
  // The language is not set.
  MarkupOptions markup = {.format = TextFormat::kPlain};
  AttemptLimits attempts = {};
  ResponseOptions answer = {};

  ServedModel& model() const { return *leg.model; }
};

// Resolves the options of a leg of the route. Returns INVALID_ARGUMENT if the
// model does not support an option, or if the request wants attention weights
// and the route has two legs. Also returns the errors of GlossaryFor.
absl::StatusOr<LegPlan> PlanLeg(const v1::TranslateOptions& options,
                                const RequestPlan& plan, const Route& route,
                                std::size_t leg);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_REQUEST_PLAN_H_
