// Version 2 of Google's REST interface (docs/apis.md).

#ifndef INTERPRES_SERVER_HTTP_GOOGLE_V2_H_
#define INTERPRES_SERVER_HTTP_GOOGLE_V2_H_

#include <memory>

#include "absl/status/status.h"
#include "server/http/detect_http_call.h"
#include "server/http/http_message.h"
#include "server/http/service_http_call.h"
#include "server/http/translate_http_call.h"

namespace interpres {

// Return the adapters for GET and POST of /language/translate/v2 and
// /language/translate/v2/detect.
std::unique_ptr<TranslateAdapter> MakeGoogleV2Translate();
std::unique_ptr<DetectAdapter> MakeGoogleV2Detect();

// Returns the response to GET /language/translate/v2/languages: the languages,
// or an error, for example 401 without a valid token.
HttpResponse GoogleV2Languages(const HttpRequest& request,
                               const ServiceState& state);

// Returns a response with this HTTP status and the body {"error": {"code",
// "status", "message", "errors"}}, and "details" if `status` has a retry delay.
// REQUIRES: !status.ok().
HttpResponse GoogleV2Error(int http_status, const absl::Status& status);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_GOOGLE_V2_H_
