// A port of the server, with its protocol. Virtual, because ServerApp starts
// and drains listeners of several protocols (docs/decisions/0008-listeners.md).

#ifndef INTERPRES_SERVER_BASE_LISTENER_H_
#define INTERPRES_SERVER_BASE_LISTENER_H_

#include <chrono>
#include <string_view>

#include "absl/status/status.h"

namespace interpres {

// Start -> Open -> BeginDrain -> EndDrain -> destroy. All steps except Start
// may be left out. Not thread-safe: owned by ServerApp.
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
  // The port in use. 0 before Start.
  virtual int port() const = 0;

  // Listens and logs the port. Returns UNAVAILABLE, with the flag and a remedy,
  // if nothing can listen on the address. REQUIRES: called once.
  virtual absl::Status Start() = 0;

  // The models are loaded: accepts calls. Until then, calls get UNAVAILABLE.
  virtual void Open() {}

  // A drain begins: health checks answer that the server takes no further
  // calls. CallTracker refuses new calls.
  virtual void BeginDrain() {}

  // A drain ends. A listener for translations closes its port like the
  // destructor, but cancels the remaining calls only after `grace`. Listeners
  // for operators stay open, so that operators can watch the rest of the drain.
  virtual void EndDrain(std::chrono::seconds /*grace*/) {}
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_BASE_LISTENER_H_
