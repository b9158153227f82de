// The TLS settings of new connections, with the certificate that is served now.

#ifndef INTERPRES_SERVER_HTTP_TLS_CONTEXTS_H_
#define INTERPRES_SERVER_HTTP_TLS_CONTEXTS_H_

#include <boost/asio/ssl/context.hpp>
#include <cstdint>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "server/base/mutex.h"
#include "server/security/tls_files.h"

namespace interpres {

// Makes the TLS settings of new connections from the current TLS files.
// Thread-safe.
class TlsContexts {
 public:
  // `files` must outlive this object.
  explicit TlsContexts(const TlsFiles& files) : files_(files) {}

  // Returns the TLS settings for a new connection. Reads the TLS files if they
  // have changed since they were last read with success. Logs files that cannot
  // be used. Then returns the older settings, or null if no files could be used
  // yet.
  std::shared_ptr<boost::asio::ssl::context> Current()
      ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  const TlsFiles& files_;
  Mutex mutex_;
  int64_t version_ ABSL_GUARDED_BY(mutex_) = -1;  // of context_
  std::shared_ptr<boost::asio::ssl::context> context_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_TLS_CONTEXTS_H_
