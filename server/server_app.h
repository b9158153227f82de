// The composition root: builds every part of the server, wires them, and takes
// them down in order.

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
  // Binds the ports. Health answers NOT_SERVING and Translate UNAVAILABLE
  // from here on. UNAVAILABLE if an address cannot be bound; the errors of
  // TLS files and tokens.
  static absl::StatusOr<std::unique_ptr<ServerApp>> Create(
      const ServerOptions& options);
  ~ServerApp();
  ServerApp(const ServerApp&) = delete;
  ServerApp& operator=(const ServerApp&) = delete;

  // Loads the models, runs their self-tests and starts the workers. The errors
  // of those steps. At most once; another thread may call it. Until Open, no
  // request is accepted: the process may end at any time.
  absl::Status Load();

  // After Load, once: accepts requests; health turns SERVING.
  void Open();

  // After Open: reads the file of tokens again and looks for models that have
  // changed, in the background. What has an error stays as it was. `done` gets
  // OK or the errors, on another thread; it may outlive a Drain.
  void RequestReload(std::function<void(const absl::Status&)> done);
  // The same, and waits.
  absl::Status Reload();

  // Health turns NOT_SERVING and new requests get UNAVAILABLE; accepted ones
  // finish. DEADLINE_EXCEEDED if some did not within the drain timeout: they
  // were cancelled. Afterwards the service's port is closed; those of the
  // metrics and of the admin service, which then only refuses (ABORTED), are
  // open until the end.
  absl::Status Drain();

  // The ports in use; 0 for metrics or an admin service that are off.
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
