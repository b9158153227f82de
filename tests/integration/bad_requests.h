// A table of requests that a server must refuse, or answer in spite of what is
// strange about them.

#ifndef INTERPRES_TESTS_INTEGRATION_BAD_REQUESTS_H_
#define INTERPRES_TESTS_INTEGRATION_BAD_REQUESTS_H_

#include <grpcpp/support/status.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/testing/raw_call.h"

namespace interpres {

// The limits of the server that the requests of the table exceed.
struct BadRequestLimits {
  int max_texts = 0;
  int max_beam_size = 0;
  int max_length = 0;
  int64_t max_text_bytes = 0;
  int64_t max_message_bytes = 0;
};

// Where the error is to be found.
enum class ErrorPlace {
  kCall,     // the status of the call
  kMessage,  // the error of the one message of a stream, which itself is OK
  kText,     // the error of the first text; the second is translated
  kNone,     // no error: the same answer as to the neighbour
};

struct BadRequest {
  std::string name;
  RawCall call;
  ErrorPlace place = ErrorPlace::kCall;
  grpc::StatusCode code = grpc::StatusCode::INVALID_ARGUMENT;
  // A part of the error message: the name of the field or the limit. Empty if
  // gRPC writes the message.
  std::string says;
  // Whether the request needs its own connection, because gRPC may close the
  // connection. The end of the connection may overtake the answer, so
  // UNAVAILABLE is accepted too.
  bool own_connection = false;
};

// The name of the glossary that the server has, with terms from English to
// Spanish only.
inline constexpr char kGlossaryOfTable[] = "products";

// Returns a serialised request that every server of the tiny model answers.
std::string NeighbourRequest();

std::vector<BadRequest> BadRequests(const BadRequestLimits& limits);

}  // namespace interpres

#endif  // INTERPRES_TESTS_INTEGRATION_BAD_REQUESTS_H_
