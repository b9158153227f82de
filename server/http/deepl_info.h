// The routes of DeepL's API that describe the server and the client's usage.

#ifndef INTERPRES_SERVER_HTTP_DEEPL_INFO_H_
#define INTERPRES_SERVER_HTTP_DEEPL_INFO_H_

#include <memory>

#include "server/http/http_call.h"
#include "server/http/service_http_call.h"

namespace interpres {

// Each function returns the call that answers one route of DeepL's API: GET and
// POST /v2/languages, GET and POST /v2/usage, GET /v2/glossary-language-pairs.
std::unique_ptr<HttpCall> MakeDeepLLanguages(const ServiceState& state,
                                             CallParts parts);
std::unique_ptr<HttpCall> MakeDeepLUsage(const ServiceState& state,
                                         CallParts parts);
std::unique_ptr<HttpCall> MakeDeepLGlossaryPairs(const ServiceState& state,
                                                 CallParts parts);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_DEEPL_INFO_H_
