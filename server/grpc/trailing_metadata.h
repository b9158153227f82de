// What an answer says about itself in its trailing metadata: where the time
// went and which model made it (proto/interpres/v1/translation.proto).

#ifndef INTERPRES_SERVER_GRPC_TRAILING_METADATA_H_
#define INTERPRES_SERVER_GRPC_TRAILING_METADATA_H_

#include <grpcpp/server_context.h>

#include <string>

#include "server/scheduling/job.h"

namespace interpres {

// Call these before Finish, at most once each.

// interpres-request-id.
void AddRequestId(const std::string& id, grpc::ServerContextBase& server);

// interpres-queue-ms, interpres-encode-ms, interpres-decode-ms.
void AddTimes(const PhaseTimes& times, grpc::ServerContextBase& server);

// interpres-total-ms, and interpres-model-version unless it is "".
void AddTotalAndVersion(double seconds, const std::string& version,
                        grpc::ServerContextBase& server);

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_TRAILING_METADATA_H_
