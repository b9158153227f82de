// The routes of DeepL's API for glossaries (docs/apis_deepl.md).

#ifndef INTERPRES_SERVER_HTTP_DEEPL_GLOSSARIES_H_
#define INTERPRES_SERVER_HTTP_DEEPL_GLOSSARIES_H_

#include <memory>
#include <optional>
#include <string_view>

#include "server/http/http_call.h"
#include "server/http/service_http_call.h"

namespace interpres {

// GET and POST of this path list and make glossaries. GET and DELETE of a path
// below it describe and remove a glossary. GET of ID/entries returns its
// entries.
inline constexpr std::string_view kDeepLGlossariesPath = "/v2/glossaries";

std::unique_ptr<HttpCall> MakeDeepLGlossaryCall(const ServiceState& state,
                                                CallParts parts);

// Returns the response (405) to a DELETE of the entries of a glossary. Null
// means that the request is accepted. REQUIRES: the method is GET, HEAD or
// DELETE, as the route table checks.
std::optional<HttpResponse> CheckDeepLGlossaryHead(
    const HttpRequest& head, const TranslationContext& context);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_DEEPL_GLOSSARIES_H_
