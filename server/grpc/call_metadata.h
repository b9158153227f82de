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

// The time from `now` to the deadline, negative if the deadline has passed.
// Returns nullopt if the call has no deadline.
std::optional<Duration> RemainingTime(
    std::chrono::system_clock::time_point deadline,
    std::chrono::system_clock::time_point now);

// The views belong to the call.
CallInfo CallInfoOf(const grpc::ServerContextBase& server);

// Adds the headers as trailing metadata. REQUIRES: called before Finish.
void AddTrailer(const AnswerHeaders& headers, grpc::ServerContextBase& server);

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_CALL_METADATA_H_
