// Requests and responses as bytes.
//
// The service parses its requests itself. If gRPC cannot parse a request, for
// example because of a string that is not UTF-8, gRPC answers UNIMPLEMENTED
// with an empty message. The user would then look for a missing method.

#ifndef INTERPRES_SERVER_GRPC_WIRE_H_
#define INTERPRES_SERVER_GRPC_WIRE_H_

#include <google/protobuf/message.h>
#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "absl/status/status.h"
#include "server/scheduling/flow.h"

namespace interpres {

// Parses the bytes and fills `message`. Returns INVALID_ARGUMENT if a string
// field is not UTF-8, with the field and the offset of the byte. Returns
// INVALID_ARGUMENT also if the bytes are no message of this type. Returns
// RESOURCE_EXHAUSTED if memory is short. After an error, `message` may contain
// some of the fields.
absl::Status ParseMessage(const grpc::ByteBuffer& bytes,
                          google::protobuf::Message& message);

// Returns the last value of a varint field without parsing the message. `path`
// is the field's number, preceded by the numbers of the message fields that
// contain it. Of a repeated containing message, only the last one counts.
// Returns 0, the default, if the field is absent. Returns null if the bytes are
// not a message or have more than `max_fields` fields. REQUIRES: !path.empty().
std::optional<uint64_t> FindVarint(
    const grpc::ByteBuffer& bytes, std::span<const int> path,
    int64_t max_fields = std::numeric_limits<int64_t>::max());

// Returns the priority of a request that is not parsed yet. An absent or
// unknown priority means kInteractive. `path` is the path of the priority's
// field, as for FindVarint. Fast enough for an RPC thread, because it searches
// a bounded number of fields. Returns kBatch if the request has more fields or
// is malformed.
Priority PeekPriority(const grpc::ByteBuffer& bytes, std::span<const int> path);

// Serialises the message into `bytes`. Returns INTERNAL if the message is too
// large for Protocol Buffers (2 GiB), and RESOURCE_EXHAUSTED if memory is
// short.
absl::Status SerializeMessage(const google::protobuf::Message& message,
                              grpc::ByteBuffer& bytes);

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_WIRE_H_
