// How large a request may be.

#ifndef INTERPRES_SERVER_SERVICE_REQUEST_LIMITS_H_
#define INTERPRES_SERVER_SERVICE_REQUEST_LIMITS_H_

#include <cstdint>

namespace interpres {

// The maximum of what one request may contain. The limits bound memory and the
// time of one task.
struct RequestLimits {
  // Texts in one request.
  int64_t max_texts = 256;
  // Bytes of one text. A longer one gets its own error without tokenisation.
  int64_t max_text_bytes = 65536;
  // Texts in flight on one stream: at this number the server stops reading it.
  // One message more may exceed it, by its own texts.
  int64_t max_stream_texts = 256;
  // Attention weights of one response, 4 bytes each; every text of its request
  // has an equal share. By default gRPC clients accept messages of 4 MiB.
  int64_t max_attention_weights = 786432;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_REQUEST_LIMITS_H_
