// A TranslateRequest after its checks: which model translates its texts, and
// how.

#ifndef INTERPRES_SERVER_SERVICE_REQUEST_PLAN_H_
#define INTERPRES_SERVER_SERVICE_REQUEST_PLAN_H_

#include <string>

#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "model/document/document.h"
#include "server/base/permits.h"
#include "server/registry/model_registry.h"
#include "server/scheduling/flow.h"
#include "server/service/request_languages.h"
#include "server/service/segment_attempts.h"
#include "server/service/service_call.h"
#include "server/service/translate_response.h"

namespace interpres {

struct RequestPlan {
  ServedModelPtr model;  // not null
  Flow flow;
  DecodingOptions decoding;
  RequestLanguages languages;
  bool split = true;  // whether the texts are divided into sentences
  // Whether text in capitals is translated in sentence case.
  bool recase = false;
  LineBreaks line_breaks = LineBreaks::kParagraph;
  AttemptLimits attempts;
  ResponseOptions answer;
  // The permit for attention weights. Null if the request needs no permit.
  Permits::Permit permit;
};

// Checks the request, chooses its model and resolves its options. Returns the
// error of the whole request: the errors of CheckShape, ChooseModelFor,
// ResolveLanguages and ResolveOptions; INVALID_ARGUMENT for an unknown number
// of an enum; RESOURCE_EXHAUSTED with a retry delay if the request needs a
// permit for attention weights and none is free.
absl::StatusOr<RequestPlan> PlanRequest(const v1::TranslateRequest& request,
                                        const ServiceCall& call);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_REQUEST_PLAN_H_
