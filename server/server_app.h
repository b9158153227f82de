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

// Create -> Load -> Open -> (serve) -> Drain -> destroy. Used by one thread.
class ServerApp {
 public:
  // Binds the ports. From then on, health answers NOT_SERVING and Translate
  // UNAVAILABLE. Returns UNAVAILABLE if the server cannot listen on an address,
  // and the errors of Secrets::Load and CheckExposure.
  static absl::StatusOr<std::unique_ptr<ServerApp>> Create(
      const ServerOptions& options);
  ~ServerApp();
  ServerApp(const ServerApp&) = delete;
  ServerApp& operator=(const ServerApp&) = delete;

  // Loads the models, runs their self-tests and starts the workers. Returns the
  // errors of these steps. REQUIRES: called at most once. Another thread may
  // call it. The process may end at any time before Open, because no request is
  // accepted until then.
  absl::Status Load();

  // Accepts requests, and health turns SERVING. REQUIRES: called once, after
  // Load.
  void Open();

  // Reads the token and TLS files again, and looks for changed models in the
  // background. Files and models with an error stay the same. Calls `done` on
  // another thread with OK or the errors, possibly after Drain. REQUIRES:
  // called after Open.
  void RequestReload(std::function<void(const absl::Status&)> done);
  // Like RequestReload, but waits for the result.
  absl::Status Reload();

  // Health turns NOT_SERVING, new requests get UNAVAILABLE, and accepted
  // requests finish. Then closes the port for translations. Returns
  // DEADLINE_EXCEEDED if requests did not finish within the drain timeout and
  // were cancelled. The ports for metrics and admin stay open until the
  // destructor. The admin service then answers ABORTED.
  absl::Status Drain();

  // The ports in use. 0 if the port for metrics or admin is disabled.
  int port() const;
  int metrics_port() const;
  int admin_port() const;

 private:
  class Impl;
  explicit ServerApp(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVER_APP_H_
