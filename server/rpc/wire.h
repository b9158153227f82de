// Requests and responses as bytes.
//
// The service takes its requests unparsed: where gRPC itself fails to parse
// one (a string that is not UTF-8 is enough), it answers UNIMPLEMENTED with an
// empty message, which sends people looking for a missing method.

#ifndef INTERPRES_SERVER_RPC_WIRE_H_
#define INTERPRES_SERVER_RPC_WIRE_H_

#include <google/protobuf/message.h>
#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <optional>

#include "absl/status/status.h"

namespace interpres {

// Fills `message`. INVALID_ARGUMENT names the first string field that is not
// UTF-8 and the offset of the byte, or says that the bytes are no such message.
absl::Status ParseMessage(const grpc::ByteBuffer& bytes,
                          google::protobuf::Message& message);

// The last varint of the field `number`, of bytes that ParseMessage refused; 0,
// the default, if they have none; nothing if they are no message at all.
std::optional<uint64_t> FindVarint(const grpc::ByteBuffer& bytes, int number);

// INTERNAL if the message is too large for Protocol Buffers (2 GiB).
absl::Status SerializeMessage(const google::protobuf::Message& message,
                              grpc::ByteBuffer& bytes);

}  // namespace interpres

#endif  // INTERPRES_SERVER_RPC_WIRE_H_
