// The HTTP port for translations.

#ifndef INTERPRES_SERVER_HTTP_HTTP_LISTENER_H_
#define INTERPRES_SERVER_HTTP_HTTP_LISTENER_H_

#include <chrono>
#include <memory>
#include <string_view>

#include "absl/status/status.h"
#include "server/base/listener.h"
#include "server/http/http_options.h"
#include "server/security/tls_files.h"
#include "server/service/translation_context.h"

namespace interpres {

class HttpListener final : public Listener {
 public:
  static constexpr const char* kAddressFlag = kHttpAddressFlag;

  // `options.address` is the address to listen on. Null `tls` means no TLS.
  // `tls` and `context` must outlive the listener.
  HttpListener(HttpOptions options, const TlsFiles* tls,
               const TranslationContext& context);
  ~HttpListener() override;

  std::string_view flag() const override { return kAddressFlag; }
  int port() const override;
  absl::Status Start() override;
  void Open() override;
  void BeginDrain() override;
  void EndDrain(std::chrono::seconds grace) override;

 private:
  // Hides the HTTP library.
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_HTTP_LISTENER_H_
