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

// Returns the response to a request without a valid token (401), or whose body
// is not JSON (415). Null if the request is accepted.
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

// The responses to GET /v1/models and GET /v1/languages.
HttpResponse OwnModels(const HttpRequest& request, const ServiceState& state);
HttpResponse OwnLanguages(const HttpRequest& request,
                          const ServiceState& state);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_OWN_API_H_
