// Calls of any gRPC method with bytes in place of messages.

#ifndef INTERPRES_TESTS_TESTING_RAW_CALL_H_
#define INTERPRES_TESTS_TESTING_RAW_CALL_H_

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace interpres {

struct RawCall {
  // `/interpres.v1.TranslationService/Translate`.
  std::string method;
  // The serialised messages of the client. A unary method has one message.
  std::vector<std::string> messages;
  std::vector<std::pair<std::string, std::string>> metadata;
  std::chrono::milliseconds timeout{30000};
};

struct RawAnswer {
  grpc::Status status;
  std::vector<std::string> messages;
};

// Sends all messages, then reads to the end. The call is a stream on the wire
// for every method, because gRPC has no other kind. Messages that the server
// does not read must fit into the connection's window (64 KiB).
RawAnswer Call(const std::shared_ptr<grpc::Channel>& channel,
               const RawCall& call);

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_RAW_CALL_H_
