// A port of the server, with its protocol. Virtual, because ServerApp starts
// and drains listeners of several protocols (docs/decisions/0008-listeners.md).

#ifndef INTERPRES_SERVER_BASE_LISTENER_H_
#define INTERPRES_SERVER_BASE_LISTENER_H_

#include <chrono>
#include <string_view>

#include "absl/status/status.h"

namespace interpres {

// A port of the server, with its protocol. The calls come in this order: Start,
// Open, BeginDrain, EndDrain, destructor. The destructor may follow any call,
// or none. Open, BeginDrain and EndDrain require that Start returned OK. Not
// thread-safe: owned by ServerApp.
class Listener {
 public:
  Listener() = default;
  // Closes the port if it is open: cancels the remaining calls, and returns
  // when the last call is done.
  virtual ~Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // The option that holds the address, for example "--address".
  virtual std::string_view flag() const = 0;
  // The port in use. 0 before Start. For a Unix socket, the value is not 0 and
  // has no other meaning.
  virtual int port() const = 0;

  // Opens the port and logs its number. Returns INVALID_ARGUMENT if the address
  // is malformed. Returns UNAVAILABLE, with the flag and a remedy, if the
  // server cannot listen on the address. REQUIRES: called once.
  virtual absl::Status Start() = 0;

  // Makes the listener accept calls. Called when the models are loaded. Before,
  // gRPC calls get UNAVAILABLE, but the metrics page is served from Start on.
  virtual void Open() {}

  // Begins a drain: from now on, health checks answer that the server takes no
  // further calls. The listener itself still accepts calls, but CallTracker
  // refuses new ones.
  virtual void BeginDrain() {}

  // Ends a drain. A listener for translations closes its port like the
  // destructor, but cancels the remaining calls only after `grace`. Returns
  // when the last call is done. Listeners for operators stay open, so that
  // operators can watch the rest of the drain.
  virtual void EndDrain(std::chrono::seconds /*grace*/) {}
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_BASE_LISTENER_H_
