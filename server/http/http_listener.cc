// Tested by tests/integration/server_http_test.cc.

#include "server/http/http_listener.h"

#include <string>
#include <utility>

#include "model/base/status.h"
#include "server/base/logging.h"
#include "server/http/http_port.h"
#include "server/http/http_routes.h"

namespace interpres {

class HttpListener::Impl {
 public:
  Impl(HttpOptions http_options, const TlsFiles* tls_files,
       const TranslationContext& context)
      : options(std::move(http_options)),
        tls(tls_files),
        routes(options, context),
        environment{.options = options,
                    .handler = routes,
                    .received = context.received,
                    .clock = context.clock,
                    .metrics = context.metrics},
        port(environment, tls) {}

  const HttpOptions options;
  const TlsFiles* const tls;
  HttpRoutes routes;
  const HttpEnvironment environment;
  HttpPort port;
};

HttpListener::HttpListener(HttpOptions options, const TlsFiles* tls,
                           const TranslationContext& context)
    : impl_(std::make_unique<Impl>(std::move(options), tls, context)) {}

HttpListener::~HttpListener() = default;

int HttpListener::port() const { return impl_->port.port(); }

absl::Status HttpListener::Start() {
  INTERPRES_RETURN_IF_ERROR(impl_->port.Start());
  Log(LogLevel::kInfo, "HTTP listening",
      {{"address", impl_->options.address},
       {"port", int64_t{port()}},
       {"tls", TlsMode(impl_->tls)}});
  return absl::OkStatus();
}

void HttpListener::Open() { impl_->routes.Open(); }

void HttpListener::BeginDrain() {
  impl_->routes.BeginDrain();
  impl_->port.BeginDrain();
}

void HttpListener::EndDrain(std::chrono::seconds grace) {
  impl_->port.Close(grace);
}

}  // namespace interpres
