// The routes of DeepL's API for glossaries (docs/apis_deepl.md).

#ifndef INTERPRES_SERVER_HTTP_DEEPL_GLOSSARIES_H_
#define INTERPRES_SERVER_HTTP_DEEPL_GLOSSARIES_H_

#include <memory>
#include <optional>
#include <string_view>

#include "server/http/http_call.h"
#include "server/http/service_http_call.h"

namespace interpres {

// The path of DeepL's API for glossaries. GET of the path lists the glossaries,
// and POST makes a glossary. GET and DELETE of PATH/ID describe and remove a
// glossary. GET of PATH/ID/entries returns the entries of the glossary.
inline constexpr std::string_view kDeepLGlossariesPath = "/v2/glossaries";

std::unique_ptr<HttpCall> MakeDeepLGlossaryCall(const ServiceState& state,
                                                CallParts parts);

// Checks the head of a request for PATH/ID or PATH/ID/entries of DeepL's API
// for glossaries. Returns the response 405 to a DELETE of the entries. Null
// means that the request is accepted. REQUIRES: the method is GET, HEAD or
// DELETE, as the route table checks.
std::optional<HttpResponse> CheckDeepLGlossaryHead(
    const HttpRequest& head, const TranslationContext& context);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_DEEPL_GLOSSARIES_H_
