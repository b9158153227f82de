// The routes of LibreTranslate that describe the server.

#ifndef INTERPRES_SERVER_HTTP_LIBRE_INFO_H_
#define INTERPRES_SERVER_HTTP_LIBRE_INFO_H_

#include "server/http/http_message.h"
#include "server/http/service_http_call.h"

namespace interpres {

// Return the responses to GET /languages, GET /frontend/settings and GET
// /health of LibreTranslate's API. They need no token. Return an error (503)
// while the models are being loaded.
HttpResponse LibreLanguageList(const HttpRequest& request,
                               const ServiceState& state);
HttpResponse LibreSettings(const HttpRequest& request,
                           const ServiceState& state);
HttpResponse LibreHealth(const HttpRequest& request, const ServiceState& state);

// Return the errors with which a LibreTranslate answers features that it has
// disabled: 403 to POST /suggest and POST /translate_file, and 400 to GET
// /download_file.
HttpResponse LibreNoSuggestions(const HttpRequest& request,
                                const ServiceState& state);
HttpResponse LibreNoFiles(const HttpRequest& request,
                          const ServiceState& state);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_LIBRE_INFO_H_
