// The composition root: creates the parts of the server, connects them, and
// destroys them in order.

#ifndef INTERPRES_SERVER_SERVER_APP_H_
#define INTERPRES_SERVER_SERVER_APP_H_

#include <functional>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/server_options.h"

namespace interpres {

// The server: its ports, models and workers. Call order: Create, Load, Open,
// Drain. The destructor may follow any of these calls, and cancels the requests
// that remain. Not thread-safe. Load may run on another thread, but no other
// function may be called until Load has returned.
class ServerApp {
 public:
  // Returns a server that listens on the addresses of `options` but accepts no
  // request before Open. Until then, health checks answer NOT_SERVING, and
  // translation and admin calls get UNAVAILABLE. The metrics page is already
  // served. Returns UNAVAILABLE if the server cannot listen on an address, and
  // INVALID_ARGUMENT if an address is malformed or would expose tokens or the
  // admin service (CheckExposure). Also returns the errors of reading the
  // token, TLS, glossary and quota files.
  static absl::StatusOr<std::unique_ptr<ServerApp>> Create(
      const ServerOptions& options);
  ~ServerApp();
  ServerApp(const ServerApp&) = delete;
  ServerApp& operator=(const ServerApp&) = delete;

  // Loads the models, runs their self-tests and starts the workers. Blocks
  // until all of this is done. Returns an error if the models cannot be found
  // (FindModels), or if a model has no checkpoint that can be served. Another
  // thread may call this function. The process may end with _exit during Load,
  // because no request is accepted before Open. REQUIRES: called at most once,
  // before Open and Drain.
  absl::Status Load();

  // Starts to accept requests. From then on, health checks answer SERVING. Also
  // starts to look for changed models and glossaries, if the options have an
  // interval. REQUIRES: called at most once, after Load has returned OK.
  void Open();

  // Reads the token and TLS files again and then returns. A background thread
  // loads changed models and reads changed glossaries. Then the thread calls
  // `done` with OK, or with the first error of all these files and models. The
  // error is ABORTED for models that were not loaded because of Drain. `done`
  // may run after Drain, but not after the destructor. If a file or a model has
  // an error, the old one stays in use. REQUIRES: called after Open.
  void RequestReload(std::function<void(const absl::Status&)> done);
  // Reloads the token, TLS, model and glossary files as RequestReload does, and
  // blocks until the reload is done. Returns the status that RequestReload
  // would pass to `done`. REQUIRES: called after Open.
  absl::Status Reload();

  // Stops serving: health checks answer NOT_SERVING, new requests get
  // UNAVAILABLE, and accepted requests finish. Blocks until the requests have
  // finished or the drain timeout has passed. Then closes the gRPC and the HTTP
  // port for translations, which cancels the remaining requests. Returns
  // DEADLINE_EXCEEDED if requests remained, otherwise OK. The ports for metrics
  // and admin stay open until the destructor. The admin service then answers
  // ABORTED to reloads. REQUIRES: called at most once, after Open.
  absl::Status Drain();

  // Returns the gRPC port of the translation service that is in use. If the
  // option has port 0, this is the port that the system chose. For a Unix
  // socket, the value has no meaning.
  int port() const;
  // Returns the port of the HTTP service that is in use. 0 means that the HTTP
  // service is disabled.
  int http_port() const;
  // Returns the port of the metrics page that is in use. 0 means that the
  // metrics page is disabled.
  int metrics_port() const;
  // Returns the port of the admin service that is in use. 0 means that the
  // admin service is disabled. For a Unix socket, the value is not 0 and has no
  // other meaning.
  int admin_port() const;

 private:
  class Impl;
  explicit ServerApp(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVER_APP_H_
