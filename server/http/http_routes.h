// The routes of the HTTP listener.

#ifndef INTERPRES_SERVER_HTTP_HTTP_ROUTES_H_
#define INTERPRES_SERVER_HTTP_HTTP_ROUTES_H_

#include <atomic>
#include <memory>
#include <string>

#include "server/http/http_call.h"
#include "server/http/http_message.h"
#include "server/http/http_options.h"
#include "server/http/service_http_call.h"
#include "server/service/glossary_thread.h"
#include "server/service/translation_context.h"

namespace interpres {

// The routes of the HTTP listener: checks the head of a request, and makes the
// call that answers the request. Thread-safe.
class HttpRoutes final : public HttpHandler {
 public:
  // `options` and `context` must outlive this object.
  HttpRoutes(const HttpOptions& options, const TranslationContext& context)
      : options_(options), context_(context) {}

  // From now on, calls are served, because the models are loaded. Before, calls
  // get UNAVAILABLE.
  void Open() { is_open_.store(true); }
  // From now on, /readyz answers 503, because the server takes no further
  // requests. Requests are still received.
  void BeginDrain() { is_draining_.store(true); }

  Verdict CheckHead(const HttpRequest& head) override;
  std::unique_ptr<HttpCall> MakeCall(CallParts parts) override;
  HttpResponse Refuse(const HttpRequest& head, int status,
                      const absl::Status& reason) override;
  void Complete(const HttpRequest& head, HttpResponse& response) override;

 private:
  ServiceState state() {
    return {.context = context_,
            .glossaries = &glossaries_,
            .is_open = is_open_.load()};
  }
  bool HasPage() const { return options_.page == "on"; }
  HttpResponse Readiness() const;

  const HttpOptions& options_;
  const TranslationContext& context_;
  std::atomic<bool> is_open_ = false;
  std::atomic<bool> is_draining_ = false;
  GlossaryThread glossaries_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_HTTP_ROUTES_H_
