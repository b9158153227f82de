// Tested by tests/integration/server_http_security_test.cc.

#include "server/http/tls_contexts.h"

#include <string>

#include "server/base/logging.h"

namespace interpres {
namespace {

namespace ssl = boost::asio::ssl;
using boost::system::error_code;

// TLS 1.2 and later, as for gRPC. Returns null with a log line if the library
// refuses the files.
std::shared_ptr<ssl::context> MakeContext(const TlsFiles& files) {
  auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
  error_code code;
  context->set_options(ssl::context::default_workarounds |
                           ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1,
                       code);
  if (!code) {
    context->use_certificate_chain_file(files.key_pair_path(), code);
  }
  if (!code) {
    context->use_private_key_file(files.key_pair_path(), ssl::context::pem,
                                  code);
  }
  const std::string client_ca = files.client_ca_path();
  if (!code && !client_ca.empty()) {
    context->load_verify_file(client_ca, code);
    // A resumed session would skip the check of the client's certificate.
    context->set_options(SSL_OP_NO_TICKET);
    SSL_CTX_set_session_cache_mode(context->native_handle(),
                                   SSL_SESS_CACHE_OFF);
    context->set_verify_mode(ssl::verify_peer |
                             ssl::verify_fail_if_no_peer_cert);
  }
  if (code) {
    Log(LogLevel::kWarning, "TLS files rejected by the HTTP listener",
        {{"error", code.message()}});
    return nullptr;
  }
  return context;
}

}  // namespace

std::shared_ptr<ssl::context> TlsContexts::Current() {
  const MutexLock lock(mutex_);
  const int64_t version = files_.version();
  if (version != version_) {
    if (auto context = MakeContext(files_)) {
      context_ = std::move(context);
      version_ = version;
    }
  }
  return context_;
}

}  // namespace interpres
