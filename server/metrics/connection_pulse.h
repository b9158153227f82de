// Connections to a port of this process, which wake the thread behind the port.

#ifndef INTERPRES_SERVER_METRICS_CONNECTION_PULSE_H_
#define INTERPRES_SERVER_METRICS_CONNECTION_PULSE_H_

#include <netinet/in.h>

#include <string>

#include "server/base/clock.h"
#include "server/base/periodic_task.h"

namespace interpres {

// Connects to a port of this process every few milliseconds, until this object
// is destroyed, and closes each connection immediately. So a thread that waits
// for connections wakes. Does nothing if the host is a name instead of an IPv4
// address. A connection that fails has no effect.
class ConnectionPulse {
 public:
  // `host` is the IPv4 address that the port listens on. 0.0.0.0 means this
  // machine. With a host name, this object does nothing.
  ConnectionPulse(const std::string& host, int port);

 private:
  void Connect() const;

  RealClock clock_;
  const sockaddr_in address_;
  PeriodicTask task_;  // declared last because it uses the other members
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_METRICS_CONNECTION_PULSE_H_
