// The routes of LibreTranslate that describe the server.

#ifndef INTERPRES_SERVER_HTTP_LIBRE_INFO_H_
#define INTERPRES_SERVER_HTTP_LIBRE_INFO_H_

#include "server/http/http_message.h"
#include "server/http/service_http_call.h"

namespace interpres {

// GET /languages, GET /frontend/settings and GET /health.
HttpResponse LibreLanguageList(const HttpRequest& request,
                               const ServiceState& state);
HttpResponse LibreSettings(const HttpRequest& request,
                           const ServiceState& state);
HttpResponse LibreHealth(const HttpRequest& request, const ServiceState& state);

// POST /suggest, POST /translate_file and GET /download_file: as a
// LibreTranslate that has them disabled.
HttpResponse LibreNoSuggestions(const HttpRequest& request,
                                const ServiceState& state);
HttpResponse LibreNoFiles(const HttpRequest& request,
                          const ServiceState& state);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_LIBRE_INFO_H_
