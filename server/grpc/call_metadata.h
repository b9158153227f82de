// Converts the metadata and the deadline of a gRPC call for the service, and
// the headers of an answer back.

#ifndef INTERPRES_SERVER_GRPC_CALL_METADATA_H_
#define INTERPRES_SERVER_GRPC_CALL_METADATA_H_

#include <grpcpp/server_context.h>

#include <chrono>
#include <optional>

#include "server/base/clock.h"
#include "server/service/call_end.h"
#include "server/service/call_info.h"

namespace interpres {

// Returns the time from `now` to the deadline, negative if the deadline has
// passed. Returns nullopt if the deadline is more than kFarAway after `now`,
// because gRPC gives such a deadline to a call without a deadline.
std::optional<Duration> RemainingTime(
    std::chrono::system_clock::time_point deadline,
    std::chrono::system_clock::time_point now);

// Returns the headers, the peer and the remaining time of a call. The views in
// the result are valid as long as `server`.
CallInfo CallInfoOf(const grpc::ServerContextBase& server);

// Adds the headers to the call as trailing metadata. REQUIRES: called before
// Finish.
void AddTrailer(const AnswerHeaders& headers, grpc::ServerContextBase& server);

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_CALL_METADATA_H_
