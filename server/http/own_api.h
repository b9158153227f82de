// Our own HTTP API: the messages of interpres.v1 as JSON.

#ifndef INTERPRES_SERVER_HTTP_OWN_API_H_
#define INTERPRES_SERVER_HTTP_OWN_API_H_

#include <memory>
#include <optional>
#include <string>

#include "server/http/detect_http_call.h"
#include "server/http/http_message.h"
#include "server/http/service_http_call.h"
#include "server/http/translate_http_call.h"

namespace interpres {

// Returns the value of the header authorization.
std::string OwnToken(const HttpRequest& head);

// Checks the head of a request. Returns the response to a request without a
// valid token (401), or whose content type is not JSON (415). The metrics count
// a 401 as a request of `method`. Null means that the request is accepted.
std::optional<HttpResponse> CheckTokenAndJson(const HttpRequest& head,
                                              const TranslationContext& context,
                                              RpcMethod method);
template <RpcMethod method>
std::optional<HttpResponse> CheckOwnHead(const HttpRequest& head,
                                         const TranslationContext& context) {
  return CheckTokenAndJson(head, context, method);
}

std::unique_ptr<TranslateAdapter> MakeOwnTranslate();
std::unique_ptr<DetectAdapter> MakeOwnDetect();

// Return the responses to GET /v1/models and GET /v1/languages. Return an error
// without a valid token (401), while the models are being loaded (503), and if
// memory is short (429).
HttpResponse OwnModels(const HttpRequest& request, const ServiceState& state);
HttpResponse OwnLanguages(const HttpRequest& request,
                          const ServiceState& state);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_OWN_API_H_
