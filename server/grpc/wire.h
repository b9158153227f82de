// Requests and responses as bytes.
//
// The service takes its requests unparsed: where gRPC itself fails to parse
// one (a string that is not UTF-8 is enough), it answers UNIMPLEMENTED with an
// empty message, which sends people looking for a missing method.

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

// Fills `message`. INVALID_ARGUMENT names the first string field that is not
// UTF-8 and the offset of the byte, or says that the bytes are no such message.
// RESOURCE_EXHAUSTED if memory is short.
absl::Status ParseMessage(const grpc::ByteBuffer& bytes,
                          google::protobuf::Message& message);

// Finds the last value of a varint field without parsing the message. `path` is
// the field's number, preceded by the numbers of the message fields that
// contain it. Returns 0, the default, if the field is absent; nullopt if the
// bytes are not a message or have more than `max_fields` fields.
std::optional<uint64_t> FindVarint(
    const grpc::ByteBuffer& bytes, std::span<const int> path,
    int64_t max_fields = std::numeric_limits<int64_t>::max());

// The priority that a request asks for, before it is parsed; `path` as above.
// Fast enough for an RPC thread: returns kBatch if it is not found soon.
Priority PeekPriority(const grpc::ByteBuffer& bytes, std::span<const int> path);

// INTERNAL if the message is too large for Protocol Buffers (2 GiB).
// RESOURCE_EXHAUSTED if memory is short.
absl::Status SerializeMessage(const google::protobuf::Message& message,
                              grpc::ByteBuffer& bytes);

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_WIRE_H_
