// The API of LibreTranslate (docs/apis.md).

#ifndef INTERPRES_SERVER_HTTP_LIBRE_TRANSLATE_H_
#define INTERPRES_SERVER_HTTP_LIBRE_TRANSLATE_H_

#include <memory>

#include "absl/status/status.h"
#include "server/http/detect_http_call.h"
#include "server/http/http_message.h"
#include "server/http/service_http_call.h"
#include "server/http/translate_http_call.h"

namespace interpres {

// Return the adapters for POST /translate and POST /detect of LibreTranslate's
// API.
std::unique_ptr<TranslateAdapter> MakeLibreTranslate();
std::unique_ptr<DetectAdapter> MakeLibreDetect();

// Returns a response with this HTTP status, the body {"error": message of
// `status`}, and the headers ErrorHeaders(status).
HttpResponse LibreError(int http_status, const absl::Status& status);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_LIBRE_TRANSLATE_H_
